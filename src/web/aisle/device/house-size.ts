import { listAreas } from "#contract/calls/stock/areas.ts";
import { isWholeLoaded } from "#rules/aisle/house-size.ts";
import { call } from "#web/api/call.ts";
import { goTo, screenName } from "#web/aisle/address.ts";
import { halls } from "./halls.ts";

/** A small house is loaded whole. Of a large one nothing is, until somebody has chosen halls: who is at the start is led there. */
export async function takeWholeOrAsk(): Promise<void> {
  if (isWholeLoaded((await call(listAreas)).results)) halls.set(null);
  else if (screenName() === "") goTo("hallen");
}
