import { sql } from "kysely";
import { berlinDay } from "#rules/dates.ts";
import { monthsShown } from "#rules/stock/stock-months.ts";
import type { Reader } from "#server/database/database.ts";
import { shownMonth } from "#server/database/reports/month-range.ts";
import { ownRows } from "#server/database/scope.ts";
import { selectList } from "#server/database/sql/json.ts";

interface CustomerStock {
  /** `2026-11` */
  readonly month: string;
  readonly boxes: number;
  readonly mm: number;
}

const customerStock = selectList<CustomerStock>({
  month: shownMonth(sql`months.month`),
  boxes: sql`coalesce(sum(stock.boxes), 0)::int`,
  mm: sql`coalesce(sum(stock.mm), 0)::int8`,
});

/**
 * Months that are over as housekeeping noted them, the one that runs by the counters. What is not noted of a customer is counted from those of its periods that
 * begin before: of a month that was over a moment ago all of them, of the years before it came none, and for a department each time, which sees
 * of periods and counters its own.
 */
const stockOf = (customers: readonly number[], today: string) => sql<CustomerStock>`
  with months as materialized (
    select month::date as month, month >= date_trunc('month', ${today}::date) as is_running
    from generate_series(date_trunc('month', ${today}::date) - ${sql.lit(monthsShown - 1)} * interval '1 month',
      date_trunc('month', ${today}::date), interval '1 month') month),
  noted as materialized (
    select k.* from ${ownRows("customer_months", sql`customer_id, month, mm, boxes`, customers, sql`k`)}
    where k.month in (select month from months)),
  missing as materialized (
    select o.customer, m.month from unnest(${customers}::bigint[]) o(customer) cross join months m
    where not m.is_running and not exists (select from noted n where n.customer_id = o.customer and n.month = m.month)),
  moves as materialized (
    select p.customer_id, date_trunc('month', p.from_day::timestamp)::date as month, sum(p.size_mm) as mm, count(*) as boxes from ${missingPeriods} group by 1, 2
    union all
    select p.customer_id, date_trunc('month', p.to_day::timestamp)::date, -sum(p.size_mm), -count(*) from ${missingPeriods}
    where p.to_day is not null group by 1, 2),
  stock as (
    select month, mm, boxes from noted
    union all
    select m.month, v.mm, v.boxes from missing m join moves v on v.customer_id = m.customer and v.month <= m.month
    union all
    select m.month, k.placed_mm, k.placed_boxes
    from months m, ${ownRows("customer_counts", sql`placed_mm, placed_boxes`, customers, sql`k`)} where m.is_running)
  select ${customerStock}
  from months left join stock on stock.month = months.month group by months.month order by months.month`;

const missingPeriods = sql`
  (select customer, (max(month) + interval '1 month')::date as until from missing group by 1) e cross join lateral (
    select customer_id, from_day, to_day, size_mm from storage_periods where customer_id = e.customer and from_day < e.until offset 0) p`;

/** Returns the stock of some customers, all of them the caller's to see. It is what held a place at the end of each of the last months, and now. */
export const stockOfCustomers = (db: Reader, customers: readonly number[], now: Date): Promise<CustomerStock[]> =>
  db.list("stock-of-customers", stockOf(customers, berlinDay(now)));
