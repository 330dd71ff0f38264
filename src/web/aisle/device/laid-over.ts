import type { Data } from "#rules/aisle/known.ts";
import type { Operation } from "#rules/aisle/operation.ts";
import { withOperations } from "#rules/aisle/laid-over.ts";
import { deedOf, type Entry, idOf, isOf, isOpen } from "#web/outbox/entry.ts";
import { entries } from "#web/outbox/outbox.ts";
import { heldNow } from "./held.ts";
import { stocked, told } from "./stock.ts";

let made: { readonly of: readonly unknown[]; readonly data: Data } | undefined;

/** The house as the server last told it, with what was done on this device since. */
export function dataNow(): Data {
  const of = [entries.get(), heldNow(), stocked.get()];
  if (!made || made.of.some((one, index) => one !== of[index])) made = { of, data: layOver() };
  return made.data;
}

function layOver(): Data {
  const { loaded } = stocked.get();
  const own = entries.get().filter(isOf("aisle"));
  const isNews = (entry: Entry) => isOpen(entry) || (entry.status === "done" && entry.answered >= loaded);
  const byId = new Map([...heldNow().stuck, ...own].map((entry) => [idOf(entry), deedOf(entry)]));
  return { ...over(own.filter(isNews).map(deedOf)), operation: (id) => byId.get(id) };
}

const most = 100; // operations laid over what was made before: a scan must not wait for the thousands that lie below it
let below: { readonly stock: unknown; readonly operations: readonly Operation[]; readonly data: Data } | undefined;

/** The house with these operations; those that were there before are not laid over it again. */
function over(operations: readonly Operation[]): Data {
  const stock = stocked.get();
  const known = below?.stock === stock ? below : undefined;
  const news = known && operations.slice(known.operations.length);
  const goesOn =
    news &&
    news.length <= most &&
    operations.length >= known.operations.length &&
    known.operations.every(({ id }, index) => id === operations[index]?.id) &&
    news.every(({ kind }) => kind !== "undo"); // which takes away what may lie below
  if (goesOn) return withOperations(known.data, news);
  below = { stock, operations, data: withOperations(told, operations) };
  return below.data;
}
