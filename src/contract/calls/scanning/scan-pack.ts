import { of, route } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/scanning/scan-pack.ts";

export const scanPack = route(
  { method: "GET", path: "/scans/pack/", access: "staff", writes: false },
  of<typeof schemas.scanPack>(),
);
