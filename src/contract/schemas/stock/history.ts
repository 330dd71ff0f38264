import * as z from "zod/mini";
import { isAbove } from "#rules/lists/filters.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { day } from "#contract/fields/day.ts";
import { integer } from "#contract/fields/numbers.ts";
import type { Shapes } from "#contract/route.ts";
import { HistoryEntry } from "#contract/schemas/stock/boxes.ts";
import { placeAfter, walkQuery } from "#contract/schemas/stock/contents.ts";
import { id } from "#contract/schemas/shapes.ts";

/** An entry of the history of a box; `id` counts within the box. */
export const BoxEntry = z.extend(HistoryEntry, { box: z.object({ id, code: z.string() }) });
export type BoxEntry = z.infer<typeof BoxEntry>;

const query = z.object({ ...walkQuery, state: z.optional(integer(0, 99)), from: z.optional(day), to: z.optional(day) });

export const listHistory = {
  scope: "read",
  summary:
    "The history of boxes, by the code of the box and then in its order: of all boxes, of a customer's, or of one `box`; `state` is the kind of entry, `from` and `to` are days on which it was booked. It is walked with `after` as the contents are",
  query: query.check(
    z.refine(({ from, to }) => !isAbove(from, to), {
      path: ["to"],
      error: refused.emptyRange.message,
      when: ({ issues }) => issues.length === 0,
    }),
  ),
  reply: z.object({ results: z.array(BoxEntry), after: placeAfter }),
} satisfies Shapes;
