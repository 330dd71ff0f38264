import { of, route } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/paper/printers.ts";

export const listPrinters = route(
  { method: "GET", path: "/printers/", access: "staff", writes: false },
  of<typeof schemas.listPrinters>(),
);

const prints = { method: "POST", access: "staff", writes: true, touches: ["printers", "messages"] } as const;

export const sendBoxLabels = route({ ...prints, path: "/printers/labels/" }, of<typeof schemas.sendBoxLabels>());

export const sendPlaceLabels = route(
  { ...prints, path: "/printers/placelabels/" },
  of<typeof schemas.sendPlaceLabels>(),
);
