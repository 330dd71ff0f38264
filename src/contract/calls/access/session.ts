import { of, route } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/access/session.ts";

export const login = route(
  { method: "POST", path: "/api-token-auth/", access: "open", writes: true, touches: [] },
  of<typeof schemas.login>(),
);

export const logout = route(
  { method: "POST", path: "/logout/", access: "user", writes: true, withInitialPassword: true, touches: [] },
  of<typeof schemas.logout>(),
);

export const confirmSession = route(
  { method: "POST", path: "/session/confirm/", access: "user", writes: true, touches: ["sessions"] },
  of<typeof schemas.confirmSession>(),
);

export const settings = route(
  { method: "GET", path: "/settings/", access: "open", writes: false },
  of<typeof schemas.settings>(),
);
