import { of, route } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/destruction/retention.ts";

export const listRetentionClasses = route(
  { method: "GET", path: "/retention/classes/", access: "user", writes: false },
  of<typeof schemas.listRetentionClasses>(),
);

export const createRetentionClass = route(
  { method: "POST", path: "/retention/classes/", access: "staff", writes: true, touches: ["retention"] },
  of<typeof schemas.createRetentionClass>(),
);

export const listRetained = route(
  { method: "GET", path: "/retention/", access: "user", writes: false },
  of<typeof schemas.listRetained>(),
);

export const sheetOfRetained = route(
  { method: "GET", path: "/retention/sheet/", access: "user", writes: false },
  of<typeof schemas.sheetOfRetained>(),
);

export const retentionYears = route(
  { method: "GET", path: "/retention/years/", access: "user", writes: false },
  of<typeof schemas.retentionYears>(),
);

export const listRetainedCustomers = route(
  { method: "GET", path: "/retention/customers/", access: "user", writes: false },
  of<typeof schemas.listRetainedCustomers>(),
);

export const dueList = route(
  { method: "GET", path: "/customers/{id}/duelist/", access: "user", writes: false },
  of<typeof schemas.dueList>(),
);

export const boxRetention = route(
  { method: "GET", path: "/boxes/{id}/retention/", access: "user", writes: false },
  of<typeof schemas.boxRetention>(),
);

export const changeKeeper = route(
  {
    method: "POST",
    path: "/retention/customer/",
    access: "staff",
    writes: true,
    touches: ["retention", "boxes", "customers"],
  },
  of<typeof schemas.changeKeeper>(),
);

export const assignRetention = route(
  {
    method: "POST",
    path: "/retention/assign/",
    access: "staff",
    writes: true,
    touches: ["retention", "boxes", "customers"],
  },
  of<typeof schemas.assignRetention>(),
);

export const applyRetention = route(
  {
    method: "POST",
    path: "/retention/apply/",
    access: "staff",
    writes: true,
    touches: ["retention", "boxes", "customers"],
  },
  of<typeof schemas.applyRetention>(),
);
