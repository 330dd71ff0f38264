import * as z from "zod/mini";
import { maxHeights, maxParts, maxRowNumber } from "#contract/limits.ts";
import { invalid } from "#rules/form-texts.ts";

/** A whole number from 1 as it was typed; null where it is none. */
const numberIn = (text: string, max: number) => {
  const typed = /^\d{1,9}$/.test(text.trim()) ? Number(text) : 0;
  return typed >= 1 && typed <= max ? typed : null;
};

/** How many parts and heights a row may be drawn with, as typed; null where it is no such number. */
export const partsIn = (text: string) => numberIn(text, maxParts);
export const heightsIn = (text: string) => numberIn(text, maxHeights);

/** The rules of a new row (specification 5). */
export const rowForm = z.object({
  areaId: z.pipe(
    z.nullable(z.number()),
    z.pipe(
      z.transform((id: number | null) => id ?? undefined),
      z.number(invalid.requiredChoice),
    ),
  ),
  number: z.pipe(
    z.string().check(
      z.trim(),
      z.minLength(1, { error: invalid.required, abort: true }),
      z.refine((text) => numberIn(text, maxRowNumber) !== null, invalid.range),
    ),
    z.transform(Number),
  ),
  reverse: z.boolean(),
});
