import { listBoxes } from "#contract/calls/stock/boxes.ts";
import { boxList } from "#contract/lists/boxes.ts";
import { loaderOf } from "#web/lists/list-piece.ts";

export const boxListSource = { list: boxList, call: listBoxes } as const;

export const load = loaderOf(boxListSource);
