import { get, of, patch, post, remove } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/customers/customers.ts";

export const listCustomers = get("/customers/", "user", of<typeof schemas.listCustomers>());
export const sheetOfCustomers = get("/customers/sheet/", "user", of<typeof schemas.sheetOfCustomers>());
export const getCustomer = get("/customers/{id}/", "user", of<typeof schemas.getCustomer>());
export const customerSummary = get("/customers/{id}/summary/", "staff", of<typeof schemas.customerSummary>());
export const storedMetres = get("/customers/{id}/storage/", "user", of<typeof schemas.storedMetres>());
export const createCustomer = post("/customers/", "staff", ["customers"], of<typeof schemas.createCustomer>());
export const editCustomer = patch(
  "/customers/{id}/",
  "staff",
  ["customers", "boxes", "users"],
  of<typeof schemas.editCustomer>(),
);
export const deleteCustomer = remove(
  "/customers/{id}/",
  "staff",
  ["customers", "users"],
  of<typeof schemas.deleteCustomer>(),
);
