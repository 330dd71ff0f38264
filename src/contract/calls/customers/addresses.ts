import { of, route } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/customers/addresses.ts";

export const listAddresses = route(
  { method: "GET", path: "/customers/{id}/addresses/", access: "user", writes: false },
  of<typeof schemas.listAddresses>(),
);

export const createAddress = route(
  { method: "POST", path: "/customers/{id}/addresses/", access: "staff", writes: true, touches: ["customers"] },
  of<typeof schemas.createAddress>(),
);

export const editAddress = route(
  { method: "PATCH", path: "/addresses/{id}/", access: "staff", writes: true, touches: ["customers"] },
  of<typeof schemas.editAddress>(),
);

export const deleteAddress = route(
  { method: "DELETE", path: "/addresses/{id}/", access: "staff", writes: true, touches: ["customers"] },
  of<typeof schemas.deleteAddress>(),
);
