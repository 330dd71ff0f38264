import { of, route } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/deliveries/deliveries.ts";

export const listDeliveries = route(
  { method: "GET", path: "/deliveries/", access: "user", writes: false },
  of<typeof schemas.listDeliveries>(),
);

export const sheetOfDeliveries = route(
  { method: "GET", path: "/deliveries/sheet/", access: "user", writes: false },
  of<typeof schemas.sheetOfDeliveries>(),
);

export const deliveryPlan = route(
  { method: "GET", path: "/deliveries/plan/", access: "user", writes: false },
  of<typeof schemas.deliveryPlan>(),
);

export const getDelivery = route(
  { method: "GET", path: "/deliveries/{id}/", access: "user", writes: false },
  of<typeof schemas.getDelivery>(),
);

export const createDelivery = route(
  {
    method: "POST",
    path: "/deliveries/",
    access: "user",
    writes: true,
    touches: ["deliveries", "boxes", "rows", "areas", "customers"],
  },
  of<typeof schemas.createDelivery>(),
);

export const createPickup = route(
  {
    method: "POST",
    path: "/deliveries/pickups/",
    access: "user",
    writes: true,
    touches: ["deliveries", "boxes", "rows", "areas", "customers"],
  },
  of<typeof schemas.createPickup>(),
);

export const editDelivery = route(
  { method: "PATCH", path: "/deliveries/{id}/", access: "staff", writes: true, touches: ["deliveries"] },
  of<typeof schemas.editDelivery>(),
);

export const setDeliveryAddress = route(
  { method: "PUT", path: "/deliveries/{id}/address/", access: "user", writes: true, touches: ["deliveries"] },
  of<typeof schemas.setDeliveryAddress>(),
);

/** Acts although it is a GET, as specification 7 has it; HEAD and OPTIONS do not. */
export const cancelDelivery = route(
  {
    method: "GET",
    path: "/deliveries/{id}/cancel/",
    access: "user",
    writes: true,
    touches: ["deliveries", "boxes", "rows", "areas", "customers"],
  },
  of<typeof schemas.cancelDelivery>(),
);

export const postCancelDelivery = route(
  {
    method: "POST",
    path: "/deliveries/{id}/cancel/",
    access: "user",
    writes: true,
    touches: ["deliveries", "boxes", "rows", "areas", "customers"],
  },
  of<typeof schemas.postCancelDelivery>(),
);

export const startDelivery = route(
  { method: "POST", path: "/deliveries/{id}/start/", access: "staff", writes: true, touches: ["deliveries"] },
  of<typeof schemas.startDelivery>(),
);

export const completeDelivery = route(
  {
    method: "POST",
    path: "/deliveries/{id}/complete/",
    access: "staff",
    writes: true,
    touches: ["deliveries", "boxes", "rows", "areas", "customers"],
  },
  of<typeof schemas.completeDelivery>(),
);

export const listCollect = route(
  { method: "GET", path: "/deliveries/collect/", access: "staff", writes: false },
  of<typeof schemas.listCollect>(),
);

export const collectList = route(
  { method: "GET", path: "/boxes/collectlist/", access: "staff", writes: false },
  of<typeof schemas.collectList>(),
);

export const deliveryNote = route(
  { method: "GET", path: "/deliveries/{id}/note/", access: "staff", writes: false },
  of<typeof schemas.deliveryNote>(),
);

export const dayNotes = route(
  { method: "GET", path: "/deliveries/notes/", access: "staff", writes: false },
  of<typeof schemas.dayNotes>(),
);
