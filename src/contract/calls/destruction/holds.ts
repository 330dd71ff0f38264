import { of, route } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/destruction/holds.ts";

export const listHolds = route(
  { method: "GET", path: "/holds/", access: "user", writes: false },
  of<typeof schemas.listHolds>(),
);

/** A customer's user needs the right to manage. */
export const setHold = route(
  { method: "POST", path: "/holds/", access: "user", writes: true, touches: ["holds", "boxes", "retention"] },
  of<typeof schemas.setHold>(),
);

export const releaseHold = route(
  {
    method: "POST",
    path: "/holds/{id}/release/",
    access: "user",
    writes: true,
    touches: ["holds", "boxes", "retention"],
  },
  of<typeof schemas.releaseHold>(),
);
