import { of, route } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/billing/exports.ts";

export const datevStack = route(
  { method: "GET", path: "/billing/datev/", access: "staff", writes: false },
  of<typeof schemas.datevStack>(),
);

export const billingArchive = route(
  { method: "GET", path: "/billing/archive/", access: "staff", writes: false },
  of<typeof schemas.billingArchive>(),
);
