import { of, route } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/exchange/changes.ts";

export const listChanges = route(
  { method: "GET", path: "/changes/", access: "user", writes: false },
  of<typeof schemas.listChanges>(),
);
