import { of, route } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/access/tokens.ts";

export const listTokens = route(
  { method: "GET", path: "/tokens/", access: "user", writes: false },
  of<typeof schemas.listTokens>(),
);

export const createToken = route(
  { method: "POST", path: "/tokens/", access: "user", writes: true, touches: ["tokens"] },
  of<typeof schemas.createToken>(),
);

/** Of others for whoever manages users. */
export const endToken = route(
  { method: "DELETE", path: "/tokens/{id}/", access: "user", writes: true, touches: ["tokens", "users"] },
  of<typeof schemas.endToken>(),
);

export const listUserTokens = route(
  { method: "GET", path: "/users/{id}/tokens/", access: "staff", writes: false },
  of<typeof schemas.listUserTokens>(),
);

export const createServiceToken = route(
  { method: "POST", path: "/users/{id}/tokens/", access: "staff", writes: true, touches: ["tokens", "users"] },
  of<typeof schemas.createServiceToken>(),
);

export const createServiceAccount = route(
  { method: "POST", path: "/users/service-accounts/", access: "staff", writes: true, touches: ["users"] },
  of<typeof schemas.createServiceAccount>(),
);
