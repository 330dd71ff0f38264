import * as z from "zod/mini";
import { maxInteger, nameLength } from "#contract/limits.ts";
import { invalid } from "#rules/form-texts.ts";
import { isDay } from "#rules/dates.ts";
import { moneyPattern } from "#rules/money.ts";

export const id = z.int().check(z.minimum(1), z.maximum(maxInteger));
export const count = z.int().check(z.minimum(0));
export const instant = z.iso.datetime();
export const day = z.string().check(z.refine(isDay, invalid.range));
/** A decimal string, `"12.50"`. */
export const money = z.string().check(z.regex(moneyPattern, invalid.range));

/** A whole number from `min` to `max`; the message says so where it is out of range. */
export const integer = (min: number, max: number = maxInteger, message: string = invalid.range) =>
  z.int().check(z.minimum(min, message), z.maximum(max, invalid.range));

const visible = z.refine<string>((value) => !value.includes("\0"), invalid.noText);

/** A text of at most `max` characters, without NUL, without blanks around it. */
export const text = (max: number) => z.string().check(visible, z.trim(), z.maxLength(max, invalid.tooLong(max)));
/** The same, not empty. */
export const filledText = (max: number) => text(max).check(z.minLength(1, invalid.required));
export const name = filledText(nameLength);

/** The field selection of product 8, `{id,name,owner{code}}`; every reading call takes it. */
export const selection = { query: z.optional(z.string()) };

/** What every detail call takes. */
export const detailQuery = z.object(selection);

/** The envelope of every list (specification 3). */
export const listOf = <T extends z.core.$ZodType>(entry: T) =>
  z.object({ count, count_pages: count, current_page: count, results: z.array(entry) });

/** A picture that is fetched with the token (product 8). */
export const picture = z.object({ id, image: z.string() });

/** An amount in euro: a decimal string, or a number as the old clients send it. */
export const amount = z.union([
  money,
  z.pipe(
    z.number().check(z.minimum(0), z.maximum(99_999_999)),
    z.transform((value: number) => value.toFixed(2)),
  ),
]);
