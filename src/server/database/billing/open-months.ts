import { sql } from "kysely";
import type { Reader } from "#server/database/database.ts";
import { type Scope, seenBy } from "#server/database/scope.ts";

const monthsBack = 12;

/**
 * The months (`YYYY-MM`) of customers that are not billed though something was stored or done in them, the earliest first, by customer: of the year before a
 * month, from the first one on that anybody was billed for.
 */
export async function openMonths(db: Reader, scope: Scope, month: string, customers: readonly number[]) {
  const open = sql<{ customer_id: number; months: readonly string[] }>`
    select c.id as customer_id, array_agg(to_char(m.first, 'YYYY-MM') order by m.first) as months
    from unnest(${customers}::bigint[]) c(id)
    cross join (
      select first::date, (first + interval '1 month')::date as until from generate_series(
        greatest(coalesce((select min(month) from billed_months), ${`${month}-01`}::date), (${`${month}-01`}::date - ${monthsBack}::int * interval '1 month')::date),
        ${`${month}-01`}::date - interval '1 month', interval '1 month') s(first)) m
    where ${seenBy(scope, sql`c.id`)}
      and not exists (select from billed_months k where k.customer_id = c.id and k.month = m.first)
      and (exists (
        select from service_entries s where s.customer_id = c.id and s.day >= m.first and s.day < m.until and s.invoice_id is null)
      or exists (
        select from storage_periods p where p.customer_id = c.id and p.from_day < m.until and (p.to_day is null or p.to_day > greatest(m.first, p.from_day))))
    group by c.id`;
  const found = await db.list("open-months", open);
  return new Map(found.map((each) => [each.customer_id, each.months]));
}
