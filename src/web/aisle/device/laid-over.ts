import type { Data } from "#rules/aisle/known.ts";
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
  return { ...withOperations(told, own.filter(isNews).map(deedOf)), operation: (id) => byId.get(id) };
}
