import * as z from "zod/mini";
import type { Shapes } from "#contract/route.ts";
import { viewLength } from "#contract/limits.ts";
import { name, text } from "#contract/fields/texts.ts";
import { id, listOf } from "#contract/schemas/shapes.ts";

/** The lists of which views can be saved. */
const list = z.enum(["boxes"]);

export const SavedView = z.object({
  id,
  list,
  name: z.string(),
  /** Text behind the `?` of the list's address. */
  search: z.string(),
});
export type SavedView = z.infer<typeof SavedView>;

export const listViews = {
  scope: "read",
  summary: "The caller's saved views of a list, by name",
  query: z.object({ list: z.optional(list) }),
  reply: listOf(SavedView),
} satisfies Shapes;

export const saveView = {
  scope: null,
  summary: "Save a view of a list; one of the caller's with this name is replaced",
  body: z.object({ list, name, search: text(viewLength) }),
  reply: SavedView,
} satisfies Shapes;

export const deleteView = {
  scope: null,
  summary: "Delete one of the caller's saved views",
  reply: null,
} satisfies Shapes;
