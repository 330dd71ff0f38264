import * as z from "zod/mini";
import type { Shapes } from "#contract/route.ts";
import { id, instant } from "#contract/schemas/shapes.ts";

export const Image = z.object({
  id,
  image: z.string(),
  preview: z.string(),
  created: instant,
  viewed: z.boolean(),
});
export type Image = z.infer<typeof Image>;

export const uploadImage = {
  scope: "stock",
  summary: "Add a picture to a box: multipart with `box_id` and `image` (JPEG, PNG or WebP by content, at most 20 MiB)",
  multipart: "image",
  body: z.object({ box_id: id }),
  reply: Image,
} satisfies Shapes;

export const editImage = {
  scope: "stock",
  summary: "Mark a picture as processed, or as to be processed",
  body: z.object({ viewed: z.boolean() }),
  reply: Image,
} satisfies Shapes;

export const deleteImage = {
  scope: "stock",
  summary: "Delete a picture",
  reply: null,
} satisfies Shapes;

export const imageFile = {
  scope: "read",
  summary: "The picture",
  reply: "image/*",
} satisfies Shapes;

export const imagePreview = {
  scope: "read",
  summary: "The picture, small",
  reply: "image/*",
} satisfies Shapes;
