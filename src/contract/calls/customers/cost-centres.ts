import { get, of, put } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/customers/cost-centres.ts";

export const listCostCentres = get("/customers/{id}/cost-centres/", "user", of<typeof schemas.listCostCentres>());
export const setCostCentres = put(
  "/customers/{id}/cost-centres/",
  "staff",
  ["customers"],
  of<typeof schemas.setCostCentres>(),
);
