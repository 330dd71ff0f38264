import { get, of, patch, post, put, writingGet } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/deliveries/deliveries.ts";

export const listDeliveries = get("/deliveries/", "user", of<typeof schemas.listDeliveries>());
export const sheetOfDeliveries = get("/deliveries/sheet/", "user", of<typeof schemas.sheetOfDeliveries>());
export const deliveryPlan = get("/deliveries/plan/", "user", of<typeof schemas.deliveryPlan>());
export const getDelivery = get("/deliveries/{id}/", "user", of<typeof schemas.getDelivery>());
export const createDelivery = post(
  "/deliveries/",
  "user",
  ["deliveries", "boxes", "rows", "areas", "customers"],
  of<typeof schemas.createDelivery>(),
);
export const createPickup = post(
  "/deliveries/pickups/",
  "user",
  ["deliveries", "boxes", "rows", "areas", "customers"],
  of<typeof schemas.createPickup>(),
);
export const editDelivery = patch("/deliveries/{id}/", "staff", ["deliveries"], of<typeof schemas.editDelivery>());
export const setDeliveryAddress = put(
  "/deliveries/{id}/address/",
  "user",
  ["deliveries"],
  of<typeof schemas.setDeliveryAddress>(),
);

export const setDeliveryLines = put(
  "/deliveries/{id}/lines/",
  "user",
  ["deliveries", "boxes", "rows", "areas", "customers"],
  of<typeof schemas.setDeliveryLines>(),
);

/** Acts although it is a GET, as specification 7 has it; HEAD and OPTIONS do not. */
export const cancelDelivery = writingGet(
  "/deliveries/{id}/cancel/",
  "user",
  ["deliveries", "boxes", "rows", "areas", "customers"],
  of<typeof schemas.cancelDelivery>(),
);
export const postCancelDelivery = post(
  "/deliveries/{id}/cancel/",
  "user",
  ["deliveries", "boxes", "rows", "areas", "customers"],
  of<typeof schemas.postCancelDelivery>(),
);
export const startDelivery = post(
  "/deliveries/{id}/start/",
  "staff",
  ["deliveries"],
  of<typeof schemas.startDelivery>(),
);
export const completeDelivery = post(
  "/deliveries/{id}/complete/",
  "staff",
  ["deliveries", "boxes", "rows", "areas", "customers"],
  of<typeof schemas.completeDelivery>(),
);
export const listCollect = get("/deliveries/collect/", "staff", of<typeof schemas.listCollect>());
export const collectList = get("/boxes/collectlist/", "staff", of<typeof schemas.collectList>());
export const deliveryNote = get("/deliveries/{id}/note/", "staff", of<typeof schemas.deliveryNote>());
export const dayNotes = get("/deliveries/notes/", "staff", of<typeof schemas.dayNotes>());
