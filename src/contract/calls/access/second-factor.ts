import { get, of, post, withoutSecondFactor } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/access/second-factor.ts";

export const getSecondFactor = withoutSecondFactor(
  get("/second-factor/", "user", of<typeof schemas.getSecondFactor>()),
);
export const beginSecondFactor = withoutSecondFactor(
  post("/second-factor/", "user", ["second-factor"], of<typeof schemas.beginSecondFactor>()),
);
export const confirmSecondFactor = withoutSecondFactor(
  post("/second-factor/confirm/", "user", ["second-factor", "users"], of<typeof schemas.confirmSecondFactor>()),
);
export const endSecondFactor = withoutSecondFactor(
  post("/second-factor/end/", "user", ["second-factor", "users"], of<typeof schemas.endSecondFactor>()),
);
export const newRecoveryCodes = withoutSecondFactor(
  post("/second-factor/recovery-codes/", "user", ["second-factor", "users"], of<typeof schemas.newRecoveryCodes>()),
);
