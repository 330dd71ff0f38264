import { get, of, patch, post, put, remove } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/billing/price-lists.ts";

export const listPriceLists = get("/price-lists/", "staff", of<typeof schemas.listPriceLists>());
export const createPriceList = post("/price-lists/", "staff", ["price-lists"], of<typeof schemas.createPriceList>());
export const editPriceList = patch(
  "/price-lists/{id}/",
  "staff",
  ["price-lists", "billing"],
  of<typeof schemas.editPriceList>(),
);
export const deletePriceList = remove(
  "/price-lists/{id}/",
  "staff",
  ["price-lists"],
  of<typeof schemas.deletePriceList>(),
);
export const setPrice = put(
  "/price-lists/{id}/prices/",
  "staff",
  ["price-lists", "billing", "service-entries"],
  of<typeof schemas.setPrice>(),
);
