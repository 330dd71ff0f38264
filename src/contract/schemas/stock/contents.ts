import * as z from "zod/mini";
import { ContentState } from "#rules/stock/content-state.ts";
import { maxPageSize } from "#rules/lists/paging.ts";
import { maxCustomerCode } from "#rules/stock/box-code.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import type { Shapes } from "#contract/route.ts";
import { textLength } from "#contract/limits.ts";
import { contentText } from "#contract/fields/content.ts";
import { givenDay } from "#contract/fields/day.ts";
import { integer } from "#contract/fields/numbers.ts";
import { text } from "#contract/fields/texts.ts";
import { id, instant, selection } from "#contract/schemas/shapes.ts";

export const Content = z.object({
  id,
  text: z.string(),
  state: z.enum(ContentState),
  created: instant,
  box: z.object({ id, code: z.string() }),
});
export type Content = z.infer<typeof Content>;

/** Query of calls that walk through boxes: the owner, one box, and the place behind which the page begins. */
export const walkQuery = {
  owner: z.optional(integer(0, maxCustomerCode)),
  owner_id: z.optional(id),
  box: z.optional(id),
  after: z.optional(z.string().check(z.regex(/^\d{4}(?!0{6})\d{6}(?:-\d{1,10})?$/, invalid.range))),
  limit: z.optional(integer(1, maxPageSize)),
  ...selection,
};
/** Value to send next as `after`; null at the end. */
export const placeAfter = z.nullable(z.string());

export const listContents = {
  scope: "read",
  summary:
    "Contents by the code of their box and then by id, of all boxes, of a customer's (`owner` is a customer code, `owner_id` an id) or of one `box`; `state` leaves out the others. `after` is what the page before said: nothing is told twice or left out. A page looks through at most 500 boxes, so it may hold fewer than `limit`, or none: the end is where `after` is null",
  query: z.object({ ...walkQuery, state: z.optional(z.enum(ContentState)) }),
  reply: z.object({ results: z.array(Content), after: placeAfter }),
} satisfies Shapes;

export const createContent = {
  scope: "stock",
  summary: "Add a content to a box",
  body: z.object({ box_id: id, text: contentText }),
  reply: Content,
} satisfies Shapes;

export const editContent = {
  scope: "stock",
  scopeWith: [["destruction", { retention_class: true, begins: true }]],
  summary:
    "Change a content's text (`before` says what the caller saw: a text that has changed since is refused), put it back (state 0), report it missing (3, with reason), or say of which class it is and from which day it is kept, where that is not as its box (null: as its box)",
  body: z.object({
    text: z.optional(contentText),
    state: z.optional(z.enum(ContentState)),
    reason: z.optional(text(textLength)),
    retention_class: z.optional(z.nullable(id)),
    begins: z.optional(z.nullable(givenDay)),
    before: z.optional(z.object({ text: z.optional(text(textLength)) })),
  }),
  reply: Content,
} satisfies Shapes;

export const deleteContent = {
  scope: "stock",
  summary: "Delete a content that is in the box or does not exist",
  reply: null,
} satisfies Shapes;
