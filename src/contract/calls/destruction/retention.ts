import { get, of, post } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/destruction/retention.ts";

export const listRetentionClasses = get("/retention/classes/", "user", of<typeof schemas.listRetentionClasses>());
export const createRetentionClass = post(
  "/retention/classes/",
  "staff",
  ["retention"],
  of<typeof schemas.createRetentionClass>(),
);
export const listRetained = get("/retention/", "user", of<typeof schemas.listRetained>());
export const sheetOfRetained = get("/retention/sheet/", "user", of<typeof schemas.sheetOfRetained>());
export const retentionYears = get("/retention/years/", "user", of<typeof schemas.retentionYears>());
export const listRetainedCustomers = get("/retention/customers/", "user", of<typeof schemas.listRetainedCustomers>());
export const dueList = get("/customers/{id}/duelist/", "user", of<typeof schemas.dueList>());
export const boxRetention = get("/boxes/{id}/retention/", "user", of<typeof schemas.boxRetention>());
export const changeKeeper = post(
  "/retention/customer/",
  "staff",
  ["retention", "boxes", "customers"],
  of<typeof schemas.changeKeeper>(),
);
export const assignRetention = post(
  "/retention/assign/",
  "staff",
  ["retention", "boxes", "customers"],
  of<typeof schemas.assignRetention>(),
);
export const applyRetention = post(
  "/retention/apply/",
  "staff",
  ["retention", "boxes", "customers"],
  of<typeof schemas.applyRetention>(),
);
