import { sql } from "kysely";
import { BoxState } from "#rules/stock/box-state.ts";
import type { Sql } from "#server/database/connections/statement.ts";
import { ownRows, type Scope, seenCustomers } from "#server/database/scope.ts";
import type { Tables } from "#server/database/tables.ts";

/**
 * Search with an index of its own: a condition on everybody's boxes `b`, or a query for the ids of one customer's boxes. The customer's id is
 * `customer` in SQL.
 */
export interface BoxSearch {
  readonly among: Sql;
  readonly of: (customer: Sql) => Sql;
  /** True where the search looks for a text, which may find more than anybody reads. */
  readonly isText?: boolean;
  /** True where the search finds so many among everybody's boxes that going customer by customer is a shorter way to the first of them. */
  readonly isFrequent?: boolean;
}

/** Results of a search among some customers' boxes: `id`, `customer_id` and `rank` of each. */
export interface BoxHits {
  readonly all: Sql;
  /** The same in two parts, where it finds very many: by code or number, and the ids of one customer's boxes by what is in them. */
  readonly parts: { readonly coded: Sql | null; readonly of: (customer: Sql) => Sql } | null;
}

/** Filter of a box list: customers and one state, which counters know, and conditions that no counter knows. */
export interface BoxFilter {
  readonly customerId?: number | undefined;
  /** Several, or none at all. */
  readonly customerIds?: readonly number[] | undefined;
  readonly state?: BoxState | undefined;
  /** Only destroyed ones, or all others. */
  readonly destroyed?: boolean | undefined;
  /** Conditions on the boxes `b`. */
  readonly loose: readonly Sql[];
  readonly searches: readonly BoxSearch[];
  /** Results of a search among these customers' boxes. */
  readonly hits?: BoxHits | undefined;
}

/** `rank` is the order of a search, and asked for with one alone. */
export type BoxOrder = "code" | "customer" | "area" | "rank";

/** Selection of boxes: the filter, the order and the piece of the list. No limit means every box. */
export interface BoxSelection {
  readonly filter: BoxFilter;
  readonly order: BoxOrder;
  readonly descending: boolean;
  readonly limit: number | null;
  readonly offset: number;
  /** So many of what a text finds are counted and put on pages; every one where it is left out. */
  readonly most?: number | undefined;
  /** A code after which the page begins, in ascending order of code and without a search: a page does not drift where boxes come or go before it. */
  readonly after?: string | undefined;
}

/** SQL for the ids of a page in order and for the count of the whole list, and the `with` before them that both may need. */
export interface BoxStatement {
  readonly before: Sql;
  readonly ids: Sql;
  readonly count: Sql;
}

const names = new Map<string, string>();

/** A short, lasting name for a statement's text: PostgreSQL cuts names at 63 bytes. */
export function statementName(text: string): string {
  const cachedName = names.get(text);
  if (cachedName) return cachedName;
  const name = `boxes-${names.size + 1}`;
  names.set(text, name);
  return name;
}

export const isLoose = (filter: BoxFilter) => filter.loose.length > 0;

/** Says whether the filter looks for a text, which may find more than anybody reads. */
export const isByText = ({ hits, searches }: BoxFilter) =>
  hits !== undefined || searches.some(({ isText = false }) => isText);

/** The customers in question, as a condition on a `customer_id` column. */
export function customersAre(scope: Scope, { customerId, customerIds }: BoxFilter, column: Sql): Sql {
  const mine = seenCustomers(scope);
  return where([
    ...(customerId === undefined ? [] : [sql`${column} = ${customerId}::bigint`]),
    ...(customerIds === undefined ? [] : [sql`${column} = any(${customerIds}::bigint[])`]),
    ...(mine === null ? [] : [sql`${column} = any(${mine}::bigint[])`]),
  ]);
}

/** The customers in question by their ids, of those that the caller sees; null where that is every one. */
export function customersOf(scope: Scope, { customerId, customerIds }: BoxFilter): readonly number[] | null {
  const mine = seenCustomers(scope);
  const customers = customerId === undefined ? customerIds : [customerId];
  if (customers === undefined) return mine;
  return mine === null ? customers : customers.filter((id) => mine.includes(id));
}

/** Rows of the customers in question as `as`, to stand behind `from`: everybody's, or customer by customer those and no others. */
export function rowsOfCustomers(scope: Scope, filter: BoxFilter, table: keyof Tables, columns: Sql, as: Sql): Sql {
  const customers = customersOf(scope, filter);
  return customers === null ? sql`${sql.table(table)} ${as}` : ownRows(table, columns, customers, as);
}

export const direction = ({ descending }: Pick<BoxSelection, "descending">) => (descending ? sql`desc` : sql`asc`);
export const where = (conditions: readonly Sql[]): Sql =>
  conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`;
export const stateIs = ({ state, destroyed }: BoxFilter, column: Sql = sql`b.state`) => [
  ...(state === undefined ? [] : [sql`${column} = ${state}::smallint`]),
  ...(destroyed === undefined ? [] : [sql`${column} ${destroyed ? sql`=` : sql`<>`} ${BoxState.destroyed}::smallint`]),
];
export const piece = ({ limit, offset }: BoxSelection) =>
  sql`${limit === null ? sql`` : sql`limit ${limit}::bigint `}offset ${offset}::bigint`;

/** Columns of a box that filters and orders need. */
export const columnsOfBox = sql`id, customer_id, number, code, state, place_area, cost_centre, period_from, period_to`;

export const customerOrder = (page: BoxSelection) =>
  page.order === "customer"
    ? sql`c.name collate german ${direction(page)}, c.code ${direction(page)}`
    : sql`c.code ${direction(page)}`;

/** The areas, ranked: names are compared once for each and not for each box. Boxes without a place come last in either direction. */
export const areasInOrder = (page: BoxSelection) =>
  sql`select id, row_number() over (order by name collate german ${direction(page)}, id) as rank from areas`;
export const customersInOrder = (page: BoxSelection, customers: Sql) =>
  sql`select c.id, row_number() over (order by ${customerOrder(page)}) as rank from ${customers}`;
