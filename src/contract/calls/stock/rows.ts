import { of, route } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/stock/rows.ts";

export const listRows = route(
  { method: "GET", path: "/rows/", access: "staff", writes: false },
  of<typeof schemas.listRows>(),
);

export const sheetOfRows = route(
  { method: "GET", path: "/rows/sheet/", access: "staff", writes: false },
  of<typeof schemas.sheetOfRows>(),
);

export const getRow = route(
  { method: "GET", path: "/rows/{id}/", access: "staff", writes: false },
  of<typeof schemas.getRow>(),
);

export const createRow = route(
  { method: "POST", path: "/rows/", access: "staff", writes: true, touches: ["rows", "areas"] },
  of<typeof schemas.createRow>(),
);

export const editRow = route(
  { method: "PATCH", path: "/rows/{id}/", access: "staff", writes: true, touches: ["rows", "areas"] },
  of<typeof schemas.editRow>(),
);

export const deleteRow = route(
  { method: "DELETE", path: "/rows/{id}/", access: "staff", writes: true, touches: ["rows", "areas"] },
  of<typeof schemas.deleteRow>(),
);

export const rowQrCode = route(
  { method: "GET", path: "/rows/{id}/qrcode/", access: "staff", writes: false },
  of<typeof schemas.rowQrCode>(),
);
