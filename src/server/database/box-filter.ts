import { BoxState } from "#rules/box-state.ts";
import { ownRows, type Scope, seenCustomers } from "./scope.ts";

/** A condition on the boxes `b`, with its values bound. */
export type BoxCondition = (b: Builder) => string;

/** What has an index of its own: a condition on everybody's boxes `b`, or a query for the ids of one customer's, whose id is `customer` in SQL. */
export interface BoxSearch {
  readonly among: BoxCondition;
  readonly of: (b: Builder, customer: string) => string;
}

/** What a box list is narrowed to: what counters know, customers and one state, and what none knows. */
export interface BoxFilter {
  readonly customerId?: number | undefined;
  /** Several, or none at all. */
  readonly customerIds?: readonly number[] | undefined;
  readonly state?: BoxState | undefined;
  /** Only destroyed ones, or all others. */
  readonly destroyed?: boolean | undefined;
  readonly loose: readonly BoxCondition[];
  readonly searches: readonly BoxSearch[];
}

export type BoxOrder = "code" | "customer" | "area";

/** Which boxes: the filter, the order and the piece of the list. No limit means every one. */
export interface BoxSelection {
  readonly filter: BoxFilter;
  readonly order: BoxOrder;
  readonly descending: boolean;
  readonly limit: number | null;
  readonly offset: number;
}

/** SQL for the ids of a page in order and for the count of the whole list, and the `with` before them that both may need. */
export interface BoxStatement {
  readonly before: string;
  readonly ids: string;
  readonly count: string;
}

/** Binds values to a statement, which is put together once per combination of filter and order. */
export class Builder {
  readonly values: unknown[] = [];
  bind(value: unknown, type: string): string {
    this.values.push(value);
    return `$${this.values.length}::${type}`;
  }
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
export const loose = (filter: BoxFilter, b: Builder) => filter.loose.map((condition) => condition(b));

/** The customers in question, as a condition on a `customer_id` column. */
export function customersAre(scope: Scope, { customerId, customerIds }: BoxFilter, column: string, b: Builder): string {
  const mine = seenCustomers(scope);
  return [
    ...(customerId === undefined ? ["true"] : [`${column} = ${b.bind(customerId, "bigint")}`]),
    ...(customerIds === undefined ? [] : [`${column} = any(${b.bind(customerIds, "bigint[]")})`]),
    ...(mine === null ? [] : [`${column} = any(${b.bind(mine, "bigint[]")})`]),
  ].join(" and ");
}

/** The customers in question by their ids, of those that the caller sees; null where that is every one. */
export function customersOf(scope: Scope, { customerId, customerIds }: BoxFilter): readonly number[] | null {
  const mine = seenCustomers(scope);
  const customers = customerId === undefined ? customerIds : [customerId];
  if (customers === undefined) return mine;
  return mine === null ? customers : customers.filter((id) => mine.includes(id));
}

/** Rows of the customers in question as `as`, to stand behind `from`: everybody's, or customer by customer those and no others. */
export function rowsOfCustomers(
  scope: Scope,
  filter: BoxFilter,
  b: Builder,
  table: string,
  columns: string,
  as: string,
): string {
  const customers = customersOf(scope, filter);
  return customers === null ? `${table} ${as}` : ownRows(table, columns, b.bind(customers, "bigint[]"), as);
}

export const direction = ({ descending }: BoxSelection) => (descending ? "desc" : "asc");
export const where = (conditions: string[]) => (conditions.length > 0 ? conditions.join(" and ") : "true");
export const stateIs = ({ state, destroyed }: BoxFilter, b: Builder, column = "b.state") => [
  ...(state === undefined ? [] : [`${column} = ${b.bind(state, "smallint")}`]),
  ...(destroyed === undefined ? [] : [`${column} ${destroyed ? "=" : "<>"} ${b.bind(BoxState.destroyed, "smallint")}`]),
];
export const piece = ({ limit, offset }: BoxSelection, b: Builder) =>
  `${limit === null ? "" : `limit ${b.bind(limit, "bigint")} `}offset ${b.bind(offset, "bigint")}`;

export const customerOrder = (page: BoxSelection) =>
  page.order === "customer"
    ? `c.name collate german ${direction(page)}, c.code ${direction(page)}`
    : `c.code ${direction(page)}`;

/** The areas, ranked: names are compared once for each and not for each box. Boxes without a place come last in either direction. */
export const areasInOrder = (page: BoxSelection) =>
  `select id, row_number() over (order by name collate german ${direction(page)}, id) as rank from areas`;
export const customersInOrder = (page: BoxSelection, customers: string) =>
  `select c.id, row_number() over (order by ${customerOrder(page)}) as rank from ${customers}`;
