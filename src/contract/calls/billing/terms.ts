import { of, route } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/billing/terms.ts";

export const getTerms = route(
  { method: "GET", path: "/customers/{id}/terms/", access: "staff", writes: false },
  of<typeof schemas.getTerms>(),
);

export const setTerms = route(
  {
    method: "PUT",
    path: "/customers/{id}/terms/",
    access: "staff",
    writes: true,
    touches: ["customers", "price-lists", "billing", "service-entries"],
  },
  of<typeof schemas.setTerms>(),
);
