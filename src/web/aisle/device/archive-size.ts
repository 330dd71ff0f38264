import { listAreas } from "#contract/calls/stock/areas.ts";
import { isWholeLoaded } from "#rules/aisle/halls/archive-size.ts";
import { call } from "#web/api/call.ts";
import { goTo, screenName } from "#web/aisle/address.ts";

/**
 * Says whether the archive is loaded whole, because it is small. Nothing of a large one is loaded until somebody has chosen halls: whoever is at the
 * start is led there.
 */
export async function isSmallArchive(): Promise<boolean> {
  if (isWholeLoaded((await call(listAreas)).results)) return true;
  if (screenName() === "") goTo("hallen");
  return false;
}
