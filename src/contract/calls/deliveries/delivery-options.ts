import { of, route } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/deliveries/delivery-options.ts";

export const createDeliveryOption = route(
  { method: "POST", path: "/deliveries/options/", access: "staff", writes: true, touches: ["customers"] },
  of<typeof schemas.createDeliveryOption>(),
);

export const editDeliveryOption = route(
  { method: "PATCH", path: "/deliveries/options/{id}/", access: "staff", writes: true, touches: ["customers"] },
  of<typeof schemas.editDeliveryOption>(),
);

export const deleteDeliveryOption = route(
  { method: "DELETE", path: "/deliveries/options/{id}/", access: "staff", writes: true, touches: ["customers"] },
  of<typeof schemas.deleteDeliveryOption>(),
);

export const nextDelivery = route(
  { method: "GET", path: "/deliveries/options/{id}/next/", access: "user", writes: false },
  of<typeof schemas.nextDelivery>(),
);
