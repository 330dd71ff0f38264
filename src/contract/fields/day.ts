import * as z from "zod/mini";
import { isDay } from "#rules/dates.ts";
import { invalid } from "#rules/texts/form-texts.ts";

/** `YYYY-MM-DD`. */
export const day = z.string().check(z.refine(isDay, invalid.range));
