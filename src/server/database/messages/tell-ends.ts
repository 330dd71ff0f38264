import { sql } from "kysely";
import { BatchState } from "#rules/destruction/batch-state.ts";
import type { Transaction } from "#server/database/database.ts";
import { tellCustomer } from "./tell-by-mail.ts";

/** Tells each customer once on the last day before the waiting time of an approved destruction ends: until then it can be aborted. */
export async function tellEnds(tx: Transaction, now: Date): Promise<void> {
  const at = now.toISOString();
  const { rows } = await sql<{ id: number; customer_id: number; wait_until: string }>`
    select id, customer_id, wait_until from destruction_batches
    where state = ${BatchState.confirmed}::smallint and wait_until > ${at}::timestamptz and wait_until < ${at}::timestamptz + interval '1 day' order by id`.execute(
    tx,
  );
  for (const { id, customer_id, wait_until } of rows)
    await tellCustomer(tx, customer_id, { mail: "destructionEnds", batch: id, until: wait_until }, id);
}
