import { of, route } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/deliveries/closing-days.ts";

export const listClosingDays = route(
  { method: "GET", path: "/closing-days/", access: "staff", writes: false },
  of<typeof schemas.listClosingDays>(),
);

export const createClosingDay = route(
  { method: "POST", path: "/closing-days/", access: "staff", writes: true, touches: ["closing-days", "deliveries"] },
  of<typeof schemas.createClosingDay>(),
);

export const deleteClosingDay = route(
  {
    method: "DELETE",
    path: "/closing-days/{id}/",
    access: "staff",
    writes: true,
    touches: ["closing-days", "deliveries"],
  },
  of<typeof schemas.deleteClosingDay>(),
);
