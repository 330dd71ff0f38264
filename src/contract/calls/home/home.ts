import { get, of } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/home/home.ts";

/** All that the home page needs, for everybody. */
export const home = get("/home/", "user", of<typeof schemas.home>());
