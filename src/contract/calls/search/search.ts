import { of, route } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/search/search.ts";

export const search = route(
  { method: "GET", path: "/search/", access: "user", writes: false },
  of<typeof schemas.search>(),
);

export const sheetOfSearch = route(
  { method: "GET", path: "/search/sheet/", access: "user", writes: false },
  of<typeof schemas.sheetOfSearch>(),
);
