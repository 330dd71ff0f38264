import { sql } from "kysely";
import type { Sql } from "#server/database/database.ts";
import { businessZone } from "#rules/dates.ts";
import { addMonths } from "#rules/months.ts";

/** A condition for what happened at a moment within months `YYYY-MM`, the earliest first. */
export function inMonths(months: readonly string[], moment: Sql): Sql {
  const beginOf = (month: string) => sql`(${`${month}-01`}::date::timestamp at time zone ${sql.lit(businessZone)})`;
  const next = addMonths(months.at(-1) ?? "", 1);
  return sql`(${moment} >= ${beginOf(months[0] ?? "")} and ${moment} < ${beginOf(next)})`;
}

/**
 * A part of a `with` list: `months` (`YYYY-MM`) by their first day, from which moment they last `until` the next one's, and whether they are noted, by a
 * condition on `m.month`.
 */
export function notedMonths(months: readonly string[], isNoted: Sql): Sql {
  const begin = (day: Sql) => sql`${day}::timestamp at time zone ${sql.lit(businessZone)}`;
  return sql`
    months as materialized (
      select m.month, ${begin(sql`m.month`)} as since, ${begin(sql`(m.month + interval '1 month')`)} as until, ${isNoted} as is_noted
      from unnest(${months.map((month) => `${month}-01`)}::date[]) m(month))`;
}

/** The first day of the month of a day. */
export const monthOfDay = (day: Sql): Sql => sql`date_trunc('month', ${day})::date`;

/** As replies name it. */
export const shownMonth = (month: Sql): Sql => sql`to_char(${month}, 'YYYY-MM')`;

/** The figures of each month, in order; `none` of those in which nothing happened. */
export const everyMonth = <Figures extends { readonly month: string }>(
  months: readonly string[],
  rows: readonly Figures[],
  none: Omit<Figures, "month">,
) => months.map((month) => rows.find((row) => row.month === month) ?? ({ ...none, month } as Figures));
