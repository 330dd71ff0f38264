import { get, of, post, remove } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/access/tokens.ts";

export const listTokens = get("/tokens/", "user", of<typeof schemas.listTokens>());
export const createToken = post("/tokens/", "user", ["tokens"], of<typeof schemas.createToken>());

/** Tokens of other users are ended by whoever manages users. */
export const endToken = remove("/tokens/{id}/", "user", ["tokens", "users"], of<typeof schemas.endToken>());
export const listUserTokens = get("/users/{id}/tokens/", "staff", of<typeof schemas.listUserTokens>());
export const createServiceToken = post(
  "/users/{id}/tokens/",
  "staff",
  ["tokens", "users"],
  of<typeof schemas.createServiceToken>(),
);
export const createServiceAccount = post(
  "/users/service-accounts/",
  "staff",
  ["users"],
  of<typeof schemas.createServiceAccount>(),
);
