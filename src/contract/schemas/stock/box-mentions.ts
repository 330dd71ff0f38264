import * as z from "zod/mini";
import { BoxState } from "#rules/stock/box-state.ts";
import { mentionsLength } from "#rules/search/box-mentions.ts";
import { filledReadText } from "#contract/fields/texts.ts";
import type { Shapes } from "#contract/route.ts";
import { id, reference } from "#contract/schemas/shapes.ts";

/** Purposes that boxes are wanted for: to be ordered, to come back, to be picked up, to get a label, or for anything. */
export const findPurposes = ["order", "return", "pickup", "label", "any"] as const;
export type FindPurpose = (typeof findPurposes)[number];

/** Result for one name in a list; `line` is the line in which the name stands. */
export const FoundMention = z.object({
  text: z.string(),
  line: z.string(),
  kind: z.enum(["found", "twice", "refused", "ambiguous", "unknown", "head"]),
  /** The box that is meant, where it is one. */
  box: z.nullable(z.object({ id, code: z.string(), state: z.enum(BoxState) })),
  /** The codes of several boxes that are called so, the first five. */
  codes: z.array(z.string()),
  /** Why the box cannot be had for this; of what is unknown, which code may be meant. */
  reason: z.nullable(z.string()),
});
export type FoundMention = z.infer<typeof FoundMention>;

export const findBoxes = {
  status: 200,
  scope: "read",
  summary:
    "Which boxes a list names, in its order: codes, numbers of other people, ranges, and a box's own number of `customer`; at most 10,000. What names several boxes is `ambiguous`, what the caller does not see is `unknown`, and the heads of a table are `head`",
  body: z.object({
    customer: z.optional(reference),
    purpose: z._default(z.enum(findPurposes), "any"),
    text: filledReadText(mentionsLength),
  }),
  reply: z.object({ results: z.array(FoundMention) }),
} satisfies Shapes;
