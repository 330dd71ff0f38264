import { sql } from "kysely";
import { CountState } from "#rules/stocktake/stocktake-state.ts";
import type { Transaction } from "#server/database/database.ts";
import { isOpenResult, resultsOf } from "./count-results.ts";

/** Says of counted rows of which nothing waits any more that they are checked; the rows of the halls say when they were counted. */
export async function settleRows(tx: Transaction, userId: number, stocktake: number, row?: number): Promise<void> {
  await sql`
    with ${resultsOf(stocktake, row)},
    settled as (
      update stocktake_rows r set state = ${CountState.checked}::smallint, checked = now(), checked_by = ${userId}::bigint
      from counted c where (r.stocktake_id, r.row_id) = (c.stocktake_id, c.row_id) and r.state = ${CountState.counted}::smallint
        and not exists (select from results where results.row_id = r.row_id and ${isOpenResult})
      returning r.row_id, r.ended)
    update rows set last_verified = greatest(rows.last_verified, settled.ended) from settled where rows.id = settled.row_id`.execute(
    tx,
  );
}
