import { get, of } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/scanning/scan-pack.ts";

export const scanPack = get("/scans/pack/", "staff", of<typeof schemas.scanPack>());
