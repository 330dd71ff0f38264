import { type Expression, type RawBuilder, type SqlBool, sql } from "kysely";
import type { Sql } from "#server/database/connections/statement.ts";
import type { TokenScope } from "#rules/access/token-scopes.ts";
import type { Tables } from "./tables.ts";

declare const fromToken: unique symbol;

/** Token that a program calls with: the program may never do more than its user. */
export interface ProgramToken {
  readonly id: number;
  /** As the audit trail names it. */
  readonly label: string;
  readonly scopes: readonly TokenScope[];
  /** True where the token's user is no person. */
  readonly isService: boolean;
  /** True where it stands on record already that the token was refused something. */
  readonly isRefused: boolean;
}

/**
 * Caller, and what the caller may see. Every query takes a scope; `http/session` alone makes them, from a living token or for the owner of a webhook.
 */
export interface Scope {
  readonly [fromToken]: true;
  readonly userId: number;
  readonly isStaff: boolean;
  /** True where the caller may make users and give rights. */
  readonly managesUsers: boolean;
  /** True where the caller proved their identity within the last ten minutes of this session. */
  readonly confirmed: boolean;
  /** True where the caller signed in, or proved their identity, in this session on this working day. */
  readonly confirmedToday: boolean;
  readonly initPassword: boolean;
  /** True where the caller must set up a second factor before anything else. */
  readonly lacksFactor: boolean;
  /** The ids of the customers that a customer user may see; empty for staff, who see every one. */
  readonly customerIds: readonly number[];
  /**
   * Part that the caller sees where it is not all of each customer, as text: the cost centres by customer (decision 128). Reads of such a caller go
   * through views that hold nothing else (`departments/`). Null for a caller who sees all of their customers.
   */
  readonly department: string | null;
  /** The token of the program that calls; null for a person's session. */
  readonly token: ProgramToken | null;
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

/** The same where a statement has one text for staff and others, as a named one has. */
export function seenBy(scope: Scope, customerId: Sql): RawBuilder<SqlBool> {
  const mine = sql`${seenCustomers(scope)}::bigint[]`;
  return sql<SqlBool>`(${mine} is null or ${customerId} = any(${mine}))`;
}

/** The rights of who asks at the customers that they see, as rows of `customer_users`: a token may be for fewer customers than its user's. */
export const ownRights = ({ userId, customerIds }: Scope): Sql =>
  sql`(select * from customer_users where user_id = ${userId}::bigint and customer_id = any(${customerIds}::bigint[]))`;

type Table = keyof Tables;

/**
 * One customer's rows of a table, to stand behind `lateral`: `customer` is the id, in SQL. `offset 0` keeps whatever else is asked of them outside,
 * or PostgreSQL chose the index of a word, a state or an order that all customers share: how long that takes reveals how much the others have.
 */
export const rowsOfCustomer = (table: Table, columns: Sql, customer: Sql): Sql =>
  sql`(select ${columns} from ${sql.table(table)} where ${table === "customers" ? sql`id` : sql`customer_id`} = ${customer} offset 0)`;

/** The rows of some customers as `as`, to stand behind `from`: `customers` is an array of their ids. */
export const ownRows = (table: Table, columns: Sql, customers: readonly number[], as: Sql): Sql =>
  sql`unnest(${customers}::bigint[]) mine(customer) cross join lateral ${rowsOfCustomer(table, columns, sql`mine.customer`)} ${as}`;

/** One row by its id, to stand behind `lateral`: never by reading the table to its end. */
export const joinById = (table: Table, columns: Sql, id: Sql): Sql =>
  sql`(select ${columns} from ${sql.table(table)} where id = ${id} offset 0)`;

/**
 * One customer's contents that may have a text, to stand behind `lateral`: `trigrams` are those of `computeTrigrams`, and whether it has any
 * has to be known. The index has each group of letters once for each customer, so that it reads nothing of the others'.
 */
export function contentsOf(columns: Sql, customer: Sql, trigrams: readonly string[]): Sql {
  if (trigrams.length === 0) return rowsOfCustomer("contents", columns, customer);
  const hashes = sql`array(select hashtextextended(t, ${customer}) from unnest(${trigrams}::text[]) t)`;
  return sql`(
    select ${columns} from contents
    where owned_trigrams(customer_id, text) @> ${hashes} and customer_id + 0 = ${customer} offset 0)`;
}

/** The ids and codes of one customer's boxes, to stand behind `lateral`: along the codes that begin with the customer's number. */
export const codesOf = (customer: Sql): Sql => sql`(
  select k.id, k.code from ${joinById("customers", sql`lpad(code::text, 4, '0') as first`, customer)} o
  cross join lateral (select id, code from boxes where code >= o.first and code < o.first || ':' offset 0) k)`;
