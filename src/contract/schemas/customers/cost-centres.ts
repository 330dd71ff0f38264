import * as z from "zod/mini";
import { seen } from "#contract/fields/seen.ts";
import { name } from "#contract/fields/texts.ts";
import { maxCostCentres } from "#contract/limits.ts";
import type { Shapes } from "#contract/route.ts";
import { staff } from "#contract/schemas/audience.ts";
import { count } from "#contract/schemas/shapes.ts";
import { invalid } from "#rules/texts/form-texts.ts";

/** Numbers of things that carry the name of a cost centre: boxes, deliveries, services that no invoice has, and users who see only some. */
const CarriedName = z.object({ name: z.string(), boxes: count, deliveries: count, services: count, users: count });
export type CarriedName = z.infer<typeof CarriedName>;

/**
 * `may_set` says whether the caller may set them at the customer's boxes, `must_name` whether what they order must be one's: they see no other.
 * `carried` is answered where it was asked for.
 */
const reply = z.object({
  cost_centres: z.array(z.string()),
  may_set: z.boolean(),
  must_name: z.boolean(),
  carried: staff(z.array(CarriedName)),
});

export const listCostCentres = {
  scope: "read",
  summary:
    "The cost centres of a customer, in order; of who has none any text is one. With `carried` staff are told what carries each name",
  query: z.object({ carried: z.optional(z.literal("true")) }),
  reply,
} satisfies Shapes;

export const setCostCentres = {
  status: 200,
  scope: "stock",
  summary:
    "Set the list of a customer's cost centres; boxes and deliveries keep what they have, but for those that are `renamed`: they go along, with what users see. `before` says what the caller saw: a list that has changed since is refused",
  body: z.object({
    cost_centres: z.array(name).check(z.maxLength(maxCostCentres, invalid.range)),
    renamed: z.optional(z.array(z.object({ from: name, to: name })).check(z.maxLength(maxCostCentres, invalid.range))),
    before: seen("cost_centres"),
  }),
  reply,
} satisfies Shapes;
