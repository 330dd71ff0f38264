import { type Expression, type RawBuilder, sql } from "kysely";

/**
 * Conditions by which the filters of a list narrow it, by name. A filter that is declared and has no entry does not compile. Undefined for a value
 * that leaves everything in.
 */
export type Conditions<Filters, Condition = RawBuilder<unknown>> = {
  readonly [Name in keyof Filters]-?: (value: NonNullable<Filters[Name]>) => Condition | undefined;
};

/** The conditions of the filters that a query carries; a text without a character is none. */
export function conditionsOf<Filters extends object, Condition>(
  conditions: Conditions<Filters, Condition>,
  query: Filters,
): Condition[] {
  return (Object.keys(conditions) as (keyof Filters)[]).flatMap((name) => {
    const value = query[name];
    if (value === undefined || value === null || value === "") return [];
    return conditions[name](value) ?? [];
  });
}

/** Joined by `and`. */
export const allOf = (conditions: readonly Expression<unknown>[]) => sql.join([sql`true`, ...conditions], sql` and `);

/** Numbers of the program's own, with commas: as constants, so that an index over some of them is used. */
export const constants = (values: readonly number[]) => sql.join(values.map((value) => sql.lit(value)));
