import * as z from "zod/mini";
import { BoxState } from "#rules/box-state.ts";
import { route } from "./route.ts";
import { count, detailQuery, id, instant, integer, listOf, listQuery } from "./shapes.ts";

export const Row = z.object({
  id,
  number: count,
  reverse: z.boolean(),
  created: instant,
  positions_count: count,
  area: z.object({ id, name: z.string() }),
});
export type Row = z.infer<typeof Row>;

export const RowDetail = z.extend(Row, {
  qrcode: z.object({ id, image: z.string(), created: instant }),
  /** How many parts and heights the row is drawn with; a hint, not a limit. */
  parts: count,
  heights: count,
  positions: z.array(
    z.object({
      id,
      part: count,
      height: count,
      box: z.object({ id, code: z.string(), state: z.enum(BoxState) }),
    }),
  ),
});
export type RowDetail = z.infer<typeof RowDetail>;

export const maxRowNumber = 999_999;
/** How large a row may be drawn. */
export const maxParts = 200;
export const maxHeights = 30;

const number = integer(1, maxRowNumber);
const parts = integer(1, maxParts);
const heights = integer(1, maxHeights);

export const listRows = route({
  method: "GET",
  path: "/rows/",
  access: "staff",
  writes: false,
  summary: "Rows by area and number",
  query: listQuery(["area", "number", "positions_count"], { area: z.optional(id) }),
  reply: listOf(Row),
});

export const getRow = route({
  method: "GET",
  path: "/rows/{id}/",
  access: "staff",
  writes: false,
  summary: "A row with its taken places",
  query: detailQuery,
  reply: RowDetail,
});

export const createRow = route({
  method: "POST",
  path: "/rows/",
  access: "staff",
  writes: true,
  summary: "Create a row in an area",
  body: z.object({
    areaId: id,
    number,
    reverse: z._default(z.boolean(), false),
    parts: z.optional(parts),
    heights: z.optional(heights),
  }),
  reply: RowDetail,
});

export const editRow = route({
  method: "PATCH",
  path: "/rows/{id}/",
  access: "staff",
  writes: true,
  summary: "Change a row's walking direction or drawn size",
  body: z.object({
    reverse: z.optional(z.boolean()),
    parts: z.optional(parts),
    heights: z.optional(heights),
  }),
  reply: RowDetail,
});

export const deleteRow = route({
  method: "DELETE",
  path: "/rows/{id}/",
  access: "staff",
  writes: true,
  summary: "Delete a row without boxes",
  reply: null,
});

export const rowQrCode = route({
  method: "GET",
  path: "/rows/{id}/qrcode/",
  access: "staff",
  writes: false,
  summary: "The row's QR code",
  reply: "image/png",
});
