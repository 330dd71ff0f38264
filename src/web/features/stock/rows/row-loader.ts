import { getRow } from "#contract/calls/stock/rows.ts";
import { queryFor } from "#web/api/queries.ts";
import type { Loader } from "#web/loader.ts";

export const rowQuery = (id: number) => queryFor(getRow, { path: { id } });

export const load: Loader = ({ id }) => [rowQuery(id)];
