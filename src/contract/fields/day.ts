import * as z from "zod/mini";
import { dayMeant, isDay } from "#rules/dates.ts";
import { invalid } from "#rules/texts/form-texts.ts";

/** `YYYY-MM-DD`. */
export const day = z.string().check(z.refine(isDay, invalid.range));

/** The same as a call takes it: also an ISO instant, which means its day in Berlin. */
export const givenDay = z.pipe(
  z.string(),
  z.pipe(
    z.transform((text: string) => dayMeant(text) ?? text),
    day,
  ),
);
