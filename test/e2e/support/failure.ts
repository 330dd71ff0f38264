import { join, resolve } from "node:path";
import pg from "pg";
import { apiHeader, apiLevel } from "#contract/api-level.ts";
import type { Connection } from "#server/database/database.ts";

/** By what an answer is known as the product's own. */
export const ownHeaders = { [apiHeader]: String(apiLevel) };
/** The product's answer where there is nothing. */
export const emptyList = { headers: ownHeaders, json: { count: 0, count_pages: 0, current_page: 1, results: [] } };

/** Statuses of foreign answers. A proxy or a network's own page, between a device and the server, answers HTML whatever the status. */
export const foreignStatuses = [200, 400, 401, 403, 404, 407, 413, 429, 502, 503, 504];
export const foreignAnswer = (status: number) => ({
  status,
  contentType: "text/html",
  body: "<!doctype html><h1>Bitte melden Sie sich im Netz an</h1>",
});

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

/** From now on every session is as one is that was opened long ago: it has proved nothing. */
export async function forgetProofs(superuser: Connection, database: string): Promise<void> {
  const client = new pg.Client({ ...(superuser as object), database });
  await client.connect();
  await client.query("alter table tokens alter column confirmed_at set default '-infinity'");
  await client.end();
}
