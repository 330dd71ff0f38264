import { of, route } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/deliveries/tours.ts";

const reads = { method: "GET", access: "staff", writes: false } as const;
const writes = { access: "staff", writes: true, touches: ["tours"] } as const;

export const toursOfDay = route({ ...reads, path: "/tours/" }, of<typeof schemas.toursOfDay>());

export const getTour = route({ ...reads, path: "/tours/{id}/" }, of<typeof schemas.getTour>());

export const sheetOfTour = route({ ...reads, path: "/tours/{id}/sheet/" }, of<typeof schemas.sheetOfTour>());

export const loadList = route({ ...reads, path: "/tours/{id}/loadlist/" }, of<typeof schemas.loadList>());

export const createTour = route({ ...writes, method: "POST", path: "/tours/" }, of<typeof schemas.createTour>());

export const editTour = route({ ...writes, method: "PATCH", path: "/tours/{id}/" }, of<typeof schemas.editTour>());

export const deleteTour = route({ ...writes, method: "DELETE", path: "/tours/{id}/" }, of<typeof schemas.deleteTour>());

export const setStops = route({ ...writes, method: "PUT", path: "/tours/{id}/stops/" }, of<typeof schemas.setStops>());

export const startTour = route(
  { ...writes, method: "POST", path: "/tours/{id}/start/" },
  of<typeof schemas.startTour>(),
);

export const endTour = route({ ...writes, method: "POST", path: "/tours/{id}/end/" }, of<typeof schemas.endTour>());

export const reportAbsence = route(
  { ...writes, method: "POST", path: "/tours/{id}/absence/" },
  of<typeof schemas.reportAbsence>(),
);
