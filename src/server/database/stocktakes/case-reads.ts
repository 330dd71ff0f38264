import { sql } from "kysely";
import { HistoryKind as K } from "#rules/stock/history.ts";
import { CaseKind, CaseState } from "#rules/stocktake/case-state.ts";
import { constants } from "#server/database/sql/conditions.ts";
import type { Reader } from "#server/database/database.ts";
import { selectList } from "#server/database/sql/json.ts";

/** Entries that show that somebody handled the box. */
const handledKinds = constants([
  K.moved,
  K.outsourced,
  K.retour,
  K.boxPicked,
  K.shredded,
  K.loaded,
  K.unloaded,
  K.verified,
]);

/** Kinds of cases that are settled when the box turns up. */
const openKinds = constants([CaseKind.missing, CaseKind.wrongPlace, CaseKind.disputed]);

/** By what the box of a case `c` was seen since, as the lateral `a`: an entry of its history, or a count that nobody has accepted yet. */
export const askedBy = sql`
  left join lateral (
    select seen.* from (
      select coalesce(h.happened, h.created) as at, h.user_id, h.kind, h.meta, h.text from history h
      where h.box_id = c.box_id and h.seq > c.seq and h.kind in (${handledKinds})
      union all
      select s.at, s.by, null, jsonb_build_object('area', r.area, 'row', r.number, 'part', s.part, 'height', s.height), null
      from stocktake_scans s join stocktake_rows r using (stocktake_id, row_id) where s.code = c.code and s.at > c.opened) seen
    where c.state <> ${CaseState.closed}::smallint and c.kind in (${openKinds}) order by seen.at desc limit 1) a on true`;

/** Condition that a case `c` is a second person's by now. */
export const isDueCase = sql`(c.state in (${CaseState.open}::smallint, ${CaseState.searched}::smallint) and c.due_1 <= berlin_day(now()))`;

interface CaseCounts {
  readonly open: number;
  readonly due: number;
  readonly asks: number;
  readonly mine: number;
}

/** Counts the cases that wait for somebody. */
export async function caseCounts(db: Reader, userId: number): Promise<CaseCounts> {
  const { rows } = await sql<CaseCounts>`
    select ${selectList<CaseCounts>({
      open: sql`count(*)::int`,
      due: sql`(count(*) filter (where ${isDueCase}))::int`,
      asks: sql`(count(a.at))::int`,
      mine: sql`(count(*) filter (where c.assignee = ${userId}::bigint))::int`,
    })}
    from cases c ${askedBy} where c.state <> ${CaseState.closed}::smallint`.execute(db);
  return rows[0] ?? { open: 0, due: 0, asks: 0, mine: 0 };
}
