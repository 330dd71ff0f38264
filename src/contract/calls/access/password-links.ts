import { of, route } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/access/password-links.ts";

export const requestPasswordLink = route(
  { method: "POST", path: "/password-links/", access: "open", writes: true, touches: [] },
  of<typeof schemas.requestPasswordLink>(),
);

export const setPasswordByLink = route(
  { method: "POST", path: "/password-links/use/", access: "open", writes: true, touches: [] },
  of<typeof schemas.setPasswordByLink>(),
);
