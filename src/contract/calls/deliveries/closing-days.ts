import { get, of, post, remove } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/deliveries/closing-days.ts";

export const listClosingDays = get("/closing-days/", "staff", of<typeof schemas.listClosingDays>());
export const createClosingDay = post(
  "/closing-days/",
  "staff",
  ["closing-days", "deliveries"],
  of<typeof schemas.createClosingDay>(),
);
export const deleteClosingDay = remove(
  "/closing-days/{id}/",
  "staff",
  ["closing-days", "deliveries"],
  of<typeof schemas.deleteClosingDay>(),
);
