import type { StoredStock } from "#contract/schemas/reports/reports.ts";
import { berlinDay } from "#rules/dates.ts";
import { toPage } from "#rules/lists/paging.ts";
import { addMonths, monthOf } from "#rules/months.ts";
import { fullMonth } from "#rules/reports/hall-forecast.ts";
import type { Reader } from "#server/database/database.ts";
import { reportCustomers } from "#server/database/reports/report-customers.ts";
import type { Scope } from "#server/database/scope.ts";
import { stockOfCustomers } from "#server/database/stock-months/customer-stock.ts";
import { stockOfHalls } from "#server/database/stock-months/hall-stock.ts";
import { stockByMonth } from "#server/database/stock-months/stock-by-month.ts";
import { notFound } from "#server/http/errors.ts";

const mmInMetre = 1000;

interface OfCustomer {
  readonly customer?: number | undefined;
}

/** The stock by month of one customer or of all that the caller sees; a 404 where they see no such customer. */
export async function stockMonths(
  db: Reader,
  scope: Scope,
  { customer }: OfCustomer,
  now: Date,
): Promise<readonly StoredStock[]> {
  const customers = await reportCustomers(db, scope, customer);
  if (customers === undefined) throw notFound();
  if (customers === null)
    return (await stockByMonth(db, scope, now)).map(({ month, boxes, meters }) => ({ month, boxes, meters }));
  const rows = await stockOfCustomers(db, customers, now);
  return rows.map(({ mm, ...row }) => ({ ...row, meters: mm / mmInMetre }));
}

/** The stock by month, and for staff who ask for no customer when each hall is full. */
export async function stockGrowth(db: Reader, scope: Scope, query: OfCustomer, now: Date) {
  const isWhole = scope.isStaff && query.customer === undefined;
  const [months, fills] = await Promise.all([
    stockMonths(db, scope, query, now),
    isWhole ? stockOfHalls(db, scope, `${addMonths(monthOf(now), -13)}-01`) : [],
  ]);
  const page = { limit: undefined, offset: 0 };
  return {
    ...toPage([...months], months.length, page),
    halls: fills.map((hall) => ({ ...hall, full: fullMonth(hall, berlinDay(now)) })),
  };
}
