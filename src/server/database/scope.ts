import { type Expression, type RawBuilder, type SqlBool, sql } from "kysely";

declare const fromToken: unique symbol;

/**
 * Who asks, and what they may see. Every query takes one; `http/session` alone makes them, from a living token.
 */
export interface Scope {
  readonly [fromToken]: true;
  readonly userId: number;
  readonly isStaff: boolean;
  /** Whether they may make users and give rights. */
  readonly managesUsers: boolean;
  /** Whether they proved within the last ten minutes of this session that it is them. */
  readonly confirmed: boolean;
  readonly initPassword: boolean;
  /** Whether they must set up a second factor before anything else. */
  readonly lacksFactor: boolean;
  /** The ids of the customers that a customer user may see; empty for staff, who see every one. */
  readonly customerIds: readonly number[];
}

/**
 * The one rule of what a customer user sees (specification 6), as a condition on a `customer_id` column:
 * their own customers' things; staff see everything.
 */
export function visibleTo(scope: Scope, customerId: `${string}customer_id` | "customers.id"): Expression<SqlBool> {
  if (scope.isStaff) return sql<SqlBool>`true`;
  return sql<SqlBool>`${sql.ref(customerId)} = any(${scope.customerIds}::bigint[])`;
}

/** The same for hand-written SQL: the ids to bind as `bigint[]`, or null for everything. */
export function seenCustomers(scope: Scope): readonly number[] | null {
  return scope.isStaff ? null : scope.customerIds;
}

/**
 * One customer's rows of a table, to stand behind `lateral`: `customer` is the id, in SQL. `offset 0` keeps whatever else is asked of them outside,
 * or PostgreSQL chose the index of a word, a state or an order that all customers share: how long that takes tells how much the others have.
 */
export const rowsOfCustomer = (table: string, columns: string, customer: string): string =>
  `(select ${columns} from ${table} where ${table === "customers" ? "id" : "customer_id"} = ${customer} offset 0)`;

/** The rows of some customers as `as`, to stand behind `from`: `customers` are their ids, an array in SQL. */
export const ownRows = (table: string, columns: string, customers: string, as: string): string =>
  `unnest(${customers}) mine(customer) cross join lateral ${rowsOfCustomer(table, columns, "mine.customer")} ${as}`;

/** The same with values bound: `customers` is an array of ids. */
export const ownRowsOf = (
  table: string,
  columns: string,
  customers: readonly number[],
  as: string,
): RawBuilder<unknown> =>
  sql`unnest(${customers}::bigint[]) mine(customer) cross join lateral ${sql.raw(rowsOfCustomer(table, columns, "mine.customer"))} ${sql.raw(as)}`;

/** One row by its id, to stand behind `lateral`: never by reading the table to its end. */
export const joinById = (table: string, columns: string, id: string): string =>
  `(select ${columns} from ${table} where id = ${id} offset 0)`;

/**
 * One customer's contents that may have a text, to stand behind `lateral`: `trigrams` is an array in SQL, of `trigramsOf`, and whether it has any
 * has to be known. The index has each group of letters once for each customer, so that it reads nothing of the others'.
 */
export function contentsOf(columns: string, customer: string, trigrams: string | null): string {
  if (trigrams === null) return rowsOfCustomer("contents", columns, customer);
  const hashes = `array(select hashtextextended(t, ${customer}) from unnest(${trigrams}) t)`;
  return `(
    select ${columns} from contents
    where owned_trigrams(customer_id, text) @> ${hashes} and customer_id + 0 = ${customer} offset 0)`;
}

/** The ids and codes of one customer's boxes, to stand behind `lateral`: along the codes that begin with the customer's number. */
export const codesOf = (customer: string): string => `(
  select k.id, k.code from ${joinById("customers", "lpad(code::text, 4, '0') as first", customer)} o
  cross join lateral (select id, code from boxes where code >= o.first and code < o.first || ':' offset 0) k)`;
