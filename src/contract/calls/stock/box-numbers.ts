import { of, put } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/stock/box-numbers.ts";

export const setUniqueNumbers = put(
  "/customers/{id}/numbers/",
  "staff",
  ["customers", "boxes"],
  of<typeof schemas.setUniqueNumbers>(),
);
export const setNumbers = put("/boxes/{id}/numbers/", "staff", ["boxes"], of<typeof schemas.setNumbers>());
