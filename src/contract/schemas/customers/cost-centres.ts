import * as z from "zod/mini";
import { seen } from "#contract/fields/seen.ts";
import { name } from "#contract/fields/texts.ts";
import { maxCostCentres } from "#contract/limits.ts";
import type { Shapes } from "#contract/route.ts";
import { invalid } from "#rules/texts/form-texts.ts";

/** `may_set` says whether the caller may set them at the customer's boxes, `must_name` whether what they order must be one's: they see no other. */
const reply = z.object({ cost_centres: z.array(z.string()), may_set: z.boolean(), must_name: z.boolean() });

export const listCostCentres = {
  scope: "read",
  summary: "The cost centres of a customer, in order; of who has none any text is one",
  reply,
} satisfies Shapes;

export const setCostCentres = {
  status: 200,
  scope: "stock",
  summary:
    "Set the list of a customer's cost centres; boxes and deliveries keep what they have. `before` says what the caller saw: a list that has changed since is refused",
  body: z.object({
    cost_centres: z.array(name).check(z.maxLength(maxCostCentres, invalid.range)),
    before: seen("cost_centres"),
  }),
  reply,
} satisfies Shapes;
