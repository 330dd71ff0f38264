import type { StoredMonth } from "#contract/schemas/customers/customers.ts";
import type { Reader } from "#server/database/database.ts";
import { type Scope, visibleTo } from "#server/database/scope.ts";
import { stockOfCustomers } from "#server/database/stock-months/customer-stock.ts";
import { notFound } from "#server/http/errors.ts";

const mmInMetre = 1000;

/** The metres that a customer's boxes took on the shelves at the end of each month; a 404 where the caller sees no such customer. */
export async function metresByMonth(
  db: Reader,
  scope: Scope,
  id: number,
  now: Date,
): Promise<{ months: StoredMonth[] }> {
  const customer = db.selectFrom("customers").select("id").where("id", "=", id).where(visibleTo(scope, "customers.id"));
  if (!(await customer.executeTakeFirst())) throw notFound();
  const rows = await stockOfCustomers(db, [id], now);
  return { months: rows.map(({ month, mm }) => ({ month, meters: mm / mmInMetre })) };
}
