import { of, post, readingPost } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/stock/owner-changes.ts";

export const previewOwnerChange = readingPost(
  "/boxes/owner/preview/",
  "staff",
  of<typeof schemas.previewOwnerChange>(),
);
export const changeOwner = post(
  "/boxes/owner/",
  "staff",
  ["boxes", "rows", "customers", "retention", "billing"],
  of<typeof schemas.changeOwner>(),
);
