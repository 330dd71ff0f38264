import { of, route } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/billing/price-lists.ts";

export const listPriceLists = route(
  { method: "GET", path: "/price-lists/", access: "staff", writes: false },
  of<typeof schemas.listPriceLists>(),
);

export const createPriceList = route(
  { method: "POST", path: "/price-lists/", access: "staff", writes: true, touches: ["price-lists"] },
  of<typeof schemas.createPriceList>(),
);

export const editPriceList = route(
  { method: "PATCH", path: "/price-lists/{id}/", access: "staff", writes: true, touches: ["price-lists", "billing"] },
  of<typeof schemas.editPriceList>(),
);

export const deletePriceList = route(
  { method: "DELETE", path: "/price-lists/{id}/", access: "staff", writes: true, touches: ["price-lists"] },
  of<typeof schemas.deletePriceList>(),
);

export const setPrice = route(
  {
    method: "PUT",
    path: "/price-lists/{id}/prices/",
    access: "staff",
    writes: true,
    touches: ["price-lists", "billing", "service-entries"],
  },
  of<typeof schemas.setPrice>(),
);
