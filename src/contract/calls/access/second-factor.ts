import { of, route } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/access/second-factor.ts";

export const getSecondFactor = route(
  { method: "GET", path: "/second-factor/", access: "user", writes: false, withoutSecondFactor: true },
  of<typeof schemas.getSecondFactor>(),
);

export const beginSecondFactor = route(
  {
    method: "POST",
    path: "/second-factor/",
    access: "user",
    writes: true,
    withoutSecondFactor: true,
    touches: ["second-factor"],
  },
  of<typeof schemas.beginSecondFactor>(),
);

const changes = {
  method: "POST",
  access: "user",
  writes: true,
  withoutSecondFactor: true,
  touches: ["second-factor", "users"],
} as const;

export const confirmSecondFactor = route(
  { ...changes, path: "/second-factor/confirm/" },
  of<typeof schemas.confirmSecondFactor>(),
);

export const endSecondFactor = route({ ...changes, path: "/second-factor/end/" }, of<typeof schemas.endSecondFactor>());

export const newRecoveryCodes = route(
  { ...changes, path: "/second-factor/recovery-codes/" },
  of<typeof schemas.newRecoveryCodes>(),
);
