import { get, of, patch, post } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/stocktake/stocktakes.ts";

/** Things that accepting may change besides the stocktake. */
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

export const listStocktakes = get("/stocktakes/", "staff", of<typeof schemas.listStocktakes>());
export const worklist = get("/stocktakes/worklist/", "staff", of<typeof schemas.worklist>());
export const secondLooks = get("/stocktakes/second-looks/", "staff", of<typeof schemas.secondLooks>());
export const getStocktake = get("/stocktakes/{id}/", "staff", of<typeof schemas.getStocktake>());
export const createStocktake = post("/stocktakes/", "staff", ["stocktakes"], of<typeof schemas.createStocktake>());
export const editStocktake = patch("/stocktakes/{id}/", "staff", ["stocktakes"], of<typeof schemas.editStocktake>());
export const discardStocktake = post(
  "/stocktakes/{id}/discard/",
  "staff",
  ["stocktakes"],
  of<typeof schemas.discardStocktake>(),
);
export const closeStocktake = post(
  "/stocktakes/{id}/close/",
  "staff",
  ["stocktakes"],
  of<typeof schemas.closeStocktake>(),
);
export const getCountedRow = get("/stocktakes/{id}/rows/{row}/", "staff", of<typeof schemas.getCountedRow>());
export const beginRow = post(
  "/stocktakes/{id}/rows/{row}/begin/",
  "staff",
  ["stocktakes"],
  of<typeof schemas.beginRow>(),
);
export const endRow = post(
  "/stocktakes/{id}/rows/{row}/end/",
  "staff",
  ["stocktakes", "rows", "areas"],
  of<typeof schemas.endRow>(),
);
export const listResults = get("/stocktakes/{id}/results/", "staff", of<typeof schemas.listResults>());
export const sheetOfResults = get("/stocktakes/{id}/results/sheet/", "staff", of<typeof schemas.sheetOfResults>());
export const acceptResults = post("/stocktakes/{id}/accept/", "staff", stock, of<typeof schemas.acceptResults>());
export const stocktakeQrCode = get("/stocktakes/{id}/qrcode/", "staff", of<typeof schemas.stocktakeQrCode>());
export const stocktakeReport = get("/stocktakes/{id}/report/", "staff", of<typeof schemas.stocktakeReport>());
