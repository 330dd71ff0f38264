import { sql } from "kysely";
import type { BoxState } from "#rules/stock/box-state.ts";
import type { DeliveryState } from "#rules/deliveries/delivery-state.ts";
import { statementName } from "#server/database/boxes/box-selection.ts";
import type { Reader, Sql } from "#server/database/database.ts";
import { fromTable } from "#server/database/sql/json.ts";
import type { Patterns } from "./has-words.ts";
import { ownRows, type Scope } from "#server/database/scope.ts";
import type { Tables } from "#server/database/tables.ts";

/** Words, or a number, within the things of some customers. */
export interface SearchWay extends Patterns {
  /** A number, where it is one. */
  readonly digits: string | null;
  /** Customers whose things are searched, of those that the caller sees; null for everybody's, where staff search all of them. */
  readonly customers: readonly number[] | null;
}

/** Search terms, and the user who searches. */
export interface SearchFor extends SearchWay {
  readonly scope: Scope;
  /** The box that two numbers name. */
  readonly code: string | null;
  /** Number that other people may give to a box. */
  readonly number: string | null;
  /** The boxes of a list of codes. */
  readonly codes: readonly string[] | null;
  /** Searches that are left for customers whose name has the other words. */
  readonly named: readonly SearchWay[];
  /** True where one of the customers was asked for. */
  readonly isOneCustomer: boolean;
  readonly boxStates: readonly BoxState[] | undefined;
  readonly deliveryStates: readonly DeliveryState[] | undefined;
  readonly year: number | undefined;
  /** True where a piece of a code may be short, where everybody's things are searched. */
  readonly anyPiece?: boolean;
  /** Results that are shown, and those that are looked at to count them; null for every one. */
  readonly limit: number;
  readonly most: number | null;
}

/** The ways in which something is looked for: with all its words, and by the names of customers. */
export const waysOf = (given: SearchFor): SearchFor[] => [
  given,
  ...given.named.map((way) => ({ ...given, ...way, code: null, number: null, codes: null })),
];

/** Says whether one customer's things alone are searched: there, short words and pieces of numbers are looked for, too. */
export const isWithinOne = ({ customers }: SearchWay) => customers?.length === 1;

/** No more than are counted. */
export const cutAt = ({ most }: SearchFor): Sql => (most === null ? sql`` : sql`limit ${sql.lit(most + 1)}`);

/** Results of one kind: the first few, and their number, counted up to a limit. */
export interface SearchResult<Row> {
  readonly rows: Row[];
  readonly count: number;
  /** Where there are more than the few that were counted. */
  readonly isMore?: boolean;
}

/** Nobody reads further, and what is frequent need not be counted to its end: one more than this is "more". */
export const mostCounted = 1000;

/** Returns the conditions on the owner, for the `customer_id` of what was found by something that one row has. */
export const ownerConditions = ({ customers }: SearchFor, column: Sql): Sql[] =>
  customers === null ? [] : [sql`${column} = any(${customers}::bigint[])`];

/** Rows to look through, as `as`: everybody's, or customer by customer those of the customers in question and no others. */
export const searchRows = ({ customers }: SearchFor, table: keyof Tables, columns: Sql, as: Sql): Sql =>
  customers === null ? sql`${sql.table(table)} ${as}` : ownRows(table, columns, customers, as);

/** The filters of boxes `b`. */
export const narrowedBoxes = ({ boxStates, year }: SearchFor): Sql[] => [
  ...(boxStates === undefined ? [] : [sql`b.state = any(${boxStates}::smallint[])`]),
  ...(year === undefined ? [] : [sql`b.meta_year = ${year}::smallint`]),
];

export const joinConditions = (conditions: readonly Sql[]): Sql =>
  conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`;

/** A box, its owner and its place, of boxes `b`: what a result shows of it. */
export const boxFields = {
  ...fromTable("b", "part", "height", "placed", "row_id"),
  box_id: "b.id",
  box_code: "b.code",
  box_state: "b.state",
  row_number: "r.number",
  row_reverse: "r.reverse",
  area_id: "a.id",
  area_name: "a.name",
};
export const boxPlace = sql`left join rows r on r.id = b.row_id left join areas a on a.id = r.area_id`;
export const ownerFields = { owner_id: "o.id", owner_code: "o.code", owner_name: "o.name" };

/**
 * The first of `found`, a table that was counted on the way: `shown` is the statement that reads them, in order, as `select … from
 * (…) f …`.
 */
export async function readFound<Row extends object>(
  db: Reader,
  { found, shown }: { readonly found: Sql; readonly shown: Sql<Row> },
): Promise<SearchResult<Row>> {
  const statement = sql<
    Row & { found_count: number }
  >`with found as materialized (${found}) select (select count(*) from found)::int as found_count, s.* from (${shown}) s`;
  const rows = await db.list(statementName, statement);
  return { rows, count: rows[0]?.found_count ?? 0 };
}
