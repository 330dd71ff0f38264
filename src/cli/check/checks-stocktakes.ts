import { HistoryKind as K } from "#rules/stock/history.ts";
import { nextCaseStates } from "#rules/stocktake/case-state.ts";
import { nextStocktakeStates } from "#rules/stocktake/stocktake-state.ts";
import type { Check } from "./proof.ts";

const changes = (table: Readonly<Record<number, readonly number[]>>) =>
  Object.entries(table)
    .flatMap(([from, next]) => next.map((to) => `(${from}, ${to})`))
    .join(", ");

const sameTable = (name: string, over: string, table: Readonly<Record<number, readonly number[]>>): Check => ({
  name,
  over,
  sql: `with rule (from_state, to_state) as (values ${changes(table)})
    select null as code, 'from ' || from_state || ' to ' || to_state as what
    from rule r full join ${over} d using (from_state, to_state) where r.* is null or d.* is null`,
});

/** Checks on counted, accepted and unclear results of stocktakes. */
export const stocktakeChecks: readonly Check[] = [
  sameTable(
    "the database allows the steps of stocktakes that the rules allow",
    "stocktake_state_changes",
    nextStocktakeStates,
  ),
  sameTable("the database allows the steps of cases that the rules allow", "case_state_changes", nextCaseStates),
  {
    name: "a stocktake is as far as its rows",
    over: "stocktakes",
    sql: `select null as code, 'stocktake ' || s.id || ' in state ' || s.state || ', its rows say ' || coalesce(n.state::text, 'nothing') as what
      from stocktakes s left join (select stocktake_id, case when bool_and(state = 3) then 3 when bool_and(state >= 2) then 2 when bool_and(run = 0) then 0 else 1 end as state
        from stocktake_rows group by 1) n on n.stocktake_id = s.id
      where s.state <> 9 and (case s.state when 4 then 3 else s.state end) is distinct from n.state`,
  },
  {
    name: "rows of the halls were counted when the last count ended of which everything is accepted",
    over: "stocktake_rows",
    sql: `select null as code, 'row ' || r.id || ' on ' || coalesce(r.last_verified::text, 'no day') || ', counts say ' || coalesce(c.ended::text, 'none') as what
      from rows r left join (select row_id, max(ended) as ended from stocktake_rows where state = 3 group by 1) c on c.row_id = r.id
      where r.last_verified is distinct from c.ended`,
  },
  {
    name: "boxes were seen when an accepted count scanned them last",
    over: "stocktake_accepted",
    sql: `with effective as (
        select distinct on (s.stocktake_id, s.row_id, s.part, s.height) s.stocktake_id, s.row_id, s.code, s.at
        from stocktake_rows r join stocktake_scans s using (stocktake_id, row_id, run) order by s.stocktake_id, s.row_id, s.part, s.height, s.nth desc),
      seen as (select a.code, max(e.at) as at from stocktake_accepted a join effective e using (stocktake_id, row_id, code)
        where a.class in ('right', 'other_place', 'other_row', 'away', 'ordered') group by 1)
      select b.code, 'on ' || coalesce(b.last_verified::text, 'no day') || ', counts say ' || coalesce(s.at::text, 'none') as what
      from boxes b left join seen s on s.code = b.code where b.last_verified is distinct from s.at`,
  },
  {
    name: "every box that a count confirmed has an entry of it, and no other",
    over: "stocktake_accepted",
    sql: `select coalesce(a.code, b.code) as code, 'stocktake ' || coalesce(a.stocktake_id::text, h.meta ->> 'stocktake')
        || case when a.code is null then ' did not confirm it' else ': its history does not record it' end as what
      from (select * from stocktake_accepted where class = 'right') a
      full join (history h join boxes b on b.id = h.box_id and h.kind = ${K.verified}) on b.code = a.code and (h.meta ->> 'stocktake')::int = a.stocktake_id
      where a.code is null or h.box_id is null`,
  },
  {
    name: "a row is checked when all that came of it is accepted, and by whom it may be",
    over: "stocktake_accepted",
    sql: `select a.code, 'row ' || a.row_id || ' of stocktake ' || a.stocktake_id as what
      from stocktake_accepted a join stocktake_rows r using (stocktake_id, row_id) join stocktakes s on s.id = a.stocktake_id
      where r.state < 2 or s.state = 9 or s.second_person and exists (select from stocktake_scans c
        where (c.stocktake_id, c.row_id, c.run, c.by) = (r.stocktake_id, r.row_id, r.run, a.by))`,
  },
  {
    name: "every case has a log that begins with it and ends when it is closed",
    over: "cases",
    sql: `select c.code, 'case ' || c.id || ' in state ' || c.state || ', its log records ' || coalesce(e.kinds, 'nothing') as what
      from cases c left join (select case_id, string_agg(kind::text, ' ' order by id) as kinds from case_events group by 1) e on e.case_id = c.id
      where e.kinds is null or e.kinds !~ '^0( |$)' or (c.state = 4) <> (e.kinds ~ '(^| )5$') or c.state = 3 and e.kinds !~ '(^| )4( |$)'`,
  },
];
