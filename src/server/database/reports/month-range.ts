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
