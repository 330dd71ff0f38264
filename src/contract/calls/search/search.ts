import { get, of } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/search/search.ts";

export const search = get("/search/", "user", of<typeof schemas.search>());
export const sheetOfSearch = get("/search/sheet/", "user", of<typeof schemas.sheetOfSearch>());
