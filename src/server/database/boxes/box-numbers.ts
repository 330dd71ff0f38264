import { sql } from "kysely";
import type { BoxNumber, SharedNumber } from "#rules/stock/box-number.ts";
import type { Reader, Sql, Transaction } from "#server/database/database.ts";
import { json } from "#server/database/sql/json.ts";
import { ownRows, type Scope } from "#server/database/scope.ts";

const shortRow = json<BoxNumber>({ text: "text", kind: "kind" });
const wholeRow = json<SharedNumber>({
  text: "text",
  kind: "kind",
  others: sql`(select count(*) from box_numbers o where o.customer_id = n.customer_id and o.key = n.key and o.box_id <> n.box_id)`,
});
const rowsOf = (entry: Sql, box: Sql) =>
  sql`(select coalesce(json_agg(${entry} order by n.id), '[]') from box_numbers n where n.box_id = ${box})`;

/** Returns SQL for the numbers that other people give to a box, as JSON. */
export const numbersOf = (box: Sql): Sql => rowsOf(shortRow, box);
/** The same, each with how many other boxes of the customer have it. */
export const numbersInDetail = (box: Sql): Sql => rowsOf(wholeRow, box);
/** Their texts alone, as an array of PostgreSQL, in their order. */
export const numberTexts = (box: Sql): Sql =>
  sql`array(select n.text from box_numbers n where n.box_id = ${box} order by n.id)`;

/** Returns SQL for the customers whose numbers are looked through, one after the other: `c.id`. */
const customersOf = (scope: Scope) =>
  scope.isStaff ? sql`customers c` : ownRows("customers", sql`id`, scope.customerIds, sql`c`);

const boxesWith = (customers: Sql, text: string) => sql<{ code: string }>`
  select b.code from ${customers} cross join lateral (
    select box_id from box_numbers where customer_id = c.id and key = number_key(${text}::text) offset 0) n
  cross join lateral (select code from boxes where id = n.box_id offset 0) b
  order by b.code limit 2`;

/** The codes of the first two boxes, of those that the caller sees, that somebody calls so. */
export async function codesByNumber(db: Reader, scope: Scope, text: string): Promise<string[]> {
  const rows = await db.list(
    scope.isStaff ? "boxes-by-number" : "boxes-by-own-number",
    boxesWith(customersOf(scope), text),
  );
  return rows.map(({ code }) => code);
}

/** The same of all customers, for who writes: the scans of staff. */
export async function codesCalled(tx: Transaction, text: string): Promise<string[]> {
  return (await boxesWith(sql`customers c`, text).execute(tx)).rows.map(({ code }) => code);
}
