import { get, of, patch, post } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/exchange/imports.ts";

export const listImports = get("/imports/", "user", of<typeof schemas.listImports>());
export const getImport = get("/imports/{id}/", "user", of<typeof schemas.getImport>());
export const importErrors = get("/imports/{id}/errors/", "user", of<typeof schemas.importErrors>());
export const importErrorsCsv = get("/imports/{id}/errors.csv/", "user", of<typeof schemas.importErrorsCsv>());
export const importErrorsXlsx = get("/imports/{id}/errors.xlsx/", "user", of<typeof schemas.importErrorsXlsx>());
export const importReceipt = get("/imports/{id}/receipt/", "user", of<typeof schemas.importReceipt>());
export const importReceiptXlsx = get("/imports/{id}/receipt.xlsx/", "user", of<typeof schemas.importReceiptXlsx>());

/** Calls on imports. A customer's user needs the right to store for each change. */
export const createImport = post("/imports/", "user", ["imports"], of<typeof schemas.createImport>());
export const mapImport = patch("/imports/{id}/", "user", ["imports"], of<typeof schemas.mapImport>());
export const checkImport = post("/imports/{id}/check/", "user", ["imports"], of<typeof schemas.checkImport>());
export const commitImport = post(
  "/imports/{id}/commit/",
  "user",
  ["imports", "boxes", "customers", "rows", "areas", "retention"],
  of<typeof schemas.commitImport>(),
);
export const undoImport = post(
  "/imports/{id}/undo/",
  "user",
  ["imports", "boxes", "customers", "rows", "areas", "retention"],
  of<typeof schemas.undoImport>(),
);
export const discardImport = post("/imports/{id}/discard/", "user", ["imports"], of<typeof schemas.discardImport>());
