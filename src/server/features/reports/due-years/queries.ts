import { sql } from "kysely";
import type { dueReport } from "#contract/calls/reports/reports.ts";
import type { Query } from "#contract/route.ts";
import { pageSize, toPage } from "#rules/lists/paging.ts";
import { monthOf } from "#rules/months.ts";
import type { Reader } from "#server/database/database.ts";
import {
  type ReportCustomers,
  reportCustomers,
  reportName,
  rowsOf,
} from "#server/database/reports/report-customers.ts";
import { partSums, sumsByCustomer } from "#server/database/reports/sums-by-customer.ts";
import type { Scope } from "#server/database/scope.ts";
import { notFound } from "#server/http/errors.ts";

const yearsAhead = 5;
const mmInMetre = 1000;

interface Figures {
  readonly year: number;
  readonly boxes: number;
  readonly mm: number;
}

/** A box falls due with the later of both ends, that of the law and the year of destruction that somebody has set: counted by year (decision 148). */
function sums(customers: ReportCustomers, thisYear: number) {
  const counts = rowsOf("due_counts", sql`customer_id, year, boxes, mm`, customers, sql`k`);
  return sql`
    facts as (
      select k.customer_id, greatest(k.year, ${thisYear}::int) as year, k.boxes, k.mm from ${counts}
      where k.year <= ${thisYear}::int + ${sql.lit(yearsAhead)}),
    sums as materialized (
      select year, customer_id, sum(boxes)::int as boxes, sum(mm)::int8 as mm from facts
      group by grouping sets ((year), (year, customer_id)) having sum(boxes) > 0)`;
}

const inMetres = <Row extends Figures>({ mm, ...row }: Row) => ({ ...row, meters: mm / mmInMetre });

/** Returns everything that falls due this year and in the next five, by customer; a 404 where the caller sees no such customer. */
export async function dueYears(db: Reader, scope: Scope, query: Query<typeof dueReport>, now: Date) {
  const { customer, limit = pageSize, offset = 0 } = query;
  const customers = await reportCustomers(db, scope, customer);
  if (customers === undefined) throw notFound();
  const thisYear = Number(monthOf(now).slice(0, 4));
  const columns = sql`s.year, s.boxes, s.mm`;
  const order = sql`c.code, s.year`;
  const statement = sumsByCustomer<Figures>({ sums: sums(customers, thisYear), columns, order, limit, offset });
  const { ofCustomers, ofAll, count } = partSums(await db.list(reportName("due-years", customers), statement));
  const years = Array.from({ length: yearsAhead + 1 }, (_, index) => thisYear + index);
  const page = toPage(ofCustomers.map(inMetres), count, { limit, offset });
  return {
    ...page,
    years: years.map((year) => {
      const { boxes = 0, mm = 0 } = ofAll.find((each) => each.year === year) ?? {};
      return { year, boxes, meters: mm / mmInMetre };
    }),
  };
}
