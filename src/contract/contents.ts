import * as z from "zod/mini";
import { ContentState } from "#rules/content-state.ts";
import { route } from "./route.ts";
import { filledText, id, instant, textLength } from "./shapes.ts";

export const Content = z.object({
  id,
  text: z.string(),
  state: z.enum(ContentState),
  created: instant,
  box: z.object({ id, code: z.string() }),
});
export type Content = z.infer<typeof Content>;

const contentText = filledText(textLength);

export const createContent = route({
  method: "POST",
  path: "/boxcontents/",
  access: "staff",
  writes: true,
  summary: "Add a content to a box",
  body: z.object({ box_id: id, text: contentText }),
  reply: Content,
});

export const editContent = route({
  method: "PATCH",
  path: "/boxcontents/{id}/",
  access: "staff",
  writes: true,
  summary: "Change a content's text",
  body: z.object({ text: z.optional(contentText) }),
  reply: Content,
});

export const deleteContent = route({
  method: "DELETE",
  path: "/boxcontents/{id}/",
  access: "staff",
  writes: true,
  summary: "Delete a content that is in the box or does not exist",
  reply: null,
});
