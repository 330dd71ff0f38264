import * as z from "zod/mini";
import { ContentState } from "#rules/stock/content-state.ts";
import type { Shapes } from "#contract/route.ts";
import { textLength } from "#contract/limits.ts";
import { contentText } from "#contract/fields/content.ts";
import { givenDay } from "#contract/fields/day.ts";
import { text } from "#contract/fields/texts.ts";
import { id, instant } from "#contract/schemas/shapes.ts";

export const Content = z.object({
  id,
  text: z.string(),
  state: z.enum(ContentState),
  created: instant,
  box: z.object({ id, code: z.string() }),
});
export type Content = z.infer<typeof Content>;

export const createContent = {
  scope: "stock",
  summary: "Add a content to a box",
  body: z.object({ box_id: id, text: contentText }),
  reply: Content,
} satisfies Shapes;

export const editContent = {
  scope: "stock",
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
