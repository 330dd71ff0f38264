import { of, route } from "#contract/route.ts";
import type * as schemas from "#contract/schemas/home/home.ts";

/** All that the home page needs, for everybody. */
export const home = route({ method: "GET", path: "/home/", access: "user", writes: false }, of<typeof schemas.home>());
