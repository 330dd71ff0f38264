import { of, route } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/stock/history.ts";

export const listHistory = route(
  { method: "GET", path: "/history/", access: "user", writes: false },
  of<typeof schemas.listHistory>(),
);
