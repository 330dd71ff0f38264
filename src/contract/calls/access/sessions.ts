import { of, route } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/access/sessions.ts";

export const listSessions = route(
  { method: "GET", path: "/sessions/", access: "user", writes: false, withoutSecondFactor: true },
  of<typeof schemas.listSessions>(),
);

export const endSession = route(
  {
    method: "DELETE",
    path: "/sessions/{id}/",
    access: "user",
    writes: true,
    withoutSecondFactor: true,
    touches: ["sessions"],
  },
  of<typeof schemas.endSession>(),
);

export const listUserSessions = route(
  { method: "GET", path: "/users/{id}/sessions/", access: "staff", writes: false },
  of<typeof schemas.listUserSessions>(),
);

export const endUserSession = route(
  {
    method: "DELETE",
    path: "/users/{id}/sessions/{session}/",
    access: "staff",
    writes: true,
    touches: ["users", "sessions"],
  },
  of<typeof schemas.endUserSession>(),
);

export const knowSessions = route(
  { method: "POST", path: "/sessions/known/", access: "user", writes: true, touches: ["sessions"] },
  of<typeof schemas.knowSessions>(),
);

export const endOtherSessions = route(
  {
    method: "POST",
    path: "/sessions/end-others/",
    access: "user",
    writes: true,
    withoutSecondFactor: true,
    touches: ["sessions"],
  },
  of<typeof schemas.endOtherSessions>(),
);
