import { of, route } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/stocktake/stocktakes.ts";

/** What accepting may change beside the stocktake. */
const stock = [
  "stocktakes",
  "cases",
  "boxes",
  "rows",
  "areas",
  "customers",
  "deliveries",
  "destruction-batches",
] as const;

export const listStocktakes = route(
  { method: "GET", path: "/stocktakes/", access: "staff", writes: false },
  of<typeof schemas.listStocktakes>(),
);

export const worklist = route(
  { method: "GET", path: "/stocktakes/worklist/", access: "staff", writes: false },
  of<typeof schemas.worklist>(),
);

export const secondLooks = route(
  { method: "GET", path: "/stocktakes/second-looks/", access: "staff", writes: false },
  of<typeof schemas.secondLooks>(),
);

export const getStocktake = route(
  { method: "GET", path: "/stocktakes/{id}/", access: "staff", writes: false },
  of<typeof schemas.getStocktake>(),
);

export const createStocktake = route(
  { method: "POST", path: "/stocktakes/", access: "staff", writes: true, touches: ["stocktakes"] },
  of<typeof schemas.createStocktake>(),
);

export const editStocktake = route(
  { method: "PATCH", path: "/stocktakes/{id}/", access: "staff", writes: true, touches: ["stocktakes"] },
  of<typeof schemas.editStocktake>(),
);

export const discardStocktake = route(
  { method: "POST", path: "/stocktakes/{id}/discard/", access: "staff", writes: true, touches: ["stocktakes"] },
  of<typeof schemas.discardStocktake>(),
);

export const closeStocktake = route(
  { method: "POST", path: "/stocktakes/{id}/close/", access: "staff", writes: true, touches: ["stocktakes"] },
  of<typeof schemas.closeStocktake>(),
);

export const getCountedRow = route(
  { method: "GET", path: "/stocktakes/{id}/rows/{row}/", access: "staff", writes: false },
  of<typeof schemas.getCountedRow>(),
);

export const beginRow = route(
  {
    method: "POST",
    path: "/stocktakes/{id}/rows/{row}/begin/",
    access: "staff",
    writes: true,
    touches: ["stocktakes"],
  },
  of<typeof schemas.beginRow>(),
);

export const endRow = route(
  {
    method: "POST",
    path: "/stocktakes/{id}/rows/{row}/end/",
    access: "staff",
    writes: true,
    touches: ["stocktakes", "rows", "areas"],
  },
  of<typeof schemas.endRow>(),
);

export const listResults = route(
  { method: "GET", path: "/stocktakes/{id}/results/", access: "staff", writes: false },
  of<typeof schemas.listResults>(),
);

export const sheetOfResults = route(
  { method: "GET", path: "/stocktakes/{id}/results/sheet/", access: "staff", writes: false },
  of<typeof schemas.sheetOfResults>(),
);

export const acceptResults = route(
  { method: "POST", path: "/stocktakes/{id}/accept/", access: "staff", writes: true, touches: stock },
  of<typeof schemas.acceptResults>(),
);

export const stocktakeQrCode = route(
  { method: "GET", path: "/stocktakes/{id}/qrcode/", access: "staff", writes: false },
  of<typeof schemas.stocktakeQrCode>(),
);

export const stocktakeReport = route(
  { method: "GET", path: "/stocktakes/{id}/report/", access: "staff", writes: false },
  of<typeof schemas.stocktakeReport>(),
);
