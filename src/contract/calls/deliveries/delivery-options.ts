import { get, of, patch, post, remove } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/deliveries/delivery-options.ts";

export const createDeliveryOption = post(
  "/deliveries/options/",
  "staff",
  ["customers"],
  of<typeof schemas.createDeliveryOption>(),
);
export const copyDeliveryOptions = post(
  "/deliveries/options/copies/",
  "staff",
  ["customers"],
  of<typeof schemas.copyDeliveryOptions>(),
);
export const editDeliveryOption = patch(
  "/deliveries/options/{id}/",
  "staff",
  ["customers"],
  of<typeof schemas.editDeliveryOption>(),
);
export const deleteDeliveryOption = remove(
  "/deliveries/options/{id}/",
  "staff",
  ["customers"],
  of<typeof schemas.deleteDeliveryOption>(),
);
export const nextDelivery = get("/deliveries/options/{id}/next/", "user", of<typeof schemas.nextDelivery>());
