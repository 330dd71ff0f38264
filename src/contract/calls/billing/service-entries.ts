import { get, of, post, remove } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/billing/service-entries.ts";

export const listServiceEntries = get("/service-entries/", "staff", of<typeof schemas.listServiceEntries>());
export const sheetOfServiceEntries = get(
  "/service-entries/sheet/",
  "staff",
  of<typeof schemas.sheetOfServiceEntries>(),
);
export const createServiceEntry = post(
  "/service-entries/",
  "staff",
  ["service-entries", "billing"],
  of<typeof schemas.createServiceEntry>(),
);
export const deleteServiceEntry = remove(
  "/service-entries/{id}/",
  "staff",
  ["service-entries", "billing"],
  of<typeof schemas.deleteServiceEntry>(),
);
