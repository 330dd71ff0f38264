import { get, of, post } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/stocktake/cases.ts";

export const listCases = get("/cases/", "staff", of<typeof schemas.listCases>());
export const getCase = get("/cases/{id}/", "staff", of<typeof schemas.getCase>());
export const createCase = post(
  "/cases/",
  "staff",
  ["cases", "boxes", "destruction-batches"],
  of<typeof schemas.createCase>(),
);
export const noteCase = post("/cases/{id}/note/", "staff", ["cases", "boxes"], of<typeof schemas.noteCase>());
export const assignCase = post("/cases/{id}/assign/", "staff", ["cases", "boxes"], of<typeof schemas.assignCase>());
export const foundCase = post("/cases/{id}/found/", "staff", ["cases", "boxes"], of<typeof schemas.foundCase>());
export const loseCase = post("/cases/{id}/loss/", "staff", ["cases", "boxes"], of<typeof schemas.loseCase>());
export const closeCase = post(
  "/cases/{id}/close/",
  "staff",
  ["cases", "boxes", "destruction-batches"],
  of<typeof schemas.closeCase>(),
);
export const caseLetter = get("/cases/{id}/letter/", "staff", of<typeof schemas.caseLetter>());
