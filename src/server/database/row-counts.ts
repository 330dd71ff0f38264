import { sql } from "kysely";
import type { Transaction } from "./database.ts";

/** How many boxes stand in each row that has had one: `row_id`, `boxes`. */
export const boxesByRow = sql`(select row_id, sum(boxes)::int as boxes from row_counts group by 1)`;

/** Sums up what was added and taken away since the last time: a row that has boxes is counted by one entry then. Nobody waits for it (decision 150). */
export async function sumRowCounts(tx: Transaction): Promise<void> {
  await sql`
    with gone as (
      delete from row_counts where row_id in (select row_id from row_counts group by 1 having count(*) > 1) returning row_id, boxes)
    insert into row_counts select row_id, sum(boxes) from gone group by 1 having sum(boxes) <> 0`.execute(tx);
}
