import { of, route } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/system/setup.ts";

export const deviceSetup = route(
  { method: "GET", path: "/setup/", access: "open", writes: false },
  of<typeof schemas.deviceSetup>(),
);
