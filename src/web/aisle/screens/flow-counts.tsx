import { announcedReturns, toHandOver, toPick } from "#rules/aisle/waiting.ts";
import { findUncountedRows } from "#rules/aisle/count/count.ts";
import { currentData } from "#web/aisle/device/pending-scans.ts";
import { stockStore } from "#web/aisle/device/stock.ts";

/** Shows the number of deliveries that wait to be picked. */
export function PickCount() {
  stockStore.use();
  return toPick(currentData()).length || null;
}

export function HandOverCount() {
  stockStore.use();
  return toHandOver(currentData()).length || null;
}

export function ReceiveCount() {
  stockStore.use();
  return announcedReturns(currentData()).length || null;
}

/** Shows the number of batches that have something to be destroyed, or to be witnessed. */
export function DestroyCount() {
  stockStore.use();
  return currentData().batches().length || null;
}

/** Shows the number of rows still to be counted. */
export function CountCount() {
  stockStore.use();
  return findUncountedRows(currentData()).length || null;
}
