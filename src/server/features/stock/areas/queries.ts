import { sql } from "kysely";
import type { Area, AreaDetail } from "#contract/schemas/stock/areas.ts";
import type { listAreas } from "#contract/calls/stock/areas.ts";
import { areaList } from "#contract/lists/areas.ts";
import type { OrdersOf, Query } from "#contract/route.ts";
import type { ColumnOf } from "#rules/lists/orders.ts";
import { toPage } from "#rules/lists/paging.ts";
import type { Reader } from "#server/database/database.ts";
import { boxesByRow } from "#server/database/summed-counts.ts";
import type { Scope } from "#server/database/scope.ts";
import { notFound } from "#server/http/errors.ts";
import { orderOf } from "#server/http/list-order.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

const orders = {
  name: sql`name collate german`,
  rows_count: sql`rows_count`,
  boxes_count: sql`boxes_count`,
} satisfies Record<ColumnOf<OrdersOf<typeof listAreas>>, unknown>;

const areaColumns = selectList<Area>({
  ...fromTable("a", "id", "name", "created"),
  rows_count: sql`(select count(*) from rows where area_id = a.id)::int`,
  boxes_count: sql`(select coalesce(sum(boxes), 0) from area_counts where area_id = a.id)::int`,
  last_verified: sql`(select case when bool_and(last_verified is not null) then min(last_verified) end from rows
    where area_id = a.id)`,
});

const rowCounts = sql<Area>`
  select ${areaColumns}
  from areas a`;

/** Areas with their counts; every one without `limit`. */
export async function listOfAreas(db: Reader, scope: Scope, query: Query<typeof listAreas>) {
  const { order_by = "name", limit, offset = 0 } = query;
  const { column, descending } = orderOf(areaList, scope, order_by);
  const { rows } = await sql<Area>`
    select * from (${rowCounts}) areas order by ${orders[column]} ${descending ? sql`desc` : sql`asc`}, id limit ${limit ?? null} offset ${offset}`.execute(
    db,
  );
  const count = limit === undefined && offset === 0 ? rows.length : await countAreas(db);
  return toPage(rows, count, query);
}

async function countAreas(db: Reader): Promise<number> {
  const { count } = await db.selectFrom("areas").select(db.fn.countAll<number>().as("count")).executeTakeFirstOrThrow();
  return count;
}

type RowOfArea = AreaDetail["rows"][number];

const rowOfArea = selectList<RowOfArea>({
  id: "id",
  number: "number",
  reverse: "reverse",
  created: "created",
  last_verified: "last_verified",
  positions_count: sql`coalesce(k.boxes, 0)`,
  places_count: sql`parts * heights`,
});

/** An area with its rows by number; a 404 where there is none. */
export async function areaById(db: Reader, _scope: Scope, id: number): Promise<AreaDetail> {
  const [found, rows] = await Promise.all([
    sql<Area>`select * from (${rowCounts}) areas where id = ${id}`.execute(db),
    sql<RowOfArea>`
      select ${rowOfArea}
      from rows left join ${boxesByRow} k on k.row_id = rows.id where area_id = ${id} order by number`.execute(db),
  ]);
  const [area] = found.rows;
  if (!area) throw notFound();
  return { ...area, rows: rows.rows };
}
