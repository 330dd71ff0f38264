import * as z from "zod/mini";
import { isPeriodEnd } from "#rules/stock/period.ts";
import { invalid } from "#rules/texts/form-texts.ts";

/** The first or the last of a box's papers: `YYYY`, or `YYYY-MM-DD`. */
export const periodEnd = z.string().check(z.refine(isPeriodEnd, invalid.range));
