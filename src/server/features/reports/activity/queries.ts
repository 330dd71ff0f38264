import { sql } from "kysely";
import type { activityReport } from "#contract/calls/reports/reports.ts";
import type { Query } from "#contract/route.ts";
import type { Reader, Sql } from "#server/database/database.ts";
import { monthOfDay, notedMonths, shownMonth } from "#server/database/reports/month-range.ts";
import { monthlyReport } from "#server/database/reports/monthly-report.ts";
import { canceledOrders, madeOrders, madeScans } from "#server/database/reports/orders-in-month.ts";
import { type ReportCustomers, rowsOf } from "#server/database/reports/report-customers.ts";
import type { Scope } from "#server/database/scope.ts";
import { netMoves } from "#server/database/stock-months/keep-months.ts";
import { notFound } from "#server/http/errors.ts";

interface Figures {
  readonly month: string;
  readonly boxes_in: number;
  readonly boxes_out: number;
  readonly orders: number;
  readonly scans: number;
}

const nothing = { boxes_in: 0, boxes_out: 0, orders: 0, scans: 0 };

const dayIn = (day: Sql) => sql`${day} >= (select begin from counted) and ${day} < (select next from counted)`;

/** The customers `o`. */
const owners = (customers: ReportCustomers): Sql =>
  customers === null ? sql`(select id from customers) o(customer)` : sql`unnest(${customers}::bigint[]) o(customer)`;

/** Storage periods `p` that begin in the months that are counted: customer by customer along their index. */
const begunIn = (customers: ReportCustomers): Sql => sql`
  ${owners(customers)} cross join lateral (
    select customer_id, box_id, from_day from storage_periods where customer_id = o.customer and ${dayIn(sql`from_day`)} offset 0) p`;

/** Those that end in them. */
const endedIn = (customers: ReportCustomers): Sql =>
  sql`${rowsOf("storage_periods", sql`customer_id, box_id, to_day`, customers, sql`p`)} where ${dayIn(sql`p.to_day`)}`;

const isNoted = sql`exists (select from stock_months k where k.month = m.month and k.has_moves)
  and exists (select from delivery_months k where k.month = m.month and k.customer_id is null)`;

/**
 * Sums by customer and month. For months that are over: the figures that housekeeping noted, less their cancelled orders. For the other months: the
 * present data (decisions 140 and 149).
 */
function sums(customers: ReportCustomers, months: readonly string[]) {
  const noted = rowsOf("customer_months", sql`customer_id, month, came, went`, customers, sql`n`);
  const made = rowsOf("delivery_months", sql`customer_id, month, orders, scans`, customers, sql`n`);
  return sql`
    ${notedMonths(months, isNoted)},
    counted as materialized (select min(month) as begin, (max(month) + interval '1 month')::date as next from months where not is_noted),
    moves as (${netMoves(begunIn(customers), endedIn(customers))}),
    facts as (
      select n.customer_id, n.month, n.came, n.went, 0 as ordered, 0 as scanned from ${noted} where n.month in (select month from months where is_noted)
      union all
      select n.customer_id, n.month, 0, 0, n.orders, n.scans from ${made}
      where n.month in (select month from months where is_noted) and n.customer_id is not null
      union all
      select o.customer, m.month, 0, 0, case when m.is_noted then -${canceledOrders} else ${madeOrders} end, case when m.is_noted then 0 else ${madeScans} end
      from ${owners(customers)} cross join months m
      union all
      select customer_id, ${monthOfDay(sql`day`)}, (step > 0)::int, (step < 0)::int, 0, 0 from moves
      where ${monthOfDay(sql`day`)} in (select month from months where not is_noted)),
    sums as materialized (
      select month, customer_id, sum(came)::int as came, sum(went)::int as went, sum(ordered)::int as ordered, sum(scanned)::int as scanned
      from facts group by grouping sets ((month), (month, customer_id)) having sum(came + went + ordered + scanned) > 0)`;
}

const columns = sql`${shownMonth(sql`s.month`)} as month, s.came as boxes_in, s.went as boxes_out, s.ordered as orders,
  s.scanned as scans`;

/**
 * Returns the numbers of things that came, left, were ordered and were scanned, by month and customer. Throws a 404 where the caller sees no such
 * customer.
 */
export async function activityOf(db: Reader, scope: Scope, query: Query<typeof activityReport>, now: Date) {
  const report = await monthlyReport<Figures>(db, scope, { query, now }, { name: "activity", sums, columns, nothing });
  if (!report) throw notFound();
  return report;
}
