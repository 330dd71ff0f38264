import * as z from "zod/mini";
import { areaList } from "#contract/lists/areas.ts";
import type { Shapes } from "#contract/route.ts";
import { areaName } from "#contract/fields/area.ts";
import { listQuery } from "./list-query.ts";
import { count, detailQuery, id, instant, listOf } from "./shapes.ts";

export const Area = z.object({ id, name: z.string(), created: instant, rows_count: count, boxes_count: count });
export type Area = z.infer<typeof Area>;

export const AreaDetail = z.extend(Area, {
  rows: z.array(z.object({ id, number: count, reverse: z.boolean(), created: instant, positions_count: count })),
});
export type AreaDetail = z.infer<typeof AreaDetail>;

export const listAreas = {
  summary: "Every area, by name; without `limit` all of them",
  query: listQuery(areaList),
  reply: listOf(Area),
} satisfies Shapes;

export const getArea = {
  summary: "An area with its rows by number",
  query: detailQuery,
  reply: AreaDetail,
} satisfies Shapes;

export const createArea = {
  summary: "Create an area",
  body: z.object({ name: areaName }),
  reply: AreaDetail,
} satisfies Shapes;

export const deleteArea = {
  summary: "Delete an area without rows",
  reply: null,
} satisfies Shapes;
