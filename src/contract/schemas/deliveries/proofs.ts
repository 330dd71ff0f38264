import * as z from "zod/mini";
import type { Shapes } from "#contract/route.ts";
import { id, instant } from "#contract/schemas/shapes.ts";

const kind = z.enum(["signature", "photo"]);

/** A picture that proves a handover. */
export const Proof = z.object({
  id,
  kind,
  created: instant,
});
export type Proof = z.infer<typeof Proof>;

export const addProof = {
  scope: "orders",
  summary:
    "Keep who took a delivery over, a signature or a photo: multipart with `image` (JPEG, PNG or WebP by content, at most 200 KB) and an `id` that makes it safe to send twice",
  multipart: "image",
  body: z.object({ id: z.uuid(), kind }),
  /** Not the proof itself: what the caller calls `id` is not its number. */
  reply: z.object({ proof: Proof }),
} satisfies Shapes;

export const proofFile = {
  scope: "read",
  summary: "The picture of a proof",
  reply: "image/*",
} satisfies Shapes;
