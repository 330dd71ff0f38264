import { sql } from "kysely";
import { HistoryKind as K } from "#rules/stock/history.ts";
import type { Reader, Sql } from "#server/database/database.ts";
import type { Scope } from "#server/database/scope.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

/** Kinds of entries that put a box on a place, free the place, or take that back, as in `storage_from_history`. */
const placings = sql.join(
  [K.moved, K.outsourced, K.retour, K.inconsistent, K.destroyed, K.boxPicked, K.storingUndone].map((kind) =>
    sql.lit(kind),
  ),
);

/**
 * By how many boxes each hall, by its name, was fuller at the end of a month than at the end of the one before: what came to stand there, without what left.
 * It reads all placings of the history.
 */
export const hallMoves: Sql = sql`
  with stays as (
    select h.kind, h.meta ->> 'area' as area, berlin_day(h.created) as from_day,
      lead(berlin_day(h.created)) over (partition by h.box_id order by h.seq) as to_day
    from history h join boxes b on b.id = h.box_id where h.kind in (${placings}))
  select area, month, sum(boxes)::int as boxes from (
    select area, date_trunc('month', from_day::timestamp)::date as month, count(*) as boxes from stays where kind = ${sql.lit(K.moved)} group by 1, 2
    union all
    select area, date_trunc('month', to_day::timestamp)::date, -count(*) from stays where kind = ${sql.lit(K.moved)} and to_day is not null
    group by 1, 2) moves group by 1, 2`;

export interface HallStock {
  readonly id: number;
  readonly name: string;
  readonly places: number;
  readonly boxes: number;
  /** Number of boxes that stood there at the end of the month `until`. */
  readonly boxes_before: number;
}

const hallStockColumns = selectList<HallStock>({
  ...fromTable("a", "id", "name"),
  places: sql`coalesce((select sum(parts * heights) from rows where area_id = a.id), 0)::int`,
  boxes: sql`coalesce((select sum(boxes) from area_counts where area_id = a.id), 0)::int`,
  boxes_before: sql`coalesce((select boxes from noted where area_id = a.id),
    (select boxes from moves where area = a.name), 0)::int`,
});

/** By counters and by what is noted of that month; a month that is not noted is counted from the history. */
const hallStock = (until: string) => sql<HallStock>`
  with noted as materialized (select area_id, boxes from area_months where month = ${until}::date),
  moves as materialized (
    select m.area, sum(m.boxes) as boxes from (${hallMoves}) m
    where not exists (select from noted) and m.month <= ${until}::date group by 1)
  select ${hallStockColumns}
  from areas a order by a.name collate german, a.id`;

/** Returns how full each hall is, and was at the end of a month that is over. The month is named by its first day. */
export const stockOfHalls = (db: Reader, _scope: Scope, until: string): Promise<HallStock[]> =>
  db.list("stock-of-halls", hallStock(until));
