import { useSyncExternalStore } from "react";
import { isUnsent } from "#web/outbox/entry.ts";
import { entries, onOutboxChange } from "#web/outbox/outbox.ts";

/** Says whether the server is within reach, as far as the device knows: a hall may have radio and no way out of it. */
export const isUp = (): boolean => navigator.onLine && !entries.get().some(isUnsent);

const listeners = new Set<() => void>();
const update = () => {
  for (const listener of listeners) listener();
};
addEventListener("online", update);
addEventListener("offline", update);
onOutboxChange(update);

export function onNetwork(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useNetwork = (): boolean => useSyncExternalStore(onNetwork, isUp);
