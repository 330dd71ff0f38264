import { sql } from "kysely";
import type { serviceReport } from "#contract/calls/reports/reports.ts";
import type { Query } from "#contract/route.ts";
import type { OptionService } from "#contract/schemas/reports/reports.ts";
import type { Reader, Sql } from "#server/database/database.ts";
import { handedOver, handedOverSums } from "#server/database/reports/handed-over.ts";
import { notedMonths, shownMonth } from "#server/database/reports/month-range.ts";
import { monthlyReport } from "#server/database/reports/monthly-report.ts";
import type { ReportCustomers } from "#server/database/reports/report-customers.ts";
import type { Scope } from "#server/database/scope.ts";
import { notFound } from "#server/http/errors.ts";

type Figures = Omit<OptionService, "customer">;

const nothing = { option: null, deliveries: 0, median_hours: null, ninetieth_hours: null, in_time: null };

/** All deliveries, or those of one customer, in months that are noted; medians of several customers are those of nothing that is noted. */
function sums(customers: ReportCustomers, months: readonly string[]) {
  const isOne = sql`cardinality(${customers}::bigint[]) = 1`;
  const isNoted = sql`exists (select from delivery_months k where k.month = m.month and k.customer_id is null)`;
  const mine = (customer: Sql) => (customers === null ? sql`true` : sql`${customer} = any(${customers}::bigint[])`);
  const whole = customers === null ? sql`n.customer_id is null` : mine(sql`n.customer_id`);
  const kept = sql`n.deliveries, n.dated, n.in_time, n.median_hours, n.ninetieth_hours`;
  return sql`
    ${notedMonths(months, customers === null ? isNoted : sql`${isOne} and ${isNoted}`)},
    facts as (${handedOver(mine(sql`d.customer_id`))}),
    sums as materialized (
      select month, customer_id, option_id, ${handedOverSums} from facts group by grouping sets ((month), (month, customer_id, option_id))
      union all
      select n.month, null, null, ${kept} from delivery_months n join months m on m.month = n.month and m.is_noted
      where n.deliveries > 0 and ${whole}
      union all
      select n.month, n.customer_id, n.option_id, ${kept} from option_months n join months m on m.month = n.month and m.is_noted
      where ${mine(sql`n.customer_id`)})`;
}

const columns = sql`
  ${shownMonth(sql`s.month`)} as month, (select description from delivery_options where id = s.option_id) as option, s.deliveries,
  s.median_hours::float8 as median_hours, s.ninetieth_hours::float8 as ninetieth_hours,
  round(s.in_time::numeric / nullif(s.dated, 0), 4)::float8 as in_time`;

/** Returns the time that orders took until they were handed over, by the month of the handover; a 404 where there is no such customer. */
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
