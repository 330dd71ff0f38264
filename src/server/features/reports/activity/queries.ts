import { sql } from "kysely";
import type { activityReport } from "#contract/calls/reports/reports.ts";
import type { Query } from "#contract/route.ts";
import type { Reader, Sql } from "#server/database/database.ts";
import { inMonths, monthOfDay, shownMonth } from "#server/database/reports/month-range.ts";
import { monthlyReport } from "#server/database/reports/monthly-report.ts";
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

/** Storage periods `p` that begin in the months that are counted: customer by customer along their index. */
function begunIn(customers: ReportCustomers): Sql {
  const owners = customers === null ? sql`(select id from customers)` : sql`unnest(${customers}::bigint[])`;
  return sql`${owners} o(customer) cross join lateral (
    select customer_id, box_id, from_day from storage_periods where customer_id = o.customer and ${dayIn(sql`from_day`)} offset 0) p`;
}

/** Those that end in them. */
const endedIn = (customers: ReportCustomers): Sql =>
  sql`${rowsOf("storage_periods", sql`customer_id, box_id, to_day`, customers, sql`p`)} where ${dayIn(sql`p.to_day`)}`;

/** Boxes of months that are over as housekeeping noted them, and of the others as the storage periods of these have them (decision 140). */
function sums(customers: ReportCustomers, months: readonly string[]) {
  const noted = rowsOf("customer_months", sql`customer_id, month, came, went`, customers, sql`n`);
  const orders = rowsOf("deliveries", sql`customer_id, kind, state, created`, customers, sql`d`);
  const copies = rowsOf("digital_copies", sql`customer_id, created`, customers, sql`k`);
  return sql`
    months as materialized (
      select m.month, exists (select from stock_months k where k.month = m.month and k.has_moves) as is_noted
      from unnest(${months.map((month) => `${month}-01`)}::date[]) m(month)),
    counted as materialized (select min(month) as begin, (max(month) + interval '1 month')::date as next from months where not is_noted),
    moves as (${netMoves(begunIn(customers), endedIn(customers))}),
    facts as (
      select n.customer_id, n.month, n.came, n.went, 0 as ordered, 0 as scanned from ${noted} where n.month in (select month from months where is_noted) and n.came + n.went > 0
      union all
      select customer_id, ${monthOfDay(sql`day`)}, (step > 0)::int, (step < 0)::int, 0, 0 from moves
      where ${monthOfDay(sql`day`)} in (select month from months where not is_noted)
      union all
      select d.customer_id, ${monthOfDay(sql`berlin_day(d.created)`)}, 0, 0, 1, 0 from ${orders}
      where d.kind in (0, 3) and d.state <> 3 and ${inMonths(months, sql`d.created`)}
      union all
      select k.customer_id, ${monthOfDay(sql`berlin_day(k.created)`)}, 0, 0, 0, 1 from ${copies} where ${inMonths(months, sql`k.created`)}),
    sums as materialized (
      select month, customer_id, sum(came)::int as came, sum(went)::int as went, sum(ordered)::int as ordered,
      sum(scanned)::int as scanned
      from facts group by grouping sets ((month), (month, customer_id)))`;
}

const columns = sql`${shownMonth(sql`s.month`)} as month, s.came as boxes_in, s.went as boxes_out, s.ordered as orders,
  s.scanned as scans`;

/** What came, left, was ordered and scanned in which month, by customer; a 404 where the caller sees no such customer. */
export async function activityOf(db: Reader, scope: Scope, query: Query<typeof activityReport>, now: Date) {
  const report = await monthlyReport<Figures>(db, scope, { query, now }, { name: "activity", sums, columns, nothing });
  if (!report) throw notFound();
  return report;
}
