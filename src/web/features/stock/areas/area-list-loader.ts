import { listAreas } from "#contract/calls/stock/areas.ts";
import { areaList } from "#contract/lists/areas.ts";
import { loaderOf } from "#web/lists/list-piece.ts";

export const areaListSource = {
  list: areaList,
  call: listAreas,
  selection: "{id,name,rows_count,boxes_count,last_verified}", // specification 7, and the coverage
} as const;

export const load = loaderOf(areaListSource);
