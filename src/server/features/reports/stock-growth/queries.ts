import { sql } from "kysely";
import type { StoredStock } from "#contract/schemas/reports/reports.ts";
import { berlinDay, businessZone } from "#rules/dates.ts";
import { toPage } from "#rules/lists/paging.ts";
import { fullMonth, type HallFill } from "#rules/reports/hall-forecast.ts";
import { monthOf } from "#rules/months.ts";
import { HistoryKind } from "#rules/stock/history.ts";
import { monthsShown } from "#rules/stock/stock-months.ts";
import type { Reader } from "#server/database/database.ts";
import { shownMonth } from "#server/database/reports/month-range.ts";
import { reportCustomers, rowsOf } from "#server/database/reports/report-customers.ts";
import type { Scope } from "#server/database/scope.ts";
import { stockByMonth } from "#server/database/stock-months.ts";
import { notFound } from "#server/http/errors.ts";

const mmInMetre = 1000;

/** What of some customers held a place at the end of each month, by the storage periods. */
const stockOf = (customers: readonly number[], today: string) => {
  const periods = rowsOf("storage_periods", sql`from_day, to_day, size_mm`, customers, sql`p`);
  return sql<{ month: string; boxes: number; mm: number }>`
    with moves as (
      select date_trunc('month', p.from_day) as month, count(*) as boxes, sum(p.size_mm) as mm
        from ${periods} where p.from_day <= ${today}::date group by 1
      union all
      select date_trunc('month', p.to_day), -count(*), -sum(p.size_mm)
        from ${periods} where p.to_day <= ${today}::date group by 1),
    months as (
      select generate_series(date_trunc('month', ${today}::date) - ${sql.lit(monthsShown - 1)} * interval '1 month',
        date_trunc('month', ${today}::date), interval '1 month') as month)
    select ${shownMonth(sql`months.month`)} as month, coalesce(sum(moves.boxes), 0)::int as boxes, coalesce(sum(moves.mm), 0)::int8 as mm
    from months left join moves on moves.month <= months.month group by months.month order by months.month`;
};

interface Hall extends HallFill {
  readonly id: number;
  readonly name: string;
}

/**
 * How full each hall is and was a year ago. What has kept its place since then is counted by where it stands, and what held one then and has
 * moved or left by the last entry of its history before.
 */
const halls = (today: string) => {
  const day = sql`(${today}::date - interval '1 year')::date`;
  const moment = sql`(${day}::timestamp at time zone ${sql.lit(businessZone)})`;
  return sql<Hall>`
    with kept as materialized (
      select place_area as area, count(*) as boxes from boxes where row_id is not null and placed < ${moment} group by 1),
    changed as materialized (
      select h.area, count(*) as boxes
      from storage_periods p join boxes b on b.id = p.box_id
        cross join lateral (
          select meta ->> 'area' as area from history where box_id = b.id and kind = ${sql.lit(HistoryKind.moved)} and created < ${moment}
          order by seq desc limit 1) h
      where p.from_day < ${day} and (p.to_day is null or p.to_day >= ${day}) and (b.row_id is null or b.placed >= ${moment})
      group by 1)
    select a.id, a.name,
      coalesce((select sum(parts * heights) from rows where area_id = a.id), 0)::int as places,
      coalesce((select sum(boxes) from area_counts where area_id = a.id), 0)::int as boxes,
      (coalesce((select boxes from kept where area = a.id), 0) + coalesce((select boxes from changed where area = a.name), 0))::int as boxes_before
    from areas a order by a.name, a.id`;
};

interface OfCustomer {
  readonly customer?: number | undefined;
}

/** The stock by month of one customer or of all that the caller sees; a 404 where they see no such customer. */
export async function stockMonths(
  db: Reader,
  scope: Scope,
  { customer }: OfCustomer,
  now: Date,
): Promise<readonly StoredStock[]> {
  const customers = await reportCustomers(db, scope, customer);
  if (customers === undefined) throw notFound();
  if (customers === null)
    return (await stockByMonth(db, scope, now)).map(({ month, boxes, meters }) => ({ month, boxes, meters }));
  const rows = await db.list("stock-of-customers", stockOf(customers, berlinDay(now)));
  return rows.map(({ mm, ...row }) => ({ ...row, meters: mm / mmInMetre }));
}

/** The stock by month, and for staff who ask for no customer when each hall is full. */
export async function stockGrowth(db: Reader, scope: Scope, query: OfCustomer, now: Date) {
  const isWhole = scope.isStaff && query.customer === undefined;
  const [months, fills] = await Promise.all([
    stockMonths(db, scope, query, now),
    isWhole ? db.list("hall-forecast", halls(berlinDay(now))) : [],
  ]);
  const page = { limit: undefined, offset: 0 };
  return {
    ...toPage([...months], months.length, page),
    halls: fills.map((hall) => ({ ...hall, full: fullMonth(hall, monthOf(now)) })),
  };
}
