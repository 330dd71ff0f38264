import { sql } from "kysely";
import { berlinDay } from "#rules/dates.ts";
import { monthsShown } from "#rules/stock/stock-months.ts";
import type { Reader, Transaction } from "./database.ts";
import type { Scope } from "./scope.ts";

/**
 * Notes the stock at the end of each month that is over and not noted yet. The periods of all boxes are read only where one is missing: once a month,
 * and once for all of them in an archive that is older than the table.
 */
export async function keepMonths(tx: Transaction, now: Date): Promise<void> {
  const today = berlinDay(now);
  await sql`
    with missing as materialized (
      select month::date as month
      from generate_series(date_trunc('month', ${today}::date) - ${monthsShown - 1}::int * interval '1 month',
        date_trunc('month', ${today}::date) - interval '1 month', interval '1 month') month
      where not exists (select from stock_months k where k.month = month.month::date)),
    moves as materialized (
      select date_trunc('month', from_day)::date as month, sum(size_mm) as mm, count(*) as boxes from storage_periods
        where exists (select from missing) group by 1
      union all
      select date_trunc('month', to_day)::date, -sum(size_mm), -count(*) from storage_periods
        where exists (select from missing) and to_day is not null group by 1)
    insert into stock_months (month, mm, boxes, places)
      select m.month, coalesce(n.mm, 0), coalesce(n.boxes, 0),
        (select coalesce(sum(parts * heights), 0) from rows where berlin_day(created) < m.month + interval '1 month')
      from missing m cross join lateral (select sum(mm) as mm, sum(boxes) as boxes from moves where moves.month <= m.month) n
      order by m.month on conflict do nothing`.execute(tx);
}

interface StockFigures {
  /** `2026-11` */
  readonly month: string;
  readonly meters: number;
  readonly boxes: number;
  readonly places: number;
}

const mmInMetre = 1000;

/**
 * The whole stock at the end of each of the last months, and now: of months that are over as housekeeping noted it, and of this one by the
 * counters. A month that is not noted yet is left out.
 */
export async function stockByMonth(db: Reader, _scope: Scope, now: Date): Promise<StockFigures[]> {
  const today = berlinDay(now);
  const rows = await db.list(
    "stock-by-month",
    sql<Omit<StockFigures, "meters"> & { readonly mm: number }>`
      select to_char(month, 'YYYY-MM') as month, mm, boxes, places from stock_months
      where month < date_trunc('month', ${today}::date)
        and month > date_trunc('month', ${today}::date) - ${sql.lit(monthsShown)} * interval '1 month'
      union all
      select to_char(${today}::date, 'YYYY-MM'), (select coalesce(sum(placed_mm), 0) from customer_counts)::int8,
        (select coalesce(sum(boxes), 0) from area_counts where area_id <> 0)::int,
        (select coalesce(sum(parts * heights), 0) from rows)::int
      order by month`,
  );
  return rows.map(({ mm, ...month }) => ({ ...month, meters: mm / mmInMetre }));
}
