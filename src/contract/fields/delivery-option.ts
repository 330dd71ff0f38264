import * as z from "zod/mini";
import { maxOptionHours } from "#contract/limits.ts";
import { parseTime } from "#rules/times.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import { integer, typedNumber } from "./numbers.ts";

export const time = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/, invalid.range));
/** A time of day as people type it. */
export const typedTime = z.pipe(
  z.string().check(z.trim(), z.minLength(1, invalid.required)),
  z.pipe(
    z.transform((text: string) => parseTime(text) ?? text),
    time,
  ),
);

const missingOrWrong = ({ input }: { input?: unknown }) =>
  input === undefined || input === null ? invalid.requiredChoice : invalid.range;
/** ISO weekdays with commas, `"1,2,5"`; each once, in any order. */
export const days = z.string({ error: missingOrWrong }).check(
  z.minLength(1, invalid.day),
  z.regex(/^[1-7](,[1-7]){0,6}$/, invalid.range),
  z.refine((value) => new Set(value.split(",")).size === value.split(",").length, invalid.range),
);
/** The same as they are ticked; they leave in the order of the week. */
export const chosenDays = z.pipe(
  z.pipe(
    z.array(z.number()),
    z.transform((chosen) => [...chosen].sort((a, b) => a - b).join(",")),
  ),
  days,
);

export const hours = integer(0, maxOptionHours);
export const typedHours = typedNumber(hours);
