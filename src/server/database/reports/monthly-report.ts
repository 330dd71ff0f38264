import { sql } from "kysely";
import { pageSize, toPage } from "#rules/lists/paging.ts";
import { monthOf } from "#rules/months.ts";
import { monthsUntil, usualMonths } from "#rules/reports/report-months.ts";
import type { Reader, Sql } from "#server/database/database.ts";
import type { Scope } from "#server/database/scope.ts";
import { everyMonth } from "./month-range.ts";
import { type ReportCustomers, reportCustomers, reportName } from "./report-customers.ts";
import { partSums, sumsByCustomer } from "./sums-by-customer.ts";

/** Query of a report: the last month (`YYYY-MM`), the number of months with it, the customer, and a page of the rows by customer. */
interface MonthlyQuery {
  readonly customer?: number | undefined;
  readonly until?: string | undefined;
  readonly months?: number | undefined;
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
}

interface Monthly<Figures> {
  /** The name of the prepared statement. */
  readonly name: string;
  /** A `with` list as `sumsByCustomer` takes it. */
  readonly sums: (customers: ReportCustomers, months: readonly string[]) => Sql;
  /** Columns that are reported of a row `s`; its month as `month`. */
  readonly columns: Sql;
  /** In which order the rows of one customer and month stand. */
  readonly within?: Sql;
  /** The figures of a month without any activity. */
  readonly nothing: Omit<Figures, "month">;
}

/** The figures of months, the newest first by customer, and the sums of each month; undefined where the caller sees no such customer. */
export async function monthlyReport<Figures extends { readonly month: string }>(
  db: Reader,
  scope: Scope,
  { query, now }: { readonly query: MonthlyQuery; readonly now: Date },
  { name, sums, columns, within, nothing }: Monthly<Figures>,
) {
  const { customer, until = monthOf(now), months: amount = usualMonths, limit = pageSize, offset = 0 } = query;
  const customers = await reportCustomers(db, scope, customer);
  if (customers === undefined) return undefined;
  const months = monthsUntil(until, amount);
  const order = sql`s.month desc, c.code${within ? sql`, ${within}` : sql``}`;
  const statement = sumsByCustomer<Figures>({ sums: sums(customers, months), columns, order, limit, offset });
  const { ofCustomers, ofAll, count } = partSums(await db.list(reportName(name, customers), statement));
  return { ...toPage(ofCustomers, count, { limit, offset }), months: everyMonth(months, ofAll, nothing) };
}
