import { of, route } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/stocktake/cases.ts";

export const listCases = route(
  { method: "GET", path: "/cases/", access: "staff", writes: false },
  of<typeof schemas.listCases>(),
);

export const getCase = route(
  { method: "GET", path: "/cases/{id}/", access: "staff", writes: false },
  of<typeof schemas.getCase>(),
);

export const createCase = route(
  {
    method: "POST",
    path: "/cases/",
    access: "staff",
    writes: true,
    touches: ["cases", "boxes", "destruction-batches"],
  },
  of<typeof schemas.createCase>(),
);

export const noteCase = route(
  { method: "POST", path: "/cases/{id}/note/", access: "staff", writes: true, touches: ["cases", "boxes"] },
  of<typeof schemas.noteCase>(),
);

export const assignCase = route(
  { method: "POST", path: "/cases/{id}/assign/", access: "staff", writes: true, touches: ["cases", "boxes"] },
  of<typeof schemas.assignCase>(),
);

export const foundCase = route(
  { method: "POST", path: "/cases/{id}/found/", access: "staff", writes: true, touches: ["cases", "boxes"] },
  of<typeof schemas.foundCase>(),
);

export const loseCase = route(
  { method: "POST", path: "/cases/{id}/loss/", access: "staff", writes: true, touches: ["cases", "boxes"] },
  of<typeof schemas.loseCase>(),
);

export const closeCase = route(
  {
    method: "POST",
    path: "/cases/{id}/close/",
    access: "staff",
    writes: true,
    touches: ["cases", "boxes", "destruction-batches"],
  },
  of<typeof schemas.closeCase>(),
);

export const caseLetter = route(
  { method: "GET", path: "/cases/{id}/letter/", access: "staff", writes: false },
  of<typeof schemas.caseLetter>(),
);
