import { sql } from "kysely";
import type { FiltersOf, OrdersOf, Query } from "#contract/route.ts";
import type { listRows } from "#contract/calls/stock/rows.ts";
import { rowList } from "#contract/lists/rows.ts";
import type { Row, RowDetail } from "#contract/schemas/stock/rows.ts";
import type { BoxState } from "#rules/stock/box-state.ts";
import type { ColumnOf } from "#rules/lists/orders.ts";
import { pageSize, toPage } from "#rules/lists/paging.ts";
import { compareInRow } from "#rules/stock/positions.ts";
import { CountState, StocktakeState } from "#rules/stocktake/stocktake-state.ts";
import { allOf, type Conditions, conditionsOf } from "#server/database/sql/conditions.ts";
import type { Reader, Sql } from "#server/database/database.ts";
import { boxesByRow } from "#server/database/summed-counts.ts";
import type { Scope } from "#server/database/scope.ts";
import { notFound } from "#server/http/errors.ts";
import { orderOf } from "#server/http/list-order.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

const ascending = sql`asc`;
const orders = {
  area: (direction: Sql) => sql`areas.name collate german ${direction}, rows.number ${direction}`,
  number: (direction: Sql) => sql`rows.number ${direction}, areas.name collate german ${direction}`,
  positions_count: (direction: Sql) => sql`positions_count ${direction}`,
  last_verified: (direction: Sql) =>
    sql`rows.last_verified ${direction} nulls ${direction === ascending ? sql`first` : sql`last`}`,
} satisfies Record<ColumnOf<OrdersOf<typeof listRows>>, unknown>;

const conditions: Conditions<FiltersOf<typeof listRows>> = {
  area: (id) => sql`rows.area_id = ${id}`,
};

type ListedRow = Omit<Row, "area"> & { area_id: number; area_name: string };

const listedRow = selectList<ListedRow>({
  ...fromTable("rows", "id", "number", "reverse", "created", "last_verified"),
  area_id: "areas.id",
  area_name: "areas.name",
  positions_count: sql`coalesce(k.boxes, 0)`,
});

/** Rows with how many boxes stand in each. */
export async function listOfRows(db: Reader, scope: Scope, query: Query<typeof listRows>) {
  const { order_by = "area", limit = pageSize, offset = 0 } = query;
  const { column, descending } = orderOf(rowList, scope, order_by);
  const where = allOf(conditionsOf(conditions, query));
  const [found, total] = await Promise.all([
    sql<ListedRow>`
      select ${listedRow}
      from rows join areas on areas.id = rows.area_id left join ${boxesByRow} k on k.row_id = rows.id where ${where}
      order by ${orders[column](descending ? sql`desc` : ascending)}, rows.id limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ count: number }>`select count(*) from rows where ${where}`.execute(db),
  ]);
  const results = found.rows.map(({ area_id, area_name, ...row }) => ({
    ...row,
    area: { id: area_id, name: area_name },
  }));
  return toPage(results, total.rows[0]?.count ?? 0, { limit, offset });
}

const over = [StocktakeState.closed, StocktakeState.discarded];

interface StoredBox {
  id: number;
  code: string;
  state: BoxState;
  version: number;
  part: number;
  height: number;
}

const storedBox = selectList<StoredBox>({
  ...fromTable("boxes", "id", "code", "state", "part", "height"),
  version: "boxes.history_count",
});

/** A row with the boxes in it, in walking order; a 404 where there is none. */
export async function findRow(db: Reader, _scope: Scope, id: number, origin: string): Promise<RowDetail> {
  const [row, boxes, stocktakes] = await Promise.all([
    db
      .selectFrom("rows")
      .innerJoin("areas", "areas.id", "rows.area_id")
      .select([
        "rows.id",
        "number",
        "reverse",
        "rows.created",
        "parts",
        "heights",
        "last_verified",
        "area_id",
        "areas.name as area_name",
      ])
      .where("rows.id", "=", id)
      .executeTakeFirst(),
    sql<StoredBox>`
      select ${storedBox} from boxes where row_id = ${id}`.execute(db),
    sql<{ id: number }>`
      select s.id from stocktake_rows r join stocktakes s on s.id = r.stocktake_id
      where r.row_id = ${id} and s.state <> all(${over}::smallint[])
      order by r.state = ${CountState.counting}::smallint desc, s.id limit 1`.execute(db),
  ]);
  if (!row) throw notFound();
  const { area_id, area_name, ...rest } = row;
  const positions = boxes.rows
    .sort((a, b) => compareInRow(a, b, row.reverse))
    .map(({ part, height, ...box }) => ({ id: box.id, part, height, box }));
  return {
    ...rest,
    area: { id: area_id, name: area_name },
    stocktake: stocktakes.rows[0] ?? null,
    positions_count: positions.length,
    positions,
    qrcode: { id, image: `${origin}/api/v1/rows/${id}/qrcode/`, created: row.created },
  };
}

/** @throws 404 where there is no such row. */
export async function rowExists(db: Reader, _scope: Scope, id: number): Promise<void> {
  const row = await db.selectFrom("rows").select("id").where("id", "=", id).executeTakeFirst();
  if (!row) throw notFound();
}
