import type { Reader } from "#server/database/database.ts";
import { type Scope, seenCustomers } from "#server/database/scope.ts";

// A list may hold a hundred thousand lines: PostgreSQL writes its data as JSON, and only the thread that sets it reads them.

/** Of customers `c`. */
export const customerFields = {
  code: "c.code",
  name: "c.name",
  address: `array_remove(
  array[coalesce(nullif(c.address_name, ''), c.name), c.address_street, trim(c.address_postcode || ' ' || c.address_city)], '')`,
};
export const rangeFields = { from: "$3::text", to: "$4::text" };
export const customerCondition = "c.id = $1::bigint and ($2::bigint[] is null or c.id = any($2))";
export const metres = (millimetres: string) => `round(${millimetres} / 1000.0, 2)`;
/** What a list sums up over its boxes `b`. */
export const sums = {
  boxes: "count(b.number)",
  contents: "coalesce(sum(b.contents), 0)",
  images: "coalesce(sum(b.images), 0)",
  placed: metres("coalesce(sum(b.size) filter (where b.row_id is not null), 0)"),
  metres: metres("coalesce(sum(b.size), 0)"),
};
export const boxesBy = (order: string) =>
  `coalesce(json_agg(b.box order by ${order}) filter (where b.number is not null), '[]')`;
/** The columns of a box that more than one list has. */
export const years = { year: "meta_year", destroyYear: "meta_destroy_year" };

/** The data of a list about a customer, as JSON, and the customer's code; undefined where there is no such customer or it is not the caller's. */
export async function listData(db: Reader, scope: Scope, name: string, text: string, id: number, values: unknown[]) {
  const [list] = await db.list<{ data: string; customer: number }>(name, text, [id, seenCustomers(scope), ...values]);
  return list;
}
