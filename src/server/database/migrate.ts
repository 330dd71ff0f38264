import path from "node:path";
import { runner } from "node-pg-migrate";
import pg from "pg";
import { clientConfig, type Connection } from "./database.ts";

const folder = path.join(import.meta.dirname, "migrations");

/**
 * Brings the database to the newest schema; answers the names of the migrations that ran. Two servers that start
 * together are safe: the second waits for the first.
 * @throws when a migration fails; nothing of that migration stays.
 */
export async function migrate(connection: Connection): Promise<string[]> {
  const client = new pg.Client(clientConfig(connection));
  client.on("error", () => undefined); // the statement that meets the lost connection says so
  await client.connect();
  try {
    const ran = await runner({
      dbClient: client,
      dir: folder,
      direction: "up",
      migrationsTable: "migrations",
      advisoryLockMode: "wait",
      singleTransaction: false,
      log: () => {},
    });
    return ran.map((migration) => migration.name);
  } finally {
    await client.end();
  }
}
