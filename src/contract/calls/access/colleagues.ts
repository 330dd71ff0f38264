import { of, route } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/access/colleagues.ts";

export const listColleagues = route(
  { method: "GET", path: "/customers/{id}/colleagues/", access: "user", writes: false },
  of<typeof schemas.listColleagues>(),
);

export const inviteColleague = route(
  {
    method: "POST",
    path: "/customers/{id}/colleagues/",
    access: "user",
    writes: true,
    touches: ["customers", "users"],
  },
  of<typeof schemas.inviteColleague>(),
);

export const endColleague = route(
  {
    method: "POST",
    path: "/colleagues/{id}/end/",
    access: "user",
    writes: true,
    touches: ["customers", "users", "sessions", "tokens", "webhooks"],
  },
  of<typeof schemas.endColleague>(),
);
