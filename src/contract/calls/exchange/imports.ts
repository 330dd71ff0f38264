import { of, route } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/exchange/imports.ts";

export const listImports = route(
  { method: "GET", path: "/imports/", access: "user", writes: false },
  of<typeof schemas.listImports>(),
);

export const getImport = route(
  { method: "GET", path: "/imports/{id}/", access: "user", writes: false },
  of<typeof schemas.getImport>(),
);

export const importErrors = route(
  { method: "GET", path: "/imports/{id}/errors/", access: "user", writes: false },
  of<typeof schemas.importErrors>(),
);

export const importErrorsCsv = route(
  { method: "GET", path: "/imports/{id}/errors.csv/", access: "user", writes: false },
  of<typeof schemas.importErrorsCsv>(),
);

export const importErrorsXlsx = route(
  { method: "GET", path: "/imports/{id}/errors.xlsx/", access: "user", writes: false },
  of<typeof schemas.importErrorsXlsx>(),
);

export const importReceipt = route(
  { method: "GET", path: "/imports/{id}/receipt/", access: "user", writes: false },
  of<typeof schemas.importReceipt>(),
);

export const importReceiptXlsx = route(
  { method: "GET", path: "/imports/{id}/receipt.xlsx/", access: "user", writes: false },
  of<typeof schemas.importReceiptXlsx>(),
);

/** Of a customer's user each change needs the right to store. */
export const createImport = route(
  { method: "POST", path: "/imports/", access: "user", writes: true, touches: ["imports"] },
  of<typeof schemas.createImport>(),
);

export const mapImport = route(
  { method: "PATCH", path: "/imports/{id}/", access: "user", writes: true, touches: ["imports"] },
  of<typeof schemas.mapImport>(),
);

export const checkImport = route(
  { method: "POST", path: "/imports/{id}/check/", access: "user", writes: true, touches: ["imports"] },
  of<typeof schemas.checkImport>(),
);

export const commitImport = route(
  {
    method: "POST",
    path: "/imports/{id}/commit/",
    access: "user",
    writes: true,
    touches: ["imports", "boxes", "customers", "rows", "areas", "retention"],
  },
  of<typeof schemas.commitImport>(),
);

export const undoImport = route(
  {
    method: "POST",
    path: "/imports/{id}/undo/",
    access: "user",
    writes: true,
    touches: ["imports", "boxes", "customers", "rows", "areas", "retention"],
  },
  of<typeof schemas.undoImport>(),
);

export const discardImport = route(
  { method: "POST", path: "/imports/{id}/discard/", access: "user", writes: true, touches: ["imports"] },
  of<typeof schemas.discardImport>(),
);
