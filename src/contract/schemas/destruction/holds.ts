import * as z from "zod/mini";
import { holdList } from "#contract/lists/holds.ts";
import { nameLength, textLength } from "#contract/limits.ts";
import type { Shapes } from "#contract/route.ts";
import { day, givenDay } from "#contract/fields/day.ts";
import { filledText, name, text } from "#contract/fields/texts.ts";
import { staff } from "#contract/schemas/audience.ts";
import { listQuery } from "#contract/schemas/list-query.ts";
import { boxTarget } from "./box-target.ts";
import { count, id, instant, listOf } from "#contract/schemas/shapes.ts";

/** A hold on all of a customer, on boxes that were named, or on a range of numbers as it was when the hold was set. */
export const Hold = z.object({
  id,
  customer: z.object({ id, code: count, name: z.string() }),
  scope: z.enum(["customer", "boxes", "range"]),
  from: z.nullable(count),
  to: z.nullable(count),
  /** Number of boxes that the hold names. */
  boxes: count,
  reason: z.string(),
  reference: z.string(),
  since: instant,
  until: z.nullable(day),
  by_customer: z.boolean(),
  user: staff(z.object({ first_name: z.string(), last_name: z.string() })),
  released: z.nullable(instant),
  released_reason: z.nullable(z.string()),
  released_reference: z.nullable(z.string()),
});
export type Hold = z.infer<typeof Hold>;

/** A page of them; `may_manage` says whether the caller may set and release holds, of the customer or box that is asked for. */
export const Holds = z.extend(listOf(Hold), { may_manage: z.boolean() });
export type Holds = z.infer<typeof Holds>;

export const listHolds = {
  scope: "read",
  summary: "Holds, the latest first; of a customer, of one box, or those that are not released",
  query: listQuery(holdList, { filters: { box: z.optional(id) } }),
  reply: Holds,
} satisfies Shapes;

export const setHold = {
  right: "may_manage",
  scope: "destruction",
  summary: "Hold all that a customer has and will have, named boxes, or a range of numbers as it is now",
  body: z.object({
    ...boxTarget,
    reason: name,
    reference: z._default(text(nameLength), ""),
    until: z.optional(z.nullable(givenDay)),
  }),
  reply: Hold,
} satisfies Shapes;

export const releaseHold = {
  confirms: true,
  right: "may_manage",
  status: 200,
  scope: "destruction",
  summary:
    "Release a hold, with the reason; what the customer has set staff release with the customer's letter as `reference`",
  body: z.object({ reason: filledText(textLength), reference: z._default(text(nameLength), "") }),
  reply: Hold,
} satisfies Shapes;
