import { of, route } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/customers/customers.ts";

export const listCustomers = route(
  { method: "GET", path: "/customers/", access: "user", writes: false },
  of<typeof schemas.listCustomers>(),
);

export const sheetOfCustomers = route(
  { method: "GET", path: "/customers/sheet/", access: "user", writes: false },
  of<typeof schemas.sheetOfCustomers>(),
);

export const getCustomer = route(
  { method: "GET", path: "/customers/{id}/", access: "user", writes: false },
  of<typeof schemas.getCustomer>(),
);

export const customerSummary = route(
  { method: "GET", path: "/customers/{id}/summary/", access: "staff", writes: false },
  of<typeof schemas.customerSummary>(),
);

export const storedMetres = route(
  { method: "GET", path: "/customers/{id}/storage/", access: "user", writes: false },
  of<typeof schemas.storedMetres>(),
);

export const createCustomer = route(
  { method: "POST", path: "/customers/", access: "staff", writes: true, touches: ["customers"] },
  of<typeof schemas.createCustomer>(),
);

export const editCustomer = route(
  {
    method: "PATCH",
    path: "/customers/{id}/",
    access: "staff",
    writes: true,
    touches: ["customers", "boxes", "users"],
  },
  of<typeof schemas.editCustomer>(),
);

export const deleteCustomer = route(
  { method: "DELETE", path: "/customers/{id}/", access: "staff", writes: true, touches: ["customers", "users"] },
  of<typeof schemas.deleteCustomer>(),
);
