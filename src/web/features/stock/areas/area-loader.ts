import { getArea } from "#contract/calls/stock/areas.ts";
import { queryFor } from "#web/api/queries.ts";
import type { Loader } from "#web/loader.ts";

export const areaQuery = (id: number) => queryFor(getArea, { path: { id } });

export const load: Loader = ({ id }) => [areaQuery(id)];
