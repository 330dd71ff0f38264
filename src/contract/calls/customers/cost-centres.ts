import { of, route } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/customers/cost-centres.ts";

export const listCostCentres = route(
  { method: "GET", path: "/customers/{id}/cost-centres/", access: "user", writes: false },
  of<typeof schemas.listCostCentres>(),
);

export const setCostCentres = route(
  { method: "PUT", path: "/customers/{id}/cost-centres/", access: "staff", writes: true, touches: ["customers"] },
  of<typeof schemas.setCostCentres>(),
);
