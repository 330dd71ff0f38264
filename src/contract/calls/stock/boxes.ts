import { of, route } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/stock/boxes.ts";

export const listBoxes = route(
  { method: "GET", path: "/boxes/", access: "user", writes: false },
  of<typeof schemas.listBoxes>(),
);

export const sheetOfBoxes = route(
  { method: "GET", path: "/boxes/sheet/", access: "user", writes: false },
  of<typeof schemas.sheetOfBoxes>(),
);

export const getBox = route(
  { method: "GET", path: "/boxes/{id}/", access: "user", writes: false },
  of<typeof schemas.getBox>(),
);

export const createBoxes = route(
  { method: "POST", path: "/boxes/", access: "staff", writes: true, touches: ["boxes", "customers", "retention"] },
  of<typeof schemas.createBoxes>(),
);

export const editBox = route(
  {
    method: "PATCH",
    path: "/boxes/{id}/",
    access: "staff",
    writes: true,
    touches: ["boxes", "rows", "areas", "customers", "deliveries", "destructions", "retention"],
  },
  of<typeof schemas.editBox>(),
);

export const markBoxes = route(
  {
    method: "POST",
    path: "/boxes/marking/",
    access: "staff",
    writes: true,
    touches: ["boxes", "areas", "customers", "retention"],
  },
  of<typeof schemas.markBoxes>(),
);

export const listMarked = route(
  { method: "GET", path: "/boxes/marked/", access: "staff", writes: false },
  of<typeof schemas.listMarked>(),
);

/** Acts although it is a GET, as specification 7 has it; HEAD and OPTIONS do not. */
export const destroyMarked = route(
  {
    method: "GET",
    path: "/boxes/destruction/",
    access: "staff",
    writes: true,
    touches: ["boxes", "rows", "areas", "customers", "destructions", "retention"],
  },
  of<typeof schemas.destroyMarked>(),
);

export const postDestroyMarked = route(
  {
    method: "POST",
    path: "/boxes/destruction/",
    access: "staff",
    writes: true,
    touches: ["boxes", "rows", "areas", "customers", "destructions", "retention"],
  },
  of<typeof schemas.postDestroyMarked>(),
);

export const editMeta = route(
  { method: "POST", path: "/boxes/meta/", access: "staff", writes: true, touches: ["boxes", "customers", "retention"] },
  of<typeof schemas.editMeta>(),
);

export const setCostCentre = route(
  { method: "POST", path: "/boxes/cost-centre/", access: "user", writes: true, touches: ["boxes"] },
  of<typeof schemas.setCostCentre>(),
);

export const deleteBox = route(
  { method: "DELETE", path: "/boxes/{id}/", access: "staff", writes: true, touches: ["boxes", "customers"] },
  of<typeof schemas.deleteBox>(),
);

export const boxBarcode = route(
  { method: "GET", path: "/boxes/{id}/barcode/", access: "user", writes: false },
  of<typeof schemas.boxBarcode>(),
);

export const boxesOverview = route(
  { method: "GET", path: "/boxes/overview/", access: "user", writes: false },
  of<typeof schemas.boxesOverview>(),
);
