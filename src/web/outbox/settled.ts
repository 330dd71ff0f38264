import { type Entry, idOf, isOf, isOpen, isUnsettled } from "./entry.ts";
import { allEntries, read, type Stores } from "./outbox-database.ts";

// Scans between the shelves that were refused stay until somebody has dealt with them.

/** Notes within a transaction that these scans and notes have been dealt with. */
export async function settle(ids: ReadonlySet<string>, stores: Stores): Promise<void> {
  if (ids.size === 0) return;
  for (const id of ids) stores.notes.delete(id);
  const found = (await allEntries(stores)).filter((entry) => ids.has(idOf(entry)) && isUnsettled(entry));
  for (const entry of found) stores.entries.put({ ...entry, settled: true });
}

/** What of these a flow has an answer to. */
export async function answeredOf(flow: string, ids: ReadonlySet<string>): Promise<readonly Entry[]> {
  if (ids.size === 0) return [];
  return (await read(allEntries)).filter(
    (entry) => isOf("aisle")(entry) && entry.shown.flow === flow && ids.has(idOf(entry)) && !isOpen(entry),
  );
}

/** What somebody has to look into, of everybody on this device. */
export const unsettled = async (): Promise<readonly Entry[]> =>
  read(async (stores) => (await allEntries(stores)).filter(isUnsettled));
