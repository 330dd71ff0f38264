import * as z from "zod/mini";
import { day } from "#contract/fields/day.ts";
import { maxCopyBytes } from "#contract/limits.ts";
import type { Shapes } from "#contract/route.ts";
import { count, id, instant } from "#contract/schemas/shapes.ts";

/** A PDF that was scanned of a line of a delivery; its file is there until the end of `kept_until`, and `deleted` says when it went. */
export const DigitalCopy = z.object({
  id,
  pages: count,
  bytes: count,
  created: instant,
  kept_until: day,
  deleted: z.nullable(instant),
});
export type DigitalCopy = z.infer<typeof DigitalCopy>;

export const addCopy = {
  scope: "orders",
  summary:
    "Keep what was scanned of a `box` or a `content` of a delivery of kind 3: multipart with `file` (a PDF by content, at most 100 MB and 5,000 pages); the same file again changes nothing",
  multipart: "file",
  largest: maxCopyBytes,
  body: z.object({ box: z.optional(id), content: z.optional(id) }),
  reply: DigitalCopy,
} satisfies Shapes;

export const copyFile = {
  scope: "read",
  summary: "What was scanned, as a PDF; each reading stands in the audit trail",
  reply: "application/pdf",
} satisfies Shapes;

export const removeCopy = {
  scope: "orders",
  summary: "Remove a scan that belongs elsewhere",
  reply: null,
} satisfies Shapes;
