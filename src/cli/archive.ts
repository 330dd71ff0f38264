import type { Config } from "#server/config.ts";
import { type Connection, Database } from "#server/database/database.ts";
import { type EmbeddedPostgres, startEmbedded } from "#server/postgres/embedded.ts";
import { runningEmbedded } from "#server/postgres/running.ts";
import { sealHistory, unsealHistory } from "#server/database/seal-history.ts";
import { Secrets } from "#server/database/secrets/secrets.ts";
import { openStores, type FileStores, type StoresAt } from "#server/storage/stores.ts";
import { expectNewestSchema, migrate } from "#server/database/migrate.ts";
import { refuseUnfinished } from "#server/backup/unfinished-restore.ts";

/** The database that a command works on, at its newest schema. */
export interface Archive {
  readonly db: Database;
  readonly connection: Connection;
  /** Where the pictures and packages are. */
  readonly stores: FileStores;
  /** Name of the product, which is refused as a password. */
  readonly productTitle: string;
  readonly providerName: string;
  /** True where the backups of the archive contain its keys. */
  readonly backsUpSecrets: boolean;
  /** The migrations that opening it ran. */
  readonly migrated: readonly string[];
  close(): Promise<void>;
}

interface Where
  extends Pick<Config, "databaseUrl" | "productTitle" | "providerName" | "secretsKeys" | "backsUpSecrets">,
    StoresAt {
  /** Set where the schema stays as it is; it must then be the newest already. */
  readonly asItIs?: boolean;
}

/**
 * Opens the database of the configuration. Where a server runs on the data folder, its database is used and left running;
 * otherwise the embedded one is started and stopped again.
 */
export async function openArchive(where: Where): Promise<Archive> {
  const { databaseUrl, dataDir } = where;
  const running = databaseUrl ?? runningEmbedded(dataDir);
  if (running !== undefined) return open(running, where);
  const postgres = await startEmbedded({ dataDir });
  const forget = stopOnSignal(postgres);
  const stop = async () => {
    await postgres.stop();
    forget();
  };
  try {
    const superuser = { ...postgres.superuser, database: postgres.connection.database };
    const archive = await open(postgres.connection, where, () => unsealHistory(superuser));
    if (archive.migrated.length > 0) await sealHistory(superuser);
    const close = async () => {
      await archive.close();
      await stop();
    };
    return { ...archive, close };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function open(
  connection: Connection,
  { productTitle, providerName, asItIs = false, secretsKeys, backsUpSecrets, ...at }: Where,
  onBegin?: () => Promise<void>,
): Promise<Archive> {
  try {
    await refuseUnfinished(connection);
    if (asItIs) await expectNewestSchema(connection);
    const migrations = asItIs ? [] : await migrate(connection, onBegin && { onBegin });
    const db = new Database(connection, { sizes: { reading: 2, writing: 2 }, secrets: new Secrets(secretsKeys) });
    const stores = await openStores(at);
    return {
      db,
      connection,
      stores,
      productTitle,
      providerName,
      backsUpSecrets,
      migrated: migrations,
      close: () => db.close(),
    };
  } catch (error) {
    if ((error as { code?: string }).code !== "EACCES") throw error;
    throw new Error(
      "The database belongs to a server that runs as another user. Run this command as that user, or stop the server first.",
      { cause: error },
    );
  }
}

/** A command that is broken off with Ctrl-C must not leave the database running that it started. */
export function stopOnSignal(embedded: EmbeddedPostgres): () => void {
  const stop = () => {
    console.error("Stopped; unfinished changes are undone.");
    void embedded.stop().finally(() => process.exit(130));
  };
  const signals = ["SIGINT", "SIGTERM"] as const;
  for (const signal of signals) process.once(signal, stop);
  return () => {
    for (const signal of signals) process.off(signal, stop);
  };
}
