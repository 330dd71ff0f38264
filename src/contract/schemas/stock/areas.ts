import * as z from "zod/mini";
import { areaList } from "#contract/lists/areas.ts";
import type { Shapes } from "#contract/route.ts";
import { areaName } from "#contract/fields/area.ts";
import { listQuery, sheetQuery, sheetReply } from "#contract/schemas/list-query.ts";
import { count, detailQuery, id, instant, listOf } from "#contract/schemas/shapes.ts";

/** `last_verified`: when each of its rows was counted at the latest, the earliest of them; null where one never was. */
export const Area = z.object({
  id,
  name: z.string(),
  created: instant,
  rows_count: count,
  boxes_count: count,
  last_verified: z.nullable(instant),
});
export type Area = z.infer<typeof Area>;

export const AreaDetail = z.extend(Area, {
  rows: z.array(
    z.object({
      id,
      number: count,
      reverse: z.boolean(),
      created: instant,
      positions_count: count,
      /** Number of places that the row is drawn with. */
      places_count: count,
      last_verified: z.nullable(instant),
    }),
  ),
});
export type AreaDetail = z.infer<typeof AreaDetail>;

/** Places of a row, each as its part × 1000 + its height, in no order. */
const places = z.array(count);

/** A row as the map draws it. */
export const MapRow = z.object({
  id,
  number: count,
  reverse: z.boolean(),
  /** As many as are drawn, and as the boxes beyond need. */
  parts: count,
  heights: count,
  stored: places,
  ordered: places,
  marked: places,
  /** Those of the chosen customer. */
  theirs: places,
  last_verified: z.nullable(instant),
});
export type MapRow = z.infer<typeof MapRow>;

/** An inconsistent box that stood in the area last; it holds no place any more. */
export const LostBox = z.object({ id, code: z.string(), row: id, part: count, height: count });
export type LostBox = z.infer<typeof LostBox>;

export const AreaMap = z.object({
  /** The area of the map; null where there is none yet. */
  area: z.nullable(z.object({ id, name: z.string() })),
  areas: z.array(
    z.object({
      id,
      name: z.string(),
      places_count: count,
      boxes_count: count,
      /** Boxes of the chosen customer. */
      theirs_count: count,
    }),
  ),
  rows: z.array(MapRow),
  /** The customers with most boxes in the area. */
  customers: z.array(z.object({ id, code: count, name: z.string(), boxes_count: count })),
  lost: z.array(LostBox),
});
export type AreaMap = z.infer<typeof AreaMap>;

export const listAreas = {
  scope: "read",
  summary: "Every area, by name; without `limit` all of them",
  query: listQuery(areaList),
  reply: listOf(Area),
} satisfies Shapes;

export const sheetOfAreas = {
  scope: "read",
  summary: "Areas as a spreadsheet or CSV: every one that the filters let through, at most 200,000; columns by role",
  query: sheetQuery(areaList),
  reply: sheetReply,
} satisfies Shapes;

export const getArea = {
  scope: "read",
  summary: "An area with its rows by number",
  query: detailQuery,
  reply: AreaDetail,
} satisfies Shapes;

export const mapOfArea = {
  scope: "read",
  summary:
    "An area as a picture: each row with its taken places; without `area` the first by name. `customer` is an id",
  query: z.object({ area: z.optional(id), customer: z.optional(id), ...detailQuery.shape }),
  reply: AreaMap,
} satisfies Shapes;

export const createArea = {
  scope: "stock",
  summary: "Create an area",
  body: z.object({ name: areaName }),
  reply: AreaDetail,
} satisfies Shapes;

export const deleteArea = {
  scope: "stock",
  summary: "Delete an area without rows",
  reply: null,
} satisfies Shapes;
