import { of, route } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/billing/service-entries.ts";

export const listServiceEntries = route(
  { method: "GET", path: "/service-entries/", access: "staff", writes: false },
  of<typeof schemas.listServiceEntries>(),
);

export const sheetOfServiceEntries = route(
  { method: "GET", path: "/service-entries/sheet/", access: "staff", writes: false },
  of<typeof schemas.sheetOfServiceEntries>(),
);

export const createServiceEntry = route(
  { method: "POST", path: "/service-entries/", access: "staff", writes: true, touches: ["service-entries", "billing"] },
  of<typeof schemas.createServiceEntry>(),
);

export const deleteServiceEntry = route(
  {
    method: "DELETE",
    path: "/service-entries/{id}/",
    access: "staff",
    writes: true,
    touches: ["service-entries", "billing"],
  },
  of<typeof schemas.deleteServiceEntry>(),
);
