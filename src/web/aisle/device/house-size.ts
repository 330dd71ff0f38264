import { listAreas } from "#contract/calls/stock/areas.ts";
import { isWholeLoaded } from "#rules/aisle/halls/house-size.ts";
import { call } from "#web/api/call.ts";
import { goTo, screenName } from "#web/aisle/address.ts";

/** Whether the house is loaded whole, because it is small. Of a large one nothing is, until somebody has chosen halls: who is at the start is led there. */
export async function isSmallHouse(): Promise<boolean> {
  if (isWholeLoaded((await call(listAreas)).results)) return true;
  if (screenName() === "") goTo("hallen");
  return false;
}
