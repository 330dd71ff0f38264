import * as z from "zod/mini";
import { route } from "./route.ts";
import { id, instant } from "./shapes.ts";

export const Image = z.object({
  id,
  image: z.string(),
  preview: z.string(),
  created: instant,
  viewed: z.boolean(),
});
export type Image = z.infer<typeof Image>;

export const uploadImage = route({
  method: "POST",
  path: "/boximages/",
  access: "staff",
  writes: true,
  summary: "Add a picture to a box: multipart with `box_id` and `image` (JPEG, PNG or WebP by content, at most 20 MiB)",
  multipart: true,
  body: z.object({ box_id: id }),
  reply: Image,
});

export const editImage = route({
  method: "PATCH",
  path: "/boximages/{id}/",
  access: "staff",
  writes: true,
  summary: "Mark a picture as processed, or as to be processed",
  body: z.object({ viewed: z.boolean() }),
  reply: Image,
});

export const deleteImage = route({
  method: "DELETE",
  path: "/boximages/{id}/",
  access: "staff",
  writes: true,
  summary: "Delete a picture",
  reply: null,
});

export const imageFile = route({
  method: "GET",
  path: "/boximages/{id}/file/",
  access: "user",
  writes: false,
  summary: "The picture",
  reply: "image/*",
});

export const imagePreview = route({
  method: "GET",
  path: "/boximages/{id}/preview/",
  access: "user",
  writes: false,
  summary: "The picture, small",
  reply: "image/*",
});
