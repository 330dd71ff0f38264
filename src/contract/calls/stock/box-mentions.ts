import { of, route } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/stock/box-mentions.ts";

export const findBoxes = route(
  { method: "POST", path: "/boxes/find/", access: "user", writes: false },
  of<typeof schemas.findBoxes>(),
);
