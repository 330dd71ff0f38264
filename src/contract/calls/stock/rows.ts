import { get, of, patch, post, remove } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/stock/rows.ts";

export const listRows = get("/rows/", "staff", of<typeof schemas.listRows>());
export const sheetOfRows = get("/rows/sheet/", "staff", of<typeof schemas.sheetOfRows>());
export const getRow = get("/rows/{id}/", "staff", of<typeof schemas.getRow>());
export const createRow = post("/rows/", "staff", ["rows", "areas"], of<typeof schemas.createRow>());
export const editRow = patch("/rows/{id}/", "staff", ["rows", "areas"], of<typeof schemas.editRow>());
export const deleteRow = remove("/rows/{id}/", "staff", ["rows", "areas"], of<typeof schemas.deleteRow>());
export const rowQrCode = get("/rows/{id}/qrcode/", "staff", of<typeof schemas.rowQrCode>());
