import { of, route } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/destruction/destructions.ts";

export const listDestructions = route(
  { method: "GET", path: "/destructions/", access: "staff", writes: false },
  of<typeof schemas.listDestructions>(),
);

export const getDestruction = route(
  { method: "GET", path: "/destructions/at/", access: "staff", writes: false },
  of<typeof schemas.getDestruction>(),
);

export const destructionLists = route(
  { method: "GET", path: "/destructions/lists/", access: "staff", writes: false },
  of<typeof schemas.destructionLists>(),
);

export const destructionList = route(
  { method: "GET", path: "/destructions/list/", access: "staff", writes: false },
  of<typeof schemas.destructionList>(),
);
