import { sql } from "kysely";
import { BatchState } from "#rules/destruction/batch-state.ts";
import type { Transaction } from "#server/database/database.ts";
import { notifyCustomer } from "./notify-by-mail.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

interface EndedWait {
  id: number;
  customer_id: number;
  wait_until: string;
}

const endedWait = selectList<EndedWait>(fromTable("destruction_batches", "id", "customer_id", "wait_until"));

/** Notifies each customer once on the last day before the waiting time of an approved destruction ends: until then it can be aborted. */
export async function notifyEnds(tx: Transaction, now: Date): Promise<void> {
  const at = now.toISOString();
  const { rows } = await sql<EndedWait>`
    select ${endedWait} from destruction_batches
    where state = ${BatchState.confirmed}::smallint and wait_until > ${at}::timestamptz and wait_until < ${at}::timestamptz + interval '1 day'
    order by id`.execute(tx);
  for (const { id, customer_id, wait_until } of rows)
    await notifyCustomer(tx, customer_id, { mail: "destructionEnds", batch: id, until: wait_until }, id);
}
