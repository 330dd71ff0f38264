import { get, of, post } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/access/colleagues.ts";

export const listColleagues = get("/customers/{id}/colleagues/", "user", of<typeof schemas.listColleagues>());
export const inviteColleague = post(
  "/customers/{id}/colleagues/",
  "user",
  ["customers", "users"],
  of<typeof schemas.inviteColleague>(),
);
export const endColleague = post(
  "/colleagues/{id}/end/",
  "user",
  ["customers", "users", "sessions", "tokens", "webhooks"],
  of<typeof schemas.endColleague>(),
);
