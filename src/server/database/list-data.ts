import { sql } from "kysely";
import { countryLineOf } from "#server/database/sql/country-line.ts";
import type { Sql } from "#server/database/database.ts";
import { type Scope, seenBy } from "#server/database/scope.ts";

// A list may hold a hundred thousand lines: PostgreSQL writes its data as JSON, and only the thread that sets it reads them.

/** Columns of the table `customers c`. */
export const customerFields = {
  code: "c.code",
  name: "c.name",
  address: sql`array_remove(
  array[coalesce(nullif(c.address_name, ''), c.name), c.address_street, trim(c.address_postcode || ' ' || c.address_city), ${countryLineOf("c.address_country")}], '')`,
};
/** Where a range begins and ends. */
export const rangeFields = ([from, to]: Bounds) => ({ from: sql`${from}::text`, to: sql`${to}::text` });
export type Bounds = readonly [string | number | null, string | number | null];
/** The one customer `c`, if the caller sees it. */
export const customerCondition = (scope: Scope, id: number) =>
  sql`c.id = ${id}::bigint and ${seenBy(scope, sql`c.id`)}`;
export const metres = (millimetres: Sql) => sql`round(${millimetres} / 1000.0, 2)`;
/** Sums of a list over its boxes `b`. */
export const sums = {
  boxes: sql`count(b.number)`,
  contents: sql`coalesce(sum(b.contents), 0)`,
  images: sql`coalesce(sum(b.images), 0)`,
  placed: metres(sql`coalesce(sum(b.size) filter (where b.row_id is not null), 0)`),
  metres: metres(sql`coalesce(sum(b.size), 0)`),
};
export const boxesBy = (order: Sql) =>
  sql`coalesce(json_agg(b.box order by ${order}) filter (where b.number is not null), '[]')`;
/** The columns of a box that more than one list has. */
export const years = { year: "meta_year", destroyYear: "meta_destroy_year" };
/** From when to when its papers are. */
export const periodFields = { from: "period_from", to: "period_to" };

/** The data of a list about a customer, as JSON, and the customer's code. */
export interface ListData {
  readonly data: string;
  readonly customer: number;
}
