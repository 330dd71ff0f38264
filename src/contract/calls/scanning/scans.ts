import { of, route } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/scanning/scans.ts";

export const scan = route(
  {
    method: "POST",
    path: "/scans/",
    access: "staff",
    writes: true,
    touches: ["boxes", "rows", "areas", "customers", "deliveries", "destruction-batches", "stocktakes", "cases"],
  },
  of<typeof schemas.scan>(),
);

export const listScans = route(
  { method: "GET", path: "/scans/", access: "staff", writes: false },
  of<typeof schemas.listScans>(),
);

export const resolveScan = route(
  { method: "GET", path: "/scans/resolve/", access: "user", writes: false },
  of<typeof schemas.resolveScan>(),
);
