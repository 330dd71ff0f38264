import { sql } from "kysely";
import type { Reader, Sql } from "#server/database/database.ts";
import { joinById, ownRows, type Scope, seenBy, seenCustomers } from "#server/database/scope.ts";
import type { Tables } from "#server/database/tables.ts";

/** The ids of the customers that a report is of; null for all of them. */
export type ReportCustomers = readonly number[] | null;

const visibleCustomer = (scope: Scope, id: number) => sql<{ id: number }>`
  select c.id from ${joinById("customers", sql`id`, sql`${id}::bigint`)} c where ${seenBy(scope, sql`c.id`)}`;

/** Returns the customers whose figures are asked for: one, or all that the caller sees. Undefined where the caller sees no such customer. */
export async function reportCustomers(
  db: Reader,
  scope: Scope,
  customer: number | undefined,
): Promise<ReportCustomers | undefined> {
  if (customer === undefined) return seenCustomers(scope);
  const [visible] = await db.list("report-customer", visibleCustomer(scope, customer));
  return visible && [visible.id];
}

/** The rows of those customers as `as`, to stand behind `from`. */
export const rowsOf = (table: keyof Tables, columns: Sql, customers: ReportCustomers, as: Sql): Sql =>
  customers === null ? sql`${sql.table(table)} ${as}` : ownRows(table, columns, customers, as);

/** A statement of all customers has another text than one of some. */
export const reportName = (name: string, customers: ReportCustomers): string =>
  `${name}-${customers === null ? "all" : "some"}`;
