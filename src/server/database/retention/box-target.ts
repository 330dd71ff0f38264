import { type RawBuilder, sql } from "kysely";
import { maxBoxNumber } from "#rules/stock/box-code.ts";

/** Boxes of a customer that are meant: all, those within a range of numbers that may be open at one end, or some by id. */
export type BoxTarget =
  | { readonly scope: "customer" }
  | { readonly scope: "range"; readonly from: number | null; readonly to: number | null }
  | { readonly scope: "boxes"; readonly ids: readonly number[] };

/** The condition that finds them; `table` is how the statement calls `boxes`. What went to another customer is meant by who names it alone. */
export function sqlOf(target: BoxTarget, customer: number, table: "boxes" | "b"): RawBuilder<unknown> {
  const its = sql`${sql.ref(`${table}.customer_id`)} = ${customer}::bigint`;
  if (target.scope === "boxes") return sql`${its} and ${sql.ref(`${table}.id`)} = any(${target.ids}::bigint[])`;
  const theirs = sql`${its} and ${sql.ref(`${table}.continued_as`)} is null`;
  if (target.scope === "customer") return theirs;
  const number = sql.ref(`${table}.number`);
  return sql`${theirs} and ${number} between ${target.from ?? 0}::int and ${target.to ?? maxBoxNumber}::int`;
}
