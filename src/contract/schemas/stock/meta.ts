import * as z from "zod/mini";
import { invalid } from "#rules/texts/form-texts.ts";
import type { Shapes } from "#contract/route.ts";
import { editMeta } from "./boxes.ts";
import { count, reference } from "#contract/schemas/shapes.ts";

export const previewMeta = {
  status: 200,
  scope: "read",
  summary: "How many boxes such a change is about, and how many of them are so already",
  body: editMeta.body,
  reply: z.object({ boxes: count, unchanged: count }),
} satisfies Shapes;

export const undoMeta = {
  status: 200,
  scope: "stock",
  summary:
    "Take back an own change of meta data within a minute, by the `undo` of its answer; nothing where one of the boxes was changed since",
  body: z.object({ customer: reference, undo: z.string().check(z.regex(/^\d{1,16}$/, invalid.range)) }),
  reply: z.object({ boxes: count, changed: count }),
} satisfies Shapes;
