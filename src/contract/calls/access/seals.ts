import { get, of } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/access/seals.ts";

export const listSeals = get("/seals/", "staff", of<typeof schemas.listSeals>());
export const sheetOfSeals = get("/seals/sheet/", "staff", of<typeof schemas.sheetOfSeals>());
export const exportSeals = get("/seals/export/", "staff", of<typeof schemas.exportSeals>());
