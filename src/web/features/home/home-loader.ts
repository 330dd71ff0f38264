import { home } from "#contract/calls/home/home.ts";
import { queryFor } from "#web/api/queries.ts";
import type { Loader } from "#web/loader.ts";

/** Home is where most begin: it asks once. */
export const homeQuery = queryFor(home);

export const load: Loader = () => [homeQuery];
