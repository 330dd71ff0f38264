import { get, of, patch, post, remove } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/customers/addresses.ts";

export const listAddresses = get("/customers/{id}/addresses/", "user", of<typeof schemas.listAddresses>());
export const createAddress = post(
  "/customers/{id}/addresses/",
  "staff",
  ["customers"],
  of<typeof schemas.createAddress>(),
);
export const editAddress = patch("/addresses/{id}/", "staff", ["customers"], of<typeof schemas.editAddress>());
export const deleteAddress = remove("/addresses/{id}/", "staff", ["customers"], of<typeof schemas.deleteAddress>());
