import { sql } from "kysely";
import { HistoryKind } from "#rules/stock/history.ts";
import type { Sql, Transaction } from "#server/database/database.ts";

/**
 * The ends of the boxes `b` of customers `c` that a condition finds, as `(id, ending)`: the latest of a box and its contents, null where
 * one of them is not known. Each class and day is computed once, however many boxes share them. `version` is up to which the law counts.
 */
export const endsSql = (which: Sql, version: Sql = sql`c.retention_version`) => sql`
  with asked as materialized (
    select b.id, b.retention_class_id as class, b.retention_from as day, b.retention_override_until as override,
      c.finance_supervised as finance, ${version} as upto
    from boxes b join customers c on c.id = b.customer_id where ${which}),
  parts as materialized (
    select a.id, coalesce(i.retention_class_id, a.class) as class, coalesce(i.retention_from, a.day) as day, a.finance, a.upto
    from asked a join contents i on i.box_id = a.id where i.retention_class_id is not null or i.retention_from is not null),
  known as materialized (
    select class, day, finance, upto, retention_end(class, day, finance, upto) as ending from (
      select class, day, finance, upto from asked union select class, day, finance, upto from parts) d),
  within as (
    select p.id, max(k.ending) as ending, bool_or(k.ending is null) as is_open
    from parts p left join known k using (class, day, finance, upto) group by p.id)
  select a.id, coalesce(a.override, case when not coalesce(w.is_open, false) then
    case when k.ending is not null then greatest(k.ending, w.ending) end end) as ending
  from asked a left join known k using (class, day, finance, upto) left join within w on w.id = a.id`;

/** Condition that a box's destroy year changes with the box's end: a year that is empty or was proposed follows the end. */
const isFree = sql`(b.meta_destroy_year is null or b.meta_destroy_year = b.proposed_destroy_year)`;
const nextYear = sql`(extract(year from e.ending) + 1)::smallint`;

/** The boxes `b` with their ends `e` for which something changes, and what it was and will be. */
const changesSql = (ends: Sql) => sql`
  select b.id, b.retain_until as old_end, e.ending as new_end, b.meta_destroy_year as old_year,
    case when ${isFree} then ${nextYear} else b.meta_destroy_year end as new_year, ${nextYear} as proposed
  from (${ends}) e join boxes b on b.id = e.id
  where (b.retain_until, b.proposed_destroy_year) is distinct from (e.ending, ${nextYear})
    or ${isFree} and b.meta_destroy_year is distinct from ${nextYear}`;

interface Refreshing {
  readonly userId: number | null;
  /** Selection of boxes `b` of customers `c`. */
  readonly which: Sql;
  /** Why, for the history. */
  readonly text: string;
  /** Up to which version the law counts; the customer's own one otherwise. */
  readonly version?: number;
}

/** The same of boxes that a bound condition finds. */
export const endChanges = ({ which, version }: Pick<Refreshing, "which" | "version">) =>
  changesSql(endsSql(sql`b.state <> 6 and (${which})`, version === undefined ? undefined : sql.lit(version)));

/**
 * Computes the ends of boxes anew, and with them the destroy years that nobody typed. No end moves without an entry of the box's history
 * that names it. Destroyed boxes stay as they are. Answers how many ends moved.
 */
export async function refreshEnds(tx: Transaction, refreshing: Refreshing): Promise<number> {
  const { userId, which, text } = refreshing;
  // first of all, so that what is computed is what those have left who are waited for
  await sql`select from boxes b join customers c on c.id = b.customer_id where b.state <> 6 and (${which}) order by b.id for update of b`.execute(
    tx,
  );
  const { rows } = await sql<{ moved: number }>`
    with changes as materialized (${endChanges(refreshing)}),
    counted as materialized (
      select *, (old_end is distinct from new_end)::int as ends, (old_year is distinct from new_year)::int as years from changes),
    changed as (
      update boxes set retain_until = new_end, proposed_destroy_year = proposed, meta_destroy_year = new_year,
        history_count = history_count + ends + years
      from counted where boxes.id = counted.id
      returning boxes.id, history_count - ends - years as before, ends, years, old_end, new_end, old_year, new_year),
    recorded as (
      insert into history (box_id, seq, kind, user_id, meta, text)
      select id, before + 1, ${HistoryKind.retentionChanged}::smallint, ${userId}::bigint, jsonb_build_object('from', old_end, 'to', new_end), ${text}::text
      from changed where ends = 1
      union all
      select id, before + ends + 1, (case when new_year is null then ${HistoryKind.destroyYearReset}::int else ${HistoryKind.destroyYearChanged}::int end)::smallint, ${userId}::bigint,
        jsonb_build_object('from', old_year, 'to', new_year), null
      from changed where years = 1
      returning kind)
    select (count(*) filter (where kind = ${HistoryKind.retentionChanged}::smallint))::int as moved from recorded`.execute(
    tx,
  );
  return rows[0]?.moved ?? 0;
}
