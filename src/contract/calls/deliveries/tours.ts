import { get, of, patch, post, put, remove } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/deliveries/tours.ts";

export const toursOfDay = get("/tours/", "staff", of<typeof schemas.toursOfDay>());
export const getTour = get("/tours/{id}/", "staff", of<typeof schemas.getTour>());
export const sheetOfTour = get("/tours/{id}/sheet/", "staff", of<typeof schemas.sheetOfTour>());
export const loadList = get("/tours/{id}/loadlist/", "staff", of<typeof schemas.loadList>());
export const createTour = post("/tours/", "staff", ["tours"], of<typeof schemas.createTour>());
export const editTour = patch("/tours/{id}/", "staff", ["tours"], of<typeof schemas.editTour>());
export const deleteTour = remove("/tours/{id}/", "staff", ["tours"], of<typeof schemas.deleteTour>());
export const setStops = put("/tours/{id}/stops/", "staff", ["tours"], of<typeof schemas.setStops>());
export const startTour = post("/tours/{id}/start/", "staff", ["tours"], of<typeof schemas.startTour>());
export const endTour = post("/tours/{id}/end/", "staff", ["tours"], of<typeof schemas.endTour>());
export const reportAbsence = post("/tours/{id}/absence/", "staff", ["tours"], of<typeof schemas.reportAbsence>());
