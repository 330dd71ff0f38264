import { type Entry, isOf, isOpen, isUnsettled, settled } from "./entry.ts";
import { entriesOf, read, type Stores, unsettledEntries } from "./outbox-database.ts";

// Scans between the shelves that were refused stay until somebody has dealt with them.

/** Notes within a transaction that these scans and notes have been dealt with. */
export async function settle(ids: ReadonlySet<string>, stores: Stores): Promise<void> {
  if (ids.size === 0) return;
  for (const id of ids) stores.notes.delete(id);
  for (const entry of await entriesOf(ids, stores)) if (isUnsettled(entry)) stores.entries.put(settled(entry));
}

/** What of these a flow has an answer to. */
export async function answeredOf(flow: string, ids: ReadonlySet<string>): Promise<readonly Entry[]> {
  if (ids.size === 0) return [];
  const found = await read((stores) => entriesOf(ids, stores));
  return found.filter((entry) => isOf("aisle")(entry) && entry.shown.flow === flow && !isOpen(entry));
}

/** What somebody has to look into, of everybody on this device. */
export const unsettled = (): Promise<readonly Entry[]> => read(unsettledEntries);
