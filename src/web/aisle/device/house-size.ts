import { listAreas } from "#contract/calls/stock/areas.ts";
import { isWholeLoaded } from "#rules/aisle/house-size.ts";
import { call } from "#web/api/call.ts";

/** Whether all halls together are loaded without asking anybody. */
export const isSmallHouse = async (): Promise<boolean> => isWholeLoaded((await call(listAreas)).results);
