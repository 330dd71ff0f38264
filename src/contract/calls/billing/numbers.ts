import { of, route } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/billing/numbers.ts";

export const restoredNumbers = route(
  { method: "GET", path: "/billing/numbers/", access: "staff", writes: false },
  of<typeof schemas.restoredNumbers>(),
);

export const nameLastNumber = route(
  { method: "PUT", path: "/billing/numbers/{id}/", access: "staff", writes: true, touches: ["billing"] },
  of<typeof schemas.nameLastNumber>(),
);
