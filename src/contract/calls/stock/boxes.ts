import { get, of, patch, post, remove, writingGet } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/stock/boxes.ts";

export const listBoxes = get("/boxes/", "user", of<typeof schemas.listBoxes>());
export const sheetOfBoxes = get("/boxes/sheet/", "user", of<typeof schemas.sheetOfBoxes>());
export const getBox = get("/boxes/{id}/", "user", of<typeof schemas.getBox>());
export const createBoxes = post(
  "/boxes/",
  "staff",
  ["boxes", "customers", "retention"],
  of<typeof schemas.createBoxes>(),
);
export const editBox = patch(
  "/boxes/{id}/",
  "staff",
  ["boxes", "rows", "areas", "customers", "deliveries", "destructions", "retention"],
  of<typeof schemas.editBox>(),
);
export const markBoxes = post(
  "/boxes/marking/",
  "staff",
  ["boxes", "areas", "customers", "retention"],
  of<typeof schemas.markBoxes>(),
);
export const listMarked = get("/boxes/marked/", "staff", of<typeof schemas.listMarked>());

/** Acts although it is a GET, as specification 7 has it; HEAD and OPTIONS do not. */
export const destroyMarked = writingGet(
  "/boxes/destruction/",
  "staff",
  ["boxes", "rows", "areas", "customers", "destructions", "retention"],
  of<typeof schemas.destroyMarked>(),
);
export const postDestroyMarked = post(
  "/boxes/destruction/",
  "staff",
  ["boxes", "rows", "areas", "customers", "destructions", "retention"],
  of<typeof schemas.postDestroyMarked>(),
);
export const editMeta = post(
  "/boxes/meta/",
  "staff",
  ["boxes", "customers", "retention"],
  of<typeof schemas.editMeta>(),
);
export const setCostCentre = post("/boxes/cost-centre/", "user", ["boxes"], of<typeof schemas.setCostCentre>());
export const deleteBox = remove("/boxes/{id}/", "staff", ["boxes", "customers"], of<typeof schemas.deleteBox>());
export const boxBarcode = get("/boxes/{id}/barcode/", "user", of<typeof schemas.boxBarcode>());
export const boxesOverview = get("/boxes/overview/", "user", of<typeof schemas.boxesOverview>());
