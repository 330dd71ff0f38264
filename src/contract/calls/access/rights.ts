import { get, of, post } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/access/rights.ts";

export const listRights = get("/customers/{id}/rights/", "staff", of<typeof schemas.listRights>());
export const changeRights = post("/customers/{id}/rights/", "staff", ["customers"], of<typeof schemas.changeRights>());
