import type { Data } from "#rules/aisle/stock-data.ts";
import type { Operation } from "#rules/aisle/operation.ts";
import { withPendingScans } from "#rules/aisle/with-pending-scans.ts";
import { scanAction, type OutboxEntry, idOf, isOf, isOpenEntry } from "#web/outbox/entry.ts";
import { entries } from "#web/outbox/outbox.ts";
import { heldNow } from "./device-cases.ts";
import { stockStore, flowData } from "./stock.ts";

let memo: { readonly of: readonly unknown[]; readonly data: Data } | undefined;

/** The archive as the server last reported it, with what was done on this device since. */
export function currentData(): Data {
  const of = [entries.get(), heldNow(), stockStore.get()];
  if (!memo || memo.of.some((one, index) => one !== of[index])) memo = { of, data: layOver() };
  return memo.data;
}

function layOver(): Data {
  const { loaded } = stockStore.get();
  const own = entries.get().filter(isOf("aisle"));
  const isNews = (entry: OutboxEntry) => isOpenEntry(entry) || (entry.status === "done" && entry.answered >= loaded);
  const byId = new Map([...heldNow().stuck, ...own].map((entry) => [idOf(entry), scanAction(entry)]));
  return { ...over(own.filter(isNews).map(scanAction)), operation: (id) => byId.get(id) };
}

const most = 100; // operations laid over what was made before: a scan must not wait for the thousands that lie below it
let below: { readonly stock: unknown; readonly operations: readonly Operation[]; readonly data: Data } | undefined;

/** The archive with these operations; those that were there before are not laid over it again. */
function over(operations: readonly Operation[]): Data {
  const stock = stockStore.get();
  const previous = below?.stock === stock ? below : undefined;
  const news = previous && operations.slice(previous.operations.length);
  const goesOn =
    news &&
    news.length <= most &&
    operations.length >= previous.operations.length &&
    previous.operations.every(({ id }, index) => id === operations[index]?.id) &&
    news.every(({ kind }) => kind !== "undo"); // which takes away what may lie below
  if (goesOn) return withPendingScans(previous.data, news);
  below = { stock, operations, data: withPendingScans(flowData, operations) };
  return below.data;
}
