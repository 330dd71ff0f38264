import { get, of, post } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/destruction/holds.ts";

export const listHolds = get("/holds/", "user", of<typeof schemas.listHolds>());

/** A customer's user needs the right to manage. */
export const setHold = post("/holds/", "user", ["holds", "boxes", "retention"], of<typeof schemas.setHold>());
export const releaseHold = post(
  "/holds/{id}/release/",
  "user",
  ["holds", "boxes", "retention"],
  of<typeof schemas.releaseHold>(),
);
