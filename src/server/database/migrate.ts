import { readdirSync } from "node:fs";
import path from "node:path";
import { runner } from "node-pg-migrate";
import pg from "pg";
import { clientConfig, type Connection } from "./database.ts";

const folder = path.join(import.meta.dirname, "migrations");

/** The names of all migrations that this program knows, in their order. */
export const schemas: readonly string[] = readdirSync(folder)
  .filter((name) => name.endsWith(".sql"))
  .map((name) => path.parse(name).name)
  .sort();

/**
 * Brings the database to the newest schema, or an empty one to the schema `upTo`; answers the names of the migrations that ran.
 * Two servers that start together are safe: the second waits for the first.
 * @throws when a migration fails; nothing of that migration stays.
 */
export async function migrate(connection: Connection, upTo?: string): Promise<string[]> {
  const client = new pg.Client(clientConfig(connection));
  client.on("error", () => undefined); // the statement that meets the lost connection says so
  await client.connect();
  try {
    const ran = await runner({
      dbClient: client,
      dir: folder,
      direction: "up",
      ...(upTo === undefined ? {} : { count: schemas.indexOf(upTo) + 1 }),
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
