import { sql } from "kysely";
import type { Sql } from "#server/database/database.ts";
import { businessZone } from "#rules/dates.ts";
import { addMonths } from "#rules/months.ts";

/** Conditions for what happened within months `YYYY-MM`, the earliest first: on a day, and at a moment. */
export function inMonths(months: readonly string[]) {
  const first = `${months[0]}-01`;
  const next = `${addMonths(months.at(-1) ?? "", 1)}-01`;
  const beginOf = (day: Sql) => sql`(${day}::timestamp at time zone ${sql.lit(businessZone)})`;
  const [from, to] = [sql`${first}::date`, sql`${next}::date`];
  return {
    days: (day: Sql): Sql => sql`(${day} >= ${from} and ${day} < ${to})`,
    moments: (moment: Sql): Sql => sql`(${moment} >= ${beginOf(from)} and ${moment} < ${beginOf(to)})`,
  };
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
