import { sql } from "kysely";
import type { Transaction } from "./database.ts";

/** Number of boxes that stand in each row that has had one: `row_id`, `boxes`. */
export const boxesByRow = sql`(select row_id, sum(boxes)::int as boxes from row_counts group by 1)`;

/**
 * Sums up what was added and taken away since the last time: a row that has boxes, and a year in which a customer's boxes fall due, have one entry then.
 * Nobody waits for it (decision 150).
 */
export async function sumCounts(tx: Transaction): Promise<void> {
  await sql`
    with gone as (
      delete from row_counts where row_id in (select row_id from row_counts group by 1 having count(*) > 1) returning row_id, boxes)
    insert into row_counts select row_id, sum(boxes) from gone group by 1 having sum(boxes) <> 0`.execute(tx);
  await sql`
    with gone as (
      delete from due_counts where (customer_id, year) in (select customer_id, year from due_counts group by 1, 2 having count(*) > 1)
      returning customer_id, year, boxes, mm)
    insert into due_counts
      select customer_id, year, sum(boxes), sum(mm) from gone group by 1, 2 having sum(boxes) <> 0 or sum(mm) <> 0`.execute(
    tx,
  );
}
