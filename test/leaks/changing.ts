import { randomUUID } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import { scan } from "#contract/calls/scanning/scans.ts";
import type { Operation } from "#contract/schemas/scanning/scans.ts";
import { BoxState, boxStateText } from "#rules/stock/box-state.ts";
import type { Database } from "#server/database/database.ts";
import type { Client } from "#test/support/client.ts";
import type { Cast } from "./archive.ts";

export interface Changing {
  readonly db: Database;
  readonly staff: Client;
  readonly cast: Cast;
}

type Condition = RawBuilder<unknown>;

/** The first things of other customers under a condition. */
export async function theirs<T = { id: number }>(
  { db, cast }: Changing,
  table: string,
  condition: Condition,
  limit = 1,
) {
  const owner = table === "customers" ? sql`id` : sql`customer_id`;
  const { rows } = await sql<T & { id: number }>`
    select * from ${sql.table(table)} where ${owner} <> all(${cast.own}::bigint[]) and ${condition}
    order by id limit ${limit}`.execute(db.read);
  if (rows.length < limit) throw new Error(`The others have too few ${table} for this change.`);
  return rows;
}

export async function their<T = { id: number }>(changing: Changing, table: string, condition: Condition = sql`true`) {
  const [first] = await theirs<T>(changing, table, condition);
  if (!first) throw new Error(`The others have no ${table}.`);
  return first;
}

export type Id = { readonly id: number };
export interface FoundBox {
  readonly code: string;
  readonly customer_id: number;
}
export const boxIn = (changing: Changing, state: number, condition: Condition = sql`true`) =>
  their<FoundBox>(changing, "boxes", sql`state = ${state} and ${condition}`);

type Kinds = { [K in Operation["kind"]]: Omit<Extract<Operation, { kind: K }>, "id"> }[Operation["kind"]];

export async function scanAll({ staff }: Changing, scans: readonly Kinds[]): Promise<void> {
  const operations = scans.map((each) => ({ ...each, id: randomUUID() }));
  const { results } = await staff.call(scan, { body: { operations } });
  const refused = results.find(({ status }) => status !== "done");
  if (refused) throw new Error(`A scan was refused: ${refused.message}`);
}

/** In each of these states the others must have a box, or there is nothing to change. */
const neededStates = [BoxState.created, BoxState.inStock, BoxState.notInStock, BoxState.marked];

/** Why the others have too little for all the changes; null where they have enough. */
export async function tooLittle(db: Database, cast: Cast): Promise<string | null> {
  const { rows } = await sql<{ state: number }>`
    select distinct state from boxes where customer_id <> all(${cast.own}::bigint[])`.execute(db.read);
  const missing = neededStates.filter((state) => !rows.some((row) => row.state === state));
  if (missing.length === 0) return null;
  const names = missing.map((state) => `„${boxStateText[state]}“`).join(", ");
  return `no box of the other customers is ${names}, so that nothing could be changed there and nothing noticed`;
}
