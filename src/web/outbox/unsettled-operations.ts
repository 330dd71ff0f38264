import { type OutboxEntry, isOf, isOpenEntry, isUnsettled, withoutUnsettled } from "./entry.ts";
import { entriesById, read, type ObjectStores, unsettledEntries } from "./outbox-database.ts";

// Scans between the shelves that were refused stay until somebody has dealt with them.

/** Notes within a transaction that these scans and notes have been dealt with. */
export async function settle(ids: ReadonlySet<string>, stores: ObjectStores): Promise<void> {
  if (ids.size === 0) return;
  for (const id of ids) stores.notes.delete(id);
  for (const entry of await entriesById(ids, stores))
    if (isUnsettled(entry)) stores.entries.put(withoutUnsettled(entry));
}

/** Returns the entries with these ids to which a flow has an answer. */
export async function findAnswered(flow: string, ids: ReadonlySet<string>): Promise<readonly OutboxEntry[]> {
  if (ids.size === 0) return [];
  const storedEntries = await read((stores) => entriesById(ids, stores));
  return storedEntries.filter((entry) => isOf("aisle")(entry) && entry.shown.flow === flow && !isOpenEntry(entry));
}

/** Returns the entries that somebody has to look into, of everybody on this device. */
export const unsettledOperations = (): Promise<readonly OutboxEntry[]> => read(unsettledEntries);
