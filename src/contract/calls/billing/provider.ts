import { of, route } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/billing/provider.ts";

export const getProvider = route(
  { method: "GET", path: "/provider/", access: "staff", writes: false },
  of<typeof schemas.getProvider>(),
);

export const editProvider = route(
  { method: "PATCH", path: "/provider/", access: "staff", writes: true, touches: ["billing"] },
  of<typeof schemas.editProvider>(),
);
