import { announcedReturns, toHandOver, toPick } from "#rules/aisle/waiting.ts";
import { toCount } from "#rules/aisle/count/count.ts";
import { dataNow } from "#web/aisle/device/laid-over.ts";
import { stocked } from "#web/aisle/device/stock.ts";

/** How many deliveries wait to be picked. */
export function PickCount() {
  stocked.use();
  return toPick(dataNow()).length || null;
}

export function HandOverCount() {
  stocked.use();
  return toHandOver(dataNow()).length || null;
}

export function ReceiveCount() {
  stocked.use();
  return announcedReturns(dataNow()).length || null;
}

/** How many batches have something to be destroyed, or to be witnessed. */
export function DestroyCount() {
  stocked.use();
  return dataNow().batches().length || null;
}

/** How many rows are still to be counted. */
export function CountCount() {
  stocked.use();
  return toCount(dataNow()).length || null;
}
