import type { BoxState } from "#rules/box-state.ts";
import type { Reader } from "./database.ts";
import { type Scope, seenCustomers } from "./scope.ts";

/** A condition on the boxes `b`, with its values bound. */
export type BoxCondition = (b: Builder) => string;

/** What a box list is narrowed to: what counters know, one customer and one state, and what none knows. */
export interface BoxFilter {
  readonly customerId?: number | undefined;
  readonly state?: BoxState | undefined;
  readonly loose: readonly BoxCondition[];
}

export type BoxOrder = "code" | "customer" | "area";

/** Which boxes: the filter, the order and the piece of the list. No limit means every one. */
export interface BoxPage {
  readonly filter: BoxFilter;
  readonly order: BoxOrder;
  readonly descending: boolean;
  readonly limit: number | null;
  readonly offset: number;
}

/** A statement that is put together once per combination of filter and order; its text is its name. */
interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

export class Builder {
  readonly values: unknown[] = [];
  bind(value: unknown, type: string): string {
    this.values.push(value);
    return `$${this.values.length}::${type}`;
  }
}

/** Skipping entries of an index costs less than summing the counters up to here. */
const shallow = 1000;

/**
 * The ids of one page of boxes, in order, without work that grows with the stock: short ways into the list walk an
 * index, deep ones find the customer or area by its counters first and skip only inside it.
 */
export async function boxIds(db: Reader, scope: Scope, page: BoxPage): Promise<number[]> {
  const { text, values } = pageStatement(scope, page);
  const rows = await db.list<{ id: number }>(nameOf(text), text, values);
  return rows.map(({ id }) => id);
}

/** How many boxes the filter lets through: from the counters, or from an index where a counter does not know. */
export async function countBoxes(db: Reader, scope: Scope, filter: BoxFilter): Promise<number> {
  const { text, values } = countStatement(scope, filter);
  const [row] = await db.list<{ count: number }>(nameOf(text), text, values);
  return row?.count ?? 0;
}

const names = new Map<string, string>();

/** A short, lasting name for a statement's text: PostgreSQL cuts names at 63 bytes. */
function nameOf(text: string): string {
  const known = names.get(text);
  if (known) return known;
  const name = `boxes-${names.size + 1}`;
  names.set(text, name);
  return name;
}

const isLoose = (filter: BoxFilter) => filter.loose.length > 0;
const loose = (filter: BoxFilter, b: Builder) => filter.loose.map((condition) => condition(b));

/** The customers in question, as a condition on a `customer_id` column. */
function customersAre(scope: Scope, { customerId }: BoxFilter, column: string, b: Builder): string {
  const mine = seenCustomers(scope);
  return [
    ...(customerId === undefined ? ["true"] : [`${column} = ${b.bind(customerId, "bigint")}`]),
    ...(mine === null ? [] : [`${column} = any(${b.bind(mine, "bigint[]")})`]),
  ].join(" and ");
}

function pageStatement(scope: Scope, page: BoxPage): Statement {
  const b = new Builder();
  const text = textOfPage(scope, page, b);
  return { text, values: b.values };
}

function textOfPage(scope: Scope, page: BoxPage, b: Builder): string {
  const { filter, order, offset, limit } = page;
  const whole = filter.customerId === undefined && !isLoose(filter);
  if (order === "area")
    return whole && scope.isStaff && limit !== null ? byAreaGroups(page, b) : byArea(scope, page, b);
  if (filter.customerId !== undefined) return byNumber(scope, page, b);
  if (!whole || limit === null) return byCustomerProbes(scope, page, b);
  if (order === "code" && offset <= shallow && filter.state === undefined && scope.isStaff) return byCode(page, b);
  return byCustomerGroups(scope, page, b);
}

const direction = ({ descending }: BoxPage) => (descending ? "desc" : "asc");
const where = (conditions: string[]) => (conditions.length > 0 ? conditions.join(" and ") : "true");
const stateIs = ({ state }: BoxFilter, b: Builder, column = "b.state") =>
  state === undefined ? [] : [`${column} = ${b.bind(state, "smallint")}`];
const piece = ({ limit, offset }: BoxPage, b: Builder) =>
  `${limit === null ? "" : `limit ${b.bind(limit, "bigint")} `}offset ${b.bind(offset, "bigint")}`;

/** Everything by code, near the start: straight along the index of codes. */
function byCode(page: BoxPage, b: Builder): string {
  return `select id from boxes b order by code ${direction(page)} ${piece(page, b)}`;
}

/** One customer's boxes: along the customer's numbers; code and customer name order them alike. */
function byNumber(scope: Scope, page: BoxPage, b: Builder): string {
  const conditions = [
    customersAre(scope, page.filter, "b.customer_id", b),
    ...stateIs(page.filter, b),
    ...loose(page.filter, b),
  ];
  return `select id from boxes b where ${where(conditions)} order by number ${direction(page)} ${piece(page, b)}`;
}

const customerOrder = (page: BoxPage) =>
  page.order === "customer"
    ? `c.name collate german ${direction(page)}, c.code ${direction(page)}`
    : `c.code ${direction(page)}`;

/** Several customers under a filter that no counter knows: each customer's index is asked in turn. */
function byCustomerProbes(scope: Scope, page: BoxPage, b: Builder): string {
  const mine = customersAre(scope, page.filter, "c.id", b);
  const conditions = [...stateIs(page.filter, b), ...loose(page.filter, b)];
  return `
    select x.id from customers c cross join lateral (
      select b.id, b.number from boxes b where b.customer_id = c.id and ${where(conditions)} order by b.number ${direction(page)}
    ) x where ${mine} order by ${customerOrder(page)}, x.number ${direction(page)} ${piece(page, b)}`;
}

/** Several customers, a filter that the counters know: the counters find the customers of the page. */
function byCustomerGroups(scope: Scope, page: BoxPage, b: Builder): string {
  const limit = b.bind(page.limit, "bigint");
  const offset = b.bind(page.offset, "bigint");
  const counted = [customersAre(scope, page.filter, "customer_id", b), ...stateIs(page.filter, b, "state")];
  return `
    with groups as materialized (
      select customer_id, sum(boxes)::bigint n from customer_counts where ${where(counted)} group by 1 having sum(boxes) > 0),
    placed as (
      select g.customer_id, n, sum(n) over (order by ${customerOrder(page)}) - n as start
      from groups g join customers c on c.id = g.customer_id),
    wanted as (select * from placed where start < ${offset} + ${limit} and start + n > ${offset})
    select x.id from wanted w cross join lateral (
      select b.id, b.number from boxes b where ${where(["b.customer_id = w.customer_id", ...stateIs(page.filter, b)])}
      order by b.number ${direction(page)} offset greatest(0, ${offset} - w.start) limit ${limit}
    ) x order by w.start, x.number ${direction(page)} limit ${limit}`;
}

/** Boxes without a place come last in either direction. */
const areaOrder = (page: BoxPage, id: string) => `(${id} = 0), a.name collate german ${direction(page)}, ${id}`;

function byAreaGroups(page: BoxPage, b: Builder): string {
  const limit = b.bind(page.limit, "bigint");
  const offset = b.bind(page.offset, "bigint");
  return `
    with groups as materialized (
      select area_id, sum(boxes)::bigint n from area_counts where ${where(stateIs(page.filter, b, "state"))} group by 1 having sum(boxes) > 0),
    placed as (
      select g.area_id, n, sum(n) over (order by ${areaOrder(page, "g.area_id")}) - n as start
      from groups g left join areas a on a.id = g.area_id),
    wanted as (select * from placed where start < ${offset} + ${limit} and start + n > ${offset})
    select x.id from wanted w cross join lateral (
      select b.id, b.code from boxes b where ${where(["b.place_area = w.area_id", ...stateIs(page.filter, b)])}
      order by b.code ${direction(page)} offset greatest(0, ${offset} - w.start) limit ${limit}
    ) x order by w.start, x.code ${direction(page)} limit ${limit}`;
}

/** By area under another filter: what the filter lets through is sorted. */
function byArea(scope: Scope, page: BoxPage, b: Builder): string {
  const conditions = [
    customersAre(scope, page.filter, "b.customer_id", b),
    ...stateIs(page.filter, b),
    ...loose(page.filter, b),
  ];
  return `
    select b.id from boxes b left join areas a on a.id = b.place_area where ${where(conditions)}
    order by ${areaOrder(page, "b.place_area")}, b.code ${direction(page)} ${piece(page, b)}`;
}

function countStatement(scope: Scope, filter: BoxFilter): Statement {
  const b = new Builder();
  if (!isLoose(filter)) {
    const conditions = [customersAre(scope, filter, "customer_id", b), ...stateIs(filter, b, "state")];
    return {
      text: `select coalesce(sum(boxes), 0)::int as count from customer_counts where ${where(conditions)}`,
      values: b.values,
    };
  }
  if (filter.customerId !== undefined) {
    const conditions = [customersAre(scope, filter, "b.customer_id", b), ...stateIs(filter, b), ...loose(filter, b)];
    return { text: `select count(*)::int from boxes b where ${where(conditions)}`, values: b.values };
  }
  const mine = customersAre(scope, filter, "c.id", b);
  const conditions = ["b.customer_id = c.id", ...stateIs(filter, b), ...loose(filter, b)];
  const text = `
    select coalesce(sum(n), 0)::int as count from customers c
    cross join lateral (select count(*) n from boxes b where ${where(conditions)}) x where ${mine}`;
  return { text, values: b.values };
}
