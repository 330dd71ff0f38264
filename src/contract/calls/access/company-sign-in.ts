import { of, route } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/access/company-sign-in.ts";

export const beginCompanySignIn = route(
  { method: "POST", path: "/company-sign-in/", access: "open", writes: false },
  of<typeof schemas.beginCompanySignIn>(),
);

export const openCompanySession = route(
  { method: "POST", path: "/company-sign-in/session/", access: "open", writes: true, touches: [] },
  of<typeof schemas.openCompanySession>(),
);

export const listIdentities = route(
  { method: "GET", path: "/company-sign-in/identities/", access: "user", writes: false },
  of<typeof schemas.listIdentities>(),
);

export const addIdentity = route(
  { method: "POST", path: "/company-sign-in/identities/", access: "user", writes: true, touches: ["company-sign-in"] },
  of<typeof schemas.addIdentity>(),
);

export const removeIdentity = route(
  {
    method: "DELETE",
    path: "/company-sign-in/identities/{id}/",
    access: "user",
    writes: true,
    touches: ["company-sign-in"],
  },
  of<typeof schemas.removeIdentity>(),
);
