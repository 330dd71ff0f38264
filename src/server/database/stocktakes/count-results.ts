import { type RawBuilder, sql } from "kysely";
import { BoxState } from "#rules/stock/box-state.ts";
import { HistoryKind as K } from "#rules/stock/history.ts";
import { constants } from "#server/database/sql/conditions.ts";

/** Entries of a box that was moved by somebody: it took a place or left one. */
const movements = constants([
  K.moved,
  K.outsourced,
  K.retour,
  K.inconsistent,
  K.destroyed,
  K.boxPicked,
  K.storingUndone,
]);

/** Condition on a box `b`: it was fetched for the shredder, and is not missed on its shelf. */
const isStaged = sql`exists (
  select from destruction_lines d where d.box_id = b.id and d.living and d.staged_at is not null)`;

/**
 * Results of the rows of a stocktake that have ended, as the tables `counted` (rows), `last_scans` (places as they were scanned last) and `results`:
 * one line for each box that was expected or scanned in a row. Computed each time: what happened to a box since the row was begun is known by then.
 */
export function resultsOf(stocktake: number, row?: number): RawBuilder<unknown> {
  return sql`
  counted as materialized (
    select * from stocktake_rows where stocktake_id = ${stocktake}::int and state >= 2
      ${row === undefined ? sql`` : sql`and row_id = ${row}::bigint`}),
  last_scans as materialized (
    select distinct on (s.row_id, s.part, s.height) s.row_id, s.part, s.height, s.code, s.hand, s.at, s.by
    from counted r join stocktake_scans s using (stocktake_id, row_id, run)
    order by s.row_id, s.part, s.height, s.nth desc),
  found as materialized (
    select row_id, code, count(*) as places, min(part) as part, min(height) as height, max(at) as at, bool_or(hand) as hand,
      jsonb_agg(jsonb_build_object('part', part, 'height', height) order by part, height) as found
    from last_scans where code is not null group by row_id, code),
  paired as materialized (
    select coalesce(e.row_id, f.row_id) as row_id, coalesce(e.code, f.code) as code, e.box_id as expected_box, e.seq,
      e.part as expected_part, e.height as expected_height, f.part, f.height, f.places, f.at, f.hand, f.found,
      -- scanned in another row of the same stocktake, too
      exists (select from stocktake_scans o join stocktake_rows q using (stocktake_id, row_id, run)
        where o.stocktake_id = ${stocktake}::int and o.code = coalesce(e.code, f.code) and o.row_id <> coalesce(e.row_id, f.row_id)
          and not exists (select from stocktake_scans l where (l.stocktake_id, l.row_id, l.run, l.part, l.height) = (o.stocktake_id, o.row_id, o.run, o.part, o.height)
            and l.nth > o.nth)) as elsewhere
    from (select x.* from counted r join stocktake_expected x using (stocktake_id, row_id, run)) e
    full join found f on (f.row_id, f.code) = (e.row_id, e.code)),
  results as materialized (
    select p.row_id, p.code, p.expected_part, p.expected_height, p.part, p.height, p.found, p.at, p.hand, b.id as box_id, b.state, b.row_id as box_row,
      a.at as accepted_at, a.by as accepted_by, a.case_id, l.asked as second_look,
      p.places is null and exists (select from last_scans s where (s.row_id, s.part, s.height) = (p.row_id, p.expected_part, p.expected_height)
        and s.code is null) as looked,
      coalesce(a.class, case
        when p.places = 1 and (p.part, p.height) = (p.expected_part, p.expected_height) and not p.elsewhere then 'right'
        when b.id is null then case when p.places is null then 'moved' else 'unknown' end
        when b.row_id = r.row_id and p.seq is null or exists (select from history h where h.box_id = b.id and h.kind in (${movements})
          and (h.seq > p.seq or h.created >= r.begun)) then 'moved'
        when p.places is null and ${isStaged} then 'moved'
        when p.places is null then case when not p.elsewhere then 'missing' end
        when b.state = ${BoxState.destroyed}::smallint then 'destroyed'
        when p.places > 1 or p.elsewhere then 'twice'
        when p.seq is not null then 'other_place'
        when b.state = ${BoxState.notInStock}::smallint then 'away'
        when b.state = ${BoxState.ordered}::smallint then 'ordered'
        else 'other_row' end) as class
    from paired p join counted r on r.row_id = p.row_id
    left join boxes b on b.code = p.code
    -- one by one, each by its whole key: what was scanned a moment ago is in no statistics yet
    left join lateral (select x.* from stocktake_accepted x
      where (x.stocktake_id, x.row_id, x.code) = (r.stocktake_id, r.row_id, p.code) limit 1) a on true
    left join lateral (select x.asked from stocktake_looks x
      where (x.stocktake_id, x.row_id, x.run, x.code) = (r.stocktake_id, r.row_id, r.run, p.code) limit 1) l on true)`;
}

/** Condition that a line of `results` waits for being accepted, as SQL. */
export const isOpenResult = sql`(class <> 'moved' and accepted_at is null)`;
