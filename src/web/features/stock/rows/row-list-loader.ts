import { listAreas } from "#contract/calls/stock/areas.ts";
import { listRows } from "#contract/calls/stock/rows.ts";
import { rowList } from "#contract/lists/rows.ts";
import { queryFor } from "#web/api/queries.ts";
import type { Loader } from "#web/loader.ts";
import { loaderOf } from "#web/lists/list-piece.ts";

export const rowListSource = {
  list: rowList,
  call: listRows,
  selection: "{id,number,area,reverse,positions_count,last_verified}", // specification 7, and the coverage
} as const;

/** Query for the areas to which the list can be narrowed. */
export const areasQuery = queryFor(listAreas, { query: { query: "{id,name}" } });

export const load: Loader = (address) => [...loaderOf(rowListSource)(address), areasQuery];
