import * as z from "zod/mini";
import { maxOwnerChange } from "#rules/stock/owner-change.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import type { Shapes } from "#contract/route.ts";
import { count, id, reference } from "#contract/schemas/shapes.ts";

/** `boxes` are of `customer`; every one that is not destroyed where they are left out. */
const which = {
  customer: reference,
  to: reference,
  boxes: z.optional(z.array(id).check(z.minLength(1, invalid.requiredChoice), z.maxLength(maxOwnerChange))),
};

/** Boxes that stay with their customer, with the first of their codes; `reason` is in German. */
const Staying = z.object({ reason: z.string(), boxes: count, codes: z.array(z.string()) });

export const previewOwnerChange = {
  status: 200,
  scope: null,
  summary: "How many boxes would go to another customer at once, how many more after them, and which stay and why",
  body: z.object(which),
  reply: z.object({ boxes: count, more: count, stays: z.array(Staying) }),
} satisfies Shapes;
export type OwnerChangePreview = z.infer<typeof previewOwnerChange.reply>;

export const changeOwner = {
  status: 200,
  scope: null,
  confirms: true,
  summary:
    "Give boxes in stock to another customer, where each continues as a box of that customer with all that is in it and said of it; `amount` is what the preview counted. Charged are storage until today and from today, and nothing else",
  body: z.object({
    ...which,
    amount: z.int().check(z.minimum(1, invalid.belowOne), z.maximum(maxOwnerChange, invalid.range)),
    /** `keep` has the new customer have the same cost centres. */
    cost_centres: z.enum(["keep", "drop"], invalid.requiredChoice),
  }),
  reply: z.object({ boxes: z.array(z.object({ from: z.string(), to: z.string(), id })) }),
} satisfies Shapes;
