import * as z from "zod/mini";
import { seen } from "#contract/fields/seen.ts";
import { BoxState } from "#rules/stock/box-state.ts";
import { rowList } from "#contract/lists/rows.ts";
import type { Shapes } from "#contract/route.ts";
import { heights, parts, rowNumber } from "#contract/fields/row.ts";
import { listQuery, sheetQuery, sheetReply } from "#contract/schemas/list-query.ts";
import { count, detailQuery, id, instant, listOf } from "#contract/schemas/shapes.ts";

export const Row = z.object({
  id,
  number: count,
  reverse: z.boolean(),
  created: instant,
  positions_count: count,
  /** When it was counted last, as far as all that came of it was accepted; null where it never was. */
  last_verified: z.nullable(instant),
  area: z.object({ id, name: z.string() }),
});
export type Row = z.infer<typeof Row>;

export const RowDetail = z.extend(Row, {
  qrcode: z.object({ id, image: z.string(), created: instant }),
  /** Numbers of parts and heights that the row is drawn with; a hint, not a limit. */
  parts: count,
  heights: count,
  /** The stocktake that is not over and has this row, the one that counts it first; null where there is none. */
  stocktake: z.nullable(z.object({ id })),
  positions: z.array(
    z.object({
      id,
      part: count,
      height: count,
      box: z.object({ id, code: z.string(), state: z.enum(BoxState), version: count }),
    }),
  ),
});
export type RowDetail = z.infer<typeof RowDetail>;

export const listRows = {
  scope: "read",
  summary: "Rows by area and number",
  query: listQuery(rowList),
  reply: listOf(Row),
} satisfies Shapes;

export const sheetOfRows = {
  scope: "read",
  summary: "Rows as a spreadsheet or CSV: every one that the filters let through, at most 200,000; columns by role",
  query: sheetQuery(rowList),
  reply: sheetReply,
} satisfies Shapes;

export const getRow = {
  scope: "read",
  summary: "A row with its taken places",
  query: detailQuery,
  reply: RowDetail,
} satisfies Shapes;

export const createRow = {
  scope: "stock",
  summary: "Create a row in an area",
  body: z.object({
    areaId: id,
    number: rowNumber,
    reverse: z._default(z.boolean(), false),
    parts: z.optional(parts),
    heights: z.optional(heights),
  }),
  reply: RowDetail,
} satisfies Shapes;

export const editRow = {
  scope: "stock",
  summary:
    "Change a row's number, walking direction or drawn size; its area only while it has no boxes; `before` says what the caller saw: what has changed since is refused",
  body: z.object({
    areaId: z.optional(id),
    number: z.optional(rowNumber),
    reverse: z.optional(z.boolean()),
    parts: z.optional(parts),
    heights: z.optional(heights),
    before: seen("number", "reverse", "parts", "heights"),
  }),
  reply: RowDetail,
} satisfies Shapes;

export const deleteRow = {
  scope: "stock",
  summary: "Delete a row without boxes",
  reply: null,
} satisfies Shapes;

export const rowQrCode = {
  scope: "read",
  summary: "The row's QR code",
  reply: "image/png",
} satisfies Shapes;
