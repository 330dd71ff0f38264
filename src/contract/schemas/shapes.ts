import * as z from "zod/mini";
import { money } from "#contract/fields/money.ts";
import { maxInteger } from "#contract/limits.ts";
import { invalid } from "#rules/texts/form-texts.ts";

export const id = z.int().check(z.minimum(1), z.maximum(maxInteger));
/** A thing that a call names: its number, or an object that has it (`7`, `{"id": 7}`). It leaves as the number. */
export const reference = z.union(
  [
    id,
    z.pipe(
      z.object({ id }),
      z.transform((value: { id: number }) => value.id),
    ),
  ],
  {
    error: ({ input }) => (input === undefined || input === null ? invalid.requiredChoice : invalid.range),
  },
);
export const count = z.int().check(z.minimum(0));
export const instant = z.iso.datetime();

/** The field selection of product 8, `{id,name,owner{code}}`; every reading call takes it. */
export const selection = { query: z.optional(z.string()) };

/** Query that every detail call takes. */
export const detailQuery = z.object(selection);

/** The envelope of every list (specification 3). */
export const listOf = <T extends z.core.$ZodType>(entry: T) =>
  z.object({ count, count_pages: count, current_page: count, results: z.array(entry) });

/** The same of a list that a text narrows: of more than 10,000 it counts no more and says so (decision 139). */
export const cutListOf = <T extends z.core.$ZodType>(entry: T) =>
  z.extend(listOf(entry), { count_at_least: z.optional(z.literal(true)) });

/** A picture that is fetched with the token (product 8). */
export const picture = z.object({ id, image: z.string() });

/** An amount in euro: a decimal string, or a number as the old clients send it, under the same rule. */
export const amount = z.pipe(
  z.pipe(
    z.union([z.string(), z.number()]),
    z.transform((value) => String(value)),
  ),
  money,
);
