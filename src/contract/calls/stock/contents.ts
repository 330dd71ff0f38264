import { get, of, patch, post, remove } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/stock/contents.ts";

export const listContents = get("/boxcontents/", "user", of<typeof schemas.listContents>());
export const createContent = post("/boxcontents/", "staff", ["boxes", "customers"], of<typeof schemas.createContent>());
export const editContent = patch(
  "/boxcontents/{id}/",
  "staff",
  ["boxes", "deliveries", "retention"],
  of<typeof schemas.editContent>(),
);
export const deleteContent = remove(
  "/boxcontents/{id}/",
  "staff",
  ["boxes", "customers", "deliveries", "retention"],
  of<typeof schemas.deleteContent>(),
);
