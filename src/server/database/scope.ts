import { type Expression, type SqlBool, sql } from "kysely";

declare const fromToken: unique symbol;

/**
 * Who asks, and what they may see. Every query takes one; `http/session` alone makes them, from a living token.
 */
export interface Scope {
  readonly [fromToken]: true;
  readonly userId: number;
  readonly isStaff: boolean;
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
export function seen(scope: Scope, customerId: `${string}customer_id` | "customers.id"): Expression<SqlBool> {
  if (scope.isStaff) return sql<SqlBool>`true`;
  return sql<SqlBool>`${sql.ref(customerId)} = any(${scope.customerIds}::bigint[])`;
}

/** The same for hand-written SQL: the ids to bind as `bigint[]`, or null for everything. */
export function seenCustomers(scope: Scope): readonly number[] | null {
  return scope.isStaff ? null : scope.customerIds;
}
