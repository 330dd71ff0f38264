import { readFromDevice, storeOnDevice } from "#web/outbox/device.ts";
import { createStore } from "#web/ui/store.ts";
import { stockStore } from "./stock.ts";

/** The halls that are worked in with this device, by their ids; null: the whole archive. */
export type Halls = readonly number[] | null;

const place = "halls";

/** Halls that were chosen; undefined until they are known. */
export const halls = createStore<Halls | undefined>(undefined);

/**
 * Returns the halls chosen on this device, or those that are loaded already; a small archive is loaded whole. Undefined where a worker is to choose.
 */
export async function hallsOfDevice(): Promise<Halls | undefined> {
  if (halls.get() !== undefined) return halls.get();
  const choice = (await readFromDevice(place)) as Halls | undefined;
  const { cursor, areas } = stockStore.get();
  if (choice !== undefined) halls.set(choice);
  else if (cursor !== null) halls.set(areas);
  else if (await (await import("./archive-size.ts")).isSmallArchive()) halls.set(null);
  return halls.get();
}

/** From now on these are loaded; what was scanned waits as before. */
export async function chooseHalls(choice: Halls): Promise<void> {
  await storeOnDevice(place, choice);
  halls.set(choice);
}
