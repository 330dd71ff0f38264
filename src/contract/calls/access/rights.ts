import { of, route } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/access/rights.ts";

export const listRights = route(
  { method: "GET", path: "/customers/{id}/rights/", access: "staff", writes: false },
  of<typeof schemas.listRights>(),
);

export const changeRights = route(
  { method: "POST", path: "/customers/{id}/rights/", access: "staff", writes: true, touches: ["customers"] },
  of<typeof schemas.changeRights>(),
);
