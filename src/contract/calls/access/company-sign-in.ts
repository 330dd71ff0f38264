import { get, of, post, readingPost, remove } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/access/company-sign-in.ts";

export const beginCompanySignIn = readingPost("/company-sign-in/", "open", of<typeof schemas.beginCompanySignIn>());
export const openCompanySession = post(
  "/company-sign-in/session/",
  "open",
  [],
  of<typeof schemas.openCompanySession>(),
);
export const listIdentities = get("/company-sign-in/identities/", "user", of<typeof schemas.listIdentities>());
export const addIdentity = post(
  "/company-sign-in/identities/",
  "user",
  ["company-sign-in"],
  of<typeof schemas.addIdentity>(),
);
export const removeIdentity = remove(
  "/company-sign-in/identities/{id}/",
  "user",
  ["company-sign-in"],
  of<typeof schemas.removeIdentity>(),
);
