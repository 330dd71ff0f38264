import { get, of } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/destruction/destructions.ts";

export const listDestructions = get("/destructions/", "staff", of<typeof schemas.listDestructions>());
export const getDestruction = get("/destructions/at/", "staff", of<typeof schemas.getDestruction>());
export const destructionLists = get("/destructions/lists/", "staff", of<typeof schemas.destructionLists>());
export const destructionList = get("/destructions/list/", "staff", of<typeof schemas.destructionList>());
