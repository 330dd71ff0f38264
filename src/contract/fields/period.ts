import * as z from "zod/mini";
import { isPeriodEnd, isReversed, parsePeriod, type Period } from "#rules/stock/period.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import { reversedPeriod } from "#rules/texts/period-refusals.ts";

/** The first or the last of a box's papers: `YYYY`, or `YYYY-MM-DD`. */
export const periodEnd = z.string().check(z.refine(isPeriodEnd, invalid.range));

/** A period as it is typed into a form, as one text. */
export const typedPeriod = z.pipe(
  z.string().check(z.trim(), z.minLength(1, invalid.required)),
  z.pipe(
    z.transform((text: string) => parsePeriod(text)),
    z
      .custom<Period>((period) => period !== null, { error: invalid.range, abort: true })
      .check(z.refine((period) => !isReversed(period), reversedPeriod.message)),
  ),
);
