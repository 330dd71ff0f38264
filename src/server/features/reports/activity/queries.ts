import { sql } from "kysely";
import type { activityReport } from "#contract/calls/reports/reports.ts";
import type { Query } from "#contract/route.ts";
import type { Reader } from "#server/database/database.ts";
import { inMonths, monthOfDay, shownMonth } from "#server/database/reports/month-range.ts";
import { monthlyReport } from "#server/database/reports/monthly-report.ts";
import { type ReportCustomers, rowsOf } from "#server/database/reports/report-customers.ts";
import type { Scope } from "#server/database/scope.ts";
import { notFound } from "#server/http/errors.ts";

interface Figures {
  readonly month: string;
  readonly boxes_in: number;
  readonly boxes_out: number;
  readonly orders: number;
  readonly scans: number;
}

const nothing = { boxes_in: 0, boxes_out: 0, orders: 0, scans: 0 };

/**
 * A box came on a day at whose end it held a place, and not the day before; the other way round it left. So a box that was moved, measured or
 * brought back within a day did neither, and the stock is that of the month before with what came and without what left.
 */
function sums(customers: ReportCustomers, months: readonly string[]) {
  const { days, moments } = inMonths(months);
  const periods = rowsOf("storage_periods", sql`customer_id, box_id, from_day, to_day`, customers, sql`p`);
  const orders = rowsOf("deliveries", sql`customer_id, kind, state, created`, customers, sql`d`);
  const copies = rowsOf("digital_copies", sql`customer_id, created`, customers, sql`k`);
  return sql`
    moves as (
      select customer_id, day, sum(step) as step from (
        select p.customer_id, p.box_id, p.from_day as day, 1 as step from ${periods} where ${days(sql`p.from_day`)}
        union all
        select p.customer_id, p.box_id, p.to_day, -1 from ${periods} where ${days(sql`p.to_day`)}) e
      group by customer_id, box_id, day having sum(step) <> 0),
    facts as (
      select customer_id, ${monthOfDay(sql`day`)} as month, (step > 0)::int as came, (step < 0)::int as left_it, 0 as ordered, 0 as scanned from moves
      union all
      select d.customer_id, ${monthOfDay(sql`berlin_day(d.created)`)}, 0, 0, 1, 0 from ${orders}
      where d.kind in (0, 3) and d.state <> 3 and ${moments(sql`d.created`)}
      union all
      select k.customer_id, ${monthOfDay(sql`berlin_day(k.created)`)}, 0, 0, 0, 1 from ${copies} where ${moments(sql`k.created`)}),
    sums as materialized (
      select month, customer_id, sum(came)::int as came, sum(left_it)::int as left_it, sum(ordered)::int as ordered,
      sum(scanned)::int as scanned
      from facts group by grouping sets ((month), (month, customer_id)))`;
}

const columns = sql`${shownMonth(sql`s.month`)} as month, s.came as boxes_in, s.left_it as boxes_out, s.ordered as orders,
  s.scanned as scans`;

/** What came, left, was ordered and scanned in which month, by customer; a 404 where the caller sees no such customer. */
export async function activityOf(db: Reader, scope: Scope, query: Query<typeof activityReport>, now: Date) {
  const report = await monthlyReport<Figures>(db, scope, { query, now }, { name: "activity", sums, columns, nothing });
  if (!report) throw notFound();
  return report;
}
