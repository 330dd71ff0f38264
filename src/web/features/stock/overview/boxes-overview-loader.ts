import { boxesOverview } from "#contract/calls/stock/boxes.ts";
import { queryFor } from "#web/api/queries.ts";
import type { Loader } from "#web/loader.ts";

export const overviewQuery = queryFor(boxesOverview);

export const load: Loader = () => [overviewQuery];
