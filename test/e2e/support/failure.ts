import { join, resolve } from "node:path";
import pg from "pg";
import type { Connection } from "#server/database/database.ts";

/** Where the server of the browser tests writes what failed. */
export const failureLog = resolve(join(".cache", "e2e-failures.log"));

/** An area of this name the database refuses in a way that the program knows nothing of: a real error, where a test wants one. */
export const brokenArea = "Einsturzhalle";

export async function breakAreas(superuser: Connection, database: string): Promise<void> {
  const client = new pg.Client({ ...(superuser as object), database });
  await client.connect();
  await client.query(`alter table areas add constraint broken check (name <> '${brokenArea}') not valid`);
  await client.end();
}
