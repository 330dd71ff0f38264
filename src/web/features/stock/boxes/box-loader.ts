import { getBox } from "#contract/calls/stock/boxes.ts";
import { queryFor } from "#web/api/queries.ts";
import type { Loader } from "#web/loader.ts";

export const boxQuery = (id: number) => queryFor(getBox, { path: { id } });

export const load: Loader = ({ id }) => [boxQuery(id)];
