import { sql } from "kysely";
import type { BoxesOverview } from "#contract/schemas/stock/boxes.ts";
import { mostToDo } from "#contract/limits.ts";
import { BoxState } from "#rules/stock/box-state.ts";
import type { Reader, Sql } from "#server/database/database.ts";
import { ownRows, type Scope } from "#server/database/scope.ts";
import type { Tables } from "#server/database/tables.ts";

const counterRows = (scope: Scope, table: keyof Tables, columns: Sql) =>
  scope.isStaff ? sql.table(table) : ownRows(table, columns, scope.customerIds, sql`k`);

/** Counts the caller's boxes by state, and the contents, from the counters. */
export async function overviewOfBoxes(db: Reader, scope: Scope): Promise<BoxesOverview> {
  const [states, contents, images] = await Promise.all([
    sql<{ state: BoxState; boxes: number }>`
      select state, sum(boxes)::int as boxes from ${counterRows(scope, "customer_counts", sql`state, boxes`)} group by state`.execute(
      db,
    ),
    sql<{ contents: number }>`
      select coalesce(sum(contents), 0)::int as contents from ${counterRows(scope, "customer_items", sql`contents`)}`.execute(
      db,
    ),
    imagesToDo(db, scope),
  ]);
  const boxes = (state: BoxState) => states.rows.find((entry) => entry.state === state)?.boxes ?? 0;
  return {
    boxcontents_count: contents.rows[0]?.contents ?? 0,
    boxes_created_count: boxes(BoxState.created),
    boxes_destroyed_count: boxes(BoxState.destroyed),
    boxes_in_stock_count: boxes(BoxState.inStock),
    boxes_inconsistent_count: boxes(BoxState.inconsistent),
    boxes_not_in_stock_count: boxes(BoxState.notInStock),
    boxes_ordered_count: boxes(BoxState.ordered),
    boxes_retour_count: boxes(BoxState.retour),
    boxes_marked_count: boxes(BoxState.marked),
    images_to_do_count: images,
  };
}

/** Counts the pictures that nobody has worked on yet, for staff, up to as many as anybody would work off. */
async function imagesToDo(db: Reader, scope: Scope): Promise<number | undefined> {
  if (!scope.isStaff) return undefined;
  const toDo = sql<{ images: number }>`
    select count(*)::int as images from (select from images where not viewed limit ${mostToDo}) i`;
  const [found] = await db.list("overview-images", toDo);
  return found?.images;
}
