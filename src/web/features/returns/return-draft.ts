import * as z from "zod/mini";
import { kept } from "#web/storage/kept.ts";

const box = z.object({ id: z.number(), code: z.string() });
const shape = z.object({
  customer: z.nullable(z.object({ id: z.number(), code: z.number(), name: z.string() })),
  boxes: z.array(box),
  contents: z.array(z.object({ id: z.number(), text: z.string(), box })),
  /** `YYYY-MM-DD`, or what was typed as long as it is no date. */
  date: z.string(),
  comment: z.string(),
});

/** What comes back, as it was chosen and typed. */
export type ReturnDraft = z.infer<typeof shape>;
export type ReturnBox = ReturnDraft["boxes"][number];
export type ReturnContent = ReturnDraft["contents"][number];

export const emptyReturn: ReturnDraft = { customer: null, boxes: [], contents: [], date: "", comment: "" };

/** What was there before a reload. */
export const begunReturn = kept("return", (value) => shape.parse(value));
