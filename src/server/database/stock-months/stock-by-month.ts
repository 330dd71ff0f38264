import { sql } from "kysely";
import { berlinDay } from "#rules/dates.ts";
import { monthsShown } from "#rules/stock/stock-months.ts";
import type { Reader } from "#server/database/database.ts";
import type { Scope } from "#server/database/scope.ts";

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
