import { of, route } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/stock/box-numbers.ts";

export const setUniqueNumbers = route(
  { method: "PUT", path: "/customers/{id}/numbers/", access: "staff", writes: true, touches: ["customers", "boxes"] },
  of<typeof schemas.setUniqueNumbers>(),
);

export const setNumbers = route(
  { method: "PUT", path: "/boxes/{id}/numbers/", access: "staff", writes: true, touches: ["boxes"] },
  of<typeof schemas.setNumbers>(),
);
