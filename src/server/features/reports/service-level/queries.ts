import { sql } from "kysely";
import type { serviceReport } from "#contract/calls/reports/reports.ts";
import type { Query } from "#contract/route.ts";
import type { OptionService } from "#contract/schemas/reports/reports.ts";
import { businessZone } from "#rules/dates.ts";
import type { Reader } from "#server/database/database.ts";
import { inMonths, monthOfDay, shownMonth } from "#server/database/reports/month-range.ts";
import { monthlyReport } from "#server/database/reports/monthly-report.ts";
import { type ReportCustomers, rowsOf } from "#server/database/reports/report-customers.ts";
import type { Scope } from "#server/database/scope.ts";
import { notFound } from "#server/http/errors.ts";

type Figures = Omit<OptionService, "customer">;

const nothing = { option: null, deliveries: 0, median_hours: null, ninetieth_hours: null, in_time: null };

/** Where no option with a window says more, a delivery is in time on its day. */
const promise = sql`
  case when o.window_hours > 0 then d.time + make_interval(hours => o.window_hours)
    else (berlin_day(d.time) + 1)::timestamp at time zone ${sql.lit(businessZone)} end`;

function sums(customers: ReportCustomers, months: readonly string[]) {
  const deliveries = rowsOf(
    "deliveries",
    sql`id, customer_id, option_id, kind, state, time, created`,
    customers,
    sql`d`,
  );
  return sql`
    facts as (
      select d.customer_id, d.option_id, ${monthOfDay(sql`berlin_day(e.created)`)} as month,
        extract(epoch from e.created - d.created)::float8 / 3600 as hours, (e.created <= ${promise})::int as in_time
      from ${deliveries} join delivery_events e on e.delivery_id = d.id and e.kind = 'completed'
        left join delivery_options o on o.id = d.option_id
      where d.kind = 0 and d.state = 2 and ${inMonths(months, sql`e.created`)}),
    sums as materialized (
      select month, customer_id, option_id, count(*)::int as deliveries, avg(in_time)::float8 as in_time,
        percentile_cont(array[0.5, 0.9]) within group (order by hours) as hours
      from facts group by grouping sets ((month), (month, customer_id, option_id)))`;
}

const columns = sql`
  ${shownMonth(sql`s.month`)} as month, (select description from delivery_options where id = s.option_id) as option, s.deliveries,
  round(s.hours[1]::numeric, 1)::float8 as median_hours, round(s.hours[2]::numeric, 1)::float8 as ninetieth_hours,
  round(s.in_time::numeric, 4)::float8 as in_time`;

/** How long orders took until they were handed over, by the month of that; a 404 where there is no such customer. */
export async function serviceOf(db: Reader, scope: Scope, query: Query<typeof serviceReport>, now: Date) {
  const report = await monthlyReport<Figures>(
    db,
    scope,
    { query, now },
    { name: "service-level", sums, columns, within: sql`s.option_id`, nothing },
  );
  if (!report) throw notFound();
  return report;
}
