import { get, of, patch, post, remove } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/stock/images.ts";

export const uploadImage = post("/boximages/", "staff", ["boxes", "customers"], of<typeof schemas.uploadImage>());
export const editImage = patch("/boximages/{id}/", "staff", ["boxes"], of<typeof schemas.editImage>());
export const deleteImage = remove(
  "/boximages/{id}/",
  "staff",
  ["boxes", "customers"],
  of<typeof schemas.deleteImage>(),
);
export const imageFile = get("/boximages/{id}/file/", "user", of<typeof schemas.imageFile>());
export const imagePreview = get("/boximages/{id}/preview/", "user", of<typeof schemas.imagePreview>());
