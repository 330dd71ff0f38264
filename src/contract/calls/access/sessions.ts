import { get, of, post, remove, withoutSecondFactor } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/access/sessions.ts";

export const listSessions = withoutSecondFactor(get("/sessions/", "user", of<typeof schemas.listSessions>()));
export const endSession = withoutSecondFactor(
  remove("/sessions/{id}/", "user", ["sessions"], of<typeof schemas.endSession>()),
);
export const listUserSessions = get("/users/{id}/sessions/", "staff", of<typeof schemas.listUserSessions>());
export const endUserSession = remove(
  "/users/{id}/sessions/{session}/",
  "staff",
  ["users", "sessions"],
  of<typeof schemas.endUserSession>(),
);
export const knowSessions = post("/sessions/known/", "user", ["sessions"], of<typeof schemas.knowSessions>());
export const endOtherSessions = withoutSecondFactor(
  post("/sessions/end-others/", "user", ["sessions"], of<typeof schemas.endOtherSessions>()),
);
