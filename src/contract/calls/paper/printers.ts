import { get, of, post } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/paper/printers.ts";

export const listPrinters = get("/printers/", "staff", of<typeof schemas.listPrinters>());
export const sendBoxLabels = post(
  "/printers/labels/",
  "staff",
  ["printers", "messages"],
  of<typeof schemas.sendBoxLabels>(),
);
export const sendPlaceLabels = post(
  "/printers/placelabels/",
  "staff",
  ["printers", "messages"],
  of<typeof schemas.sendPlaceLabels>(),
);
