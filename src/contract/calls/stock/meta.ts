import { of, post, readingPost } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/stock/meta.ts";

export const previewMeta = readingPost("/boxes/meta/preview/", "staff", of<typeof schemas.previewMeta>());
export const undoMeta = post(
  "/boxes/meta/undo/",
  "staff",
  ["boxes", "customers", "retention"],
  of<typeof schemas.undoMeta>(),
);
