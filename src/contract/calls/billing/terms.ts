import { get, of, put } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/billing/terms.ts";

export const getTerms = get("/customers/{id}/terms/", "staff", of<typeof schemas.getTerms>());
export const setTerms = put(
  "/customers/{id}/terms/",
  "staff",
  ["customers", "price-lists", "billing", "service-entries"],
  of<typeof schemas.setTerms>(),
);
