import { sql } from "kysely";
import type { Sql } from "#server/database/database.ts";

// A period is two columns, and one text wherever it is written of: `rules/stock/period.ts`.

/** The period of two ends as one text; null where there are none. */
export const periodOfEnds = (from: Sql, to: Sql) =>
  sql`case when coalesce(${from}, ${to}) is not null then coalesce(${from}, '') || '/' || coalesce(${to}, '') end`;

/** The columns set to such a text. */
export const setPeriod = (text: Sql) =>
  sql`period_from = nullif(split_part(${text}, '/', 1), ''), period_to = nullif(split_part(${text}, '/', 2), '')`;

/** Returns SQL that says whether a period ends before it begins. */
export const isBackwards = (from: Sql, to: Sql) => sql`${from} collate "C" > ${to} || '~'`;

/** Returns SQL that says whether papers of boxes `b` are of a year; only boxes with a period count. */
export const touchesYear = (year: number) => sql`
  (b.period_from is not null or b.period_to is not null)
  and coalesce(b.period_to, '~') >= ${String(year)}::text and coalesce(b.period_from, '') <= ${`${year}~`}::text`;

/**
 * The day from which a period counts that nobody says otherwise: the last one of the papers, or the last one of the year where there is no period.
 * Papers that have a first day and no last one are not complete yet: null.
 */
export const lastDay = (from: Sql, to: Sql, year: Sql) => sql`case
  when coalesce(${from}, ${to}) is null then make_date(${year}, 12, 31)
  when length(${to}) = 4 then make_date(${to}::int, 12, 31) else ${to}::date end`;
