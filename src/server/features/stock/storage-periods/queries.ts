import { sql } from "kysely";
import type { StoredMonth } from "#contract/schemas/customers/customers.ts";
import { berlinDay } from "#rules/dates.ts";
import { monthsShown } from "#rules/stock/stock-months.ts";
import type { Reader } from "#server/database/database.ts";
import { type Scope, visibleTo } from "#server/database/scope.ts";
import { notFound } from "#server/http/errors.ts";

const mmInMetre = 1000;

/**
 * The metres that a customer's boxes took on the shelves at the end of each month, by the storage periods; a 404 where the caller sees
 * no such customer. What came and went is added up by months, so that each period is read once.
 */
export async function metresByMonth(
  db: Reader,
  scope: Scope,
  id: number,
  now: Date,
): Promise<{ months: StoredMonth[] }> {
  const customer = db.selectFrom("customers").select("id").where("id", "=", id).where(visibleTo(scope, "customers.id"));
  if (!(await customer.executeTakeFirst())) throw notFound();
  const today = berlinDay(now);
  const { rows } = await sql<{ month: string; mm: number }>`
    with moves as (
      select date_trunc('month', from_day) as month, sum(size_mm) as mm from storage_periods
        where customer_id = ${id}::bigint and from_day <= ${today}::date group by 1
      union all
      select date_trunc('month', to_day), -sum(size_mm) from storage_periods
        where customer_id = ${id}::bigint and to_day <= ${today}::date group by 1),
    months as (
      select generate_series(date_trunc('month', ${today}::date) - ${monthsShown - 1} * interval '1 month',
        date_trunc('month', ${today}::date), interval '1 month') as month)
    select to_char(months.month, 'YYYY-MM') as month,
      (select coalesce(sum(mm), 0) from moves where moves.month <= months.month)::int8 as mm
    from months order by months.month`.execute(db);
  return { months: rows.map(({ month, mm }) => ({ month, meters: mm / mmInMetre })) };
}
