import { of, route } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/stock/images.ts";

export const uploadImage = route(
  { method: "POST", path: "/boximages/", access: "staff", writes: true, touches: ["boxes", "customers"] },
  of<typeof schemas.uploadImage>(),
);

export const editImage = route(
  { method: "PATCH", path: "/boximages/{id}/", access: "staff", writes: true, touches: ["boxes"] },
  of<typeof schemas.editImage>(),
);

export const deleteImage = route(
  { method: "DELETE", path: "/boximages/{id}/", access: "staff", writes: true, touches: ["boxes", "customers"] },
  of<typeof schemas.deleteImage>(),
);

export const imageFile = route(
  { method: "GET", path: "/boximages/{id}/file/", access: "user", writes: false },
  of<typeof schemas.imageFile>(),
);

export const imagePreview = route(
  { method: "GET", path: "/boximages/{id}/preview/", access: "user", writes: false },
  of<typeof schemas.imagePreview>(),
);
