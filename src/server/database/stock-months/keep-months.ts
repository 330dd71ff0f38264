import { sql } from "kysely";
import type { Sql, Transaction } from "#server/database/database.ts";
import { monthOfDay } from "#server/database/reports/month-range.ts";
import { hallMoves } from "./hall-stock.ts";
import { keepDeliveryMonths } from "./keep-delivery-months.ts";
import { missingMonths } from "./missing-months.ts";

/**
 * Returns SQL for what came and what left by day, of periods `p` as `customer_id, box_id, day, step`. A box came on a day at whose end it held a
 * place, and not the day before; it left the other way round. So a box that was moved, measured or brought back within a day did neither. The stock
 * is that of the month before, with what came and without what left.
 */
export const netMoves = (begun: Sql, ended: Sql): Sql => sql`
  select customer_id, day, sum(step) as step from (
    select p.customer_id, p.box_id, p.from_day as day, 1 as step from ${begun}
    union all
    select p.customer_id, p.box_id, p.to_day, -1 from ${ended}) e
  group by customer_id, box_id, day having sum(step) <> 0`;

/**
 * Notes the stock at the end of each month that is over and not noted yet: of the whole archive, of each customer and of each hall, and what
 * of each customer's came and left in it, and what was ordered and handed over. Periods and histories
 * are read only where a month is missing: once a month, and once for all of them in an archive that is older than the tables. A month is over when its
 * last day is closed, so that nobody who began before midnight still adds to it.
 */
export async function keepMonths(tx: Transaction, now: Date): Promise<void> {
  await keepDeliveryMonths(tx, now);
  const months = await missingMonths(tx, now, {
    isNoted: sql`exists (select from stock_months k where k.month = m.month and k.has_parts and k.has_moves)`,
  });
  if (months.length === 0) return;
  const firstDays = sql`unnest(${months.map((month) => `${month}-01`)}::date[])`;
  await sql`set local statement_timeout = 0`.execute(tx); // minutes at ten million boxes, and nobody waits
  await sql`
    with moves as materialized (
      select customer_id, date_trunc('month', from_day::timestamp)::date as month, sum(size_mm) as mm, count(*) as boxes from storage_periods group by 1, 2
      union all
      select customer_id, date_trunc('month', to_day::timestamp)::date, -sum(size_mm), -count(*) from storage_periods where to_day is not null group by 1, 2),
    flows as (
      select customer_id, ${monthOfDay(sql`day`)} as month, count(*) filter (where step > 0) as came, count(*) filter (where step < 0) as went
      from (${netMoves(sql`storage_periods p`, sql`storage_periods p where p.to_day is not null`)}) n group by 1, 2)
    insert into customer_months (customer_id, month, mm, boxes, came, went)
      select s.customer_id, s.month, s.mm, s.boxes, coalesce(f.came, 0), coalesce(f.went, 0) from (
        select moves.customer_id, m.month, sum(mm) as mm, sum(boxes) as boxes
        from ${firstDays} m(month) join moves on moves.month <= m.month group by 1, 2) s
      left join flows f using (customer_id, month)
      on conflict (customer_id, month) do update set came = excluded.came, went = excluded.went`.execute(tx);
  await sql`
    with moves as materialized (${hallMoves})
    insert into area_months (area_id, month, boxes)
      select a.id, m.month, coalesce(sum(moves.boxes), 0)
      from areas a cross join ${firstDays} m(month) left join moves on moves.area = a.name and moves.month <= m.month
      group by 1, 2 on conflict do nothing`.execute(tx);
  await sql`
    insert into stock_months (month, mm, boxes, places, has_parts, has_moves)
      select m.month, coalesce(sum(k.mm), 0), coalesce(sum(k.boxes), 0),
        (select coalesce(sum(parts * heights), 0) from rows where berlin_day(created) < m.month + interval '1 month'), true, true
      from ${firstDays} m(month) left join customer_months k on k.month = m.month group by 1 order by 1
      on conflict (month) do update set mm = excluded.mm, boxes = excluded.boxes, has_parts = true, has_moves = true`.execute(
    tx,
  );
}
