import { of, route } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/stock/areas.ts";

export const listAreas = route(
  { method: "GET", path: "/areas/", access: "staff", writes: false },
  of<typeof schemas.listAreas>(),
);

export const sheetOfAreas = route(
  { method: "GET", path: "/areas/sheet/", access: "staff", writes: false },
  of<typeof schemas.sheetOfAreas>(),
);

export const getArea = route(
  { method: "GET", path: "/areas/{id}/", access: "staff", writes: false },
  of<typeof schemas.getArea>(),
);

export const mapOfArea = route(
  { method: "GET", path: "/areas/map/", access: "staff", writes: false },
  of<typeof schemas.mapOfArea>(),
);

export const createArea = route(
  { method: "POST", path: "/areas/", access: "staff", writes: true, touches: ["areas"] },
  of<typeof schemas.createArea>(),
);

export const deleteArea = route(
  { method: "DELETE", path: "/areas/{id}/", access: "staff", writes: true, touches: ["areas"] },
  of<typeof schemas.deleteArea>(),
);
