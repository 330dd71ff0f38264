import { get, of, post, remove } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/stock/areas.ts";

export const listAreas = get("/areas/", "staff", of<typeof schemas.listAreas>());
export const sheetOfAreas = get("/areas/sheet/", "staff", of<typeof schemas.sheetOfAreas>());
export const getArea = get("/areas/{id}/", "staff", of<typeof schemas.getArea>());
export const mapOfArea = get("/areas/map/", "staff", of<typeof schemas.mapOfArea>());
export const createArea = post("/areas/", "staff", ["areas"], of<typeof schemas.createArea>());
export const deleteArea = remove("/areas/{id}/", "staff", ["areas"], of<typeof schemas.deleteArea>());
