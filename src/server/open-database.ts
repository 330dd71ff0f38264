import type { Config } from "#server/config.ts";
import { type Connection, Database } from "#server/database/database.ts";
import { startEmbedded } from "#server/database/embedded.ts";
import { migrate } from "#server/database/migrate.ts";

/** An open database, and how to let go of it. */
export interface OpenDatabase {
  readonly db: Database;
  readonly connection: Connection;
  readonly close: () => Promise<void>;
}

type Log = (message: string, detail?: object) => void;

/** Opens the database of the configuration, embedded or by URL, at its newest schema. */
export async function openDatabase(config: Pick<Config, "databaseUrl" | "dataDir">, log: Log): Promise<OpenDatabase> {
  const embedded = config.databaseUrl ? null : await startEmbedded({ dataDir: config.dataDir, onEvent: log });
  const connection = config.databaseUrl ?? embedded?.connection ?? "";
  try {
    const ran = await migrate(connection);
    if (ran.length > 0) log("database migrated", { migrations: ran });
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
  const db = new Database(connection, {
    onError: (error) => log("database connection lost", { reason: error.message }),
  });
  return {
    db,
    connection,
    close: async () => {
      await db.close();
      await embedded?.stop();
    },
  };
}
