import { of, route } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/access/seals.ts";

export const listSeals = route(
  { method: "GET", path: "/seals/", access: "staff", writes: false },
  of<typeof schemas.listSeals>(),
);

export const sheetOfSeals = route(
  { method: "GET", path: "/seals/sheet/", access: "staff", writes: false },
  of<typeof schemas.sheetOfSeals>(),
);

export const exportSeals = route(
  { method: "GET", path: "/seals/export/", access: "staff", writes: false },
  of<typeof schemas.exportSeals>(),
);
