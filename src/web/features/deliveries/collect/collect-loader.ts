import { listCollect } from "#contract/calls/deliveries/deliveries.ts";
import { queryFor } from "#web/api/queries.ts";
import type { Loader } from "#web/loader.ts";

export const collectQuery = queryFor(listCollect);

export const load: Loader = () => [collectQuery];
