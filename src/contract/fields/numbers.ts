import * as z from "zod/mini";
import { maxInteger } from "#contract/limits.ts";
import { invalid } from "#rules/texts/form-texts.ts";

/** A whole number from `min` to `max`; the message says so where it is out of range. */
export const integer = (min: number, max: number = maxInteger, message: string = invalid.range) =>
  z.int().check(z.minimum(min, message), z.maximum(max, invalid.range));

/** A whole number as it is typed into a form, under the rule of the call. */
export const typedNumber = (rule: ReturnType<typeof integer>) =>
  z.pipe(
    z.string().check(z.trim(), z.minLength(1, invalid.required), z.regex(/^-?\d{1,15}$/, invalid.range)),
    z.pipe(z.transform(Number), rule),
  );

/** The id of what was chosen in a form; null as long as nothing is. */
export const chosenId = z.pipe(
  z.nullable(z.number()),
  z.pipe(
    z.transform((id: number | null) => id ?? undefined),
    z.number(invalid.requiredChoice),
  ),
);

/** Ids in an address, as `1,2`: one at least, `most` at most. */
export const ids = (most: number) =>
  z.pipe(
    z.pipe(
      z.string().check(z.regex(new RegExp(`^[1-9]\\d{0,9}(,[1-9]\\d{0,9}){0,${most - 1}}$`), invalid.range)),
      z.transform((text: string) => text.split(",").map(Number)),
    ),
    z.array(z.int().check(z.maximum(maxInteger, invalid.range))),
  );
