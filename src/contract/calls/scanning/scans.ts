import { get, of, post } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/scanning/scans.ts";

export const scan = post(
  "/scans/",
  "staff",
  ["boxes", "rows", "areas", "customers", "deliveries", "destruction-batches", "stocktakes", "cases"],
  of<typeof schemas.scan>(),
);
export const listScans = get("/scans/", "staff", of<typeof schemas.listScans>());
export const resolveScan = get("/scans/resolve/", "user", of<typeof schemas.resolveScan>());
