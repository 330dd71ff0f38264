import { scan } from "#contract/calls/scanning/scans.ts";
import { invalidate } from "#web/api/queries.ts";
import { isOpenEntry, isRevocable, isUnsent } from "./entry.ts";
import { answeredIn, entries, onOutboxChange } from "./outbox.ts";

const refreshPause = 1000; // ms: everything is loaded anew when the worker pauses, not after every box
let refreshing: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<(started: number) => void>();

/** Calls back when everything has been loaded anew, with the moment in which that began. */
export function onRefreshed(listener: (started: number) => void): void {
  listeners.add(listener);
}

/** Reloads, at once, the data that scans change: boxes, their places, and the lines of deliveries that they end. */
export async function refresh(): Promise<void> {
  clearTimeout(refreshing);
  const startTime = Date.now();
  await invalidate(scan);
  for (const listener of listeners) listener(startTime);
}

/** The same, once nothing more is under way. */
function refreshSoon() {
  clearTimeout(refreshing);
  refreshing = setTimeout(() => (isUnderWay() ? refreshSoon() : void refresh()), refreshPause);
}

const isUnderWay = () => entries.get().some((entry) => isOpenEntry(entry) && !isUnsent(entry) && !isRevocable(entry));

onOutboxChange((changes) => answeredIn(changes).length > 0 && refreshSoon());
