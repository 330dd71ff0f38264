import { sql } from "kysely";
import type { revenueReport } from "#contract/calls/reports/reports.ts";
import type { Query } from "#contract/route.ts";
import type { Reader } from "#server/database/database.ts";
import { inMonths, monthOfDay, shownMonth } from "#server/database/reports/month-range.ts";
import { monthlyReport } from "#server/database/reports/monthly-report.ts";
import { type ReportCustomers, rowsOf } from "#server/database/reports/report-customers.ts";
import type { Scope } from "#server/database/scope.ts";
import { notFound } from "#server/http/errors.ts";

interface Figures {
  readonly month: string;
  readonly storage: string;
  readonly services: string;
  readonly trips: string;
  readonly net: string;
}

const nothing = { storage: "0.00", services: "0.00", trips: "0.00", net: "0.00" };

/** Sums of the invoices of a month without tax, by the kinds of their lines. A cancellation is deducted in its own month. */
function sums(customers: ReportCustomers, months: readonly string[]) {
  const invoices = rowsOf("invoices", sql`customer_id, kind, issued, snapshot`, customers, sql`i`);
  return sql`
    lines as (
      select i.customer_id, ${monthOfDay(sql`berlin_day(i.issued)`)} as month, l.item, case i.kind when 380 then l.net else -l.net end as net
      from ${invoices} cross join lateral jsonb_to_recordset(i.snapshot -> 'lines') l(item text, net numeric)
      where ${inMonths(months, sql`i.issued`)}),
    sums as materialized (
      select month, customer_id, coalesce(sum(net) filter (where item = 'storage'), 0) as storage,
        coalesce(sum(net) filter (where item in ('trip', 'pickup_trip')), 0) as trips, sum(net) as net
      from lines group by grouping sets ((month), (month, customer_id)))`;
}

const columns = sql`${shownMonth(sql`s.month`)} as month, s.storage::numeric(14,2)::text as storage,
  (s.net - s.storage - s.trips)::numeric(14,2)::text as services, s.trips::numeric(14,2)::text as trips, s.net::numeric(14,2)::text as net`;

/** Returns the amounts invoiced by month and customer; a 404 where the caller sees no such customer. */
export async function revenueOf(db: Reader, scope: Scope, query: Query<typeof revenueReport>, now: Date) {
  const report = await monthlyReport<Figures>(db, scope, { query, now }, { name: "revenue", sums, columns, nothing });
  if (!report) throw notFound();
  return report;
}
