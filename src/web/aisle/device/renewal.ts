import { apiHeader, apiLevel } from "#contract/api-level.ts";
import { isOpenEntry } from "#web/outbox/entry.ts";
import { entries, onOutboxChange } from "#web/outbox/outbox.ts";
import { questionStands } from "./flow-run.ts";
import { takeOver, waitingVersion } from "./update.ts";

// A server that these pages do not understand any more: what they hold is sent first, then they come anew, by themselves and once.

let isOutdated = false;
let isDone = false;

/** Takes note of the level that the server says. */
export function noteLevel({ headers }: Response): void {
  if (isOutdated || Number(headers.get(apiHeader)) <= apiLevel) return;
  isOutdated = true;
  const { serviceWorker } = navigator as Partial<Navigator>;
  void serviceWorker?.ready.then((kept) => kept.update()).catch(() => undefined);
  renew();
}

function renew() {
  if (!isOutdated || isDone || !waitingVersion.get()) return;
  const isBusy = questionStands.get() || document.querySelector("dialog:modal") !== null;
  if (isBusy || entries.get().some(isOpenEntry)) return;
  isDone = true;
  takeOver();
}

for (const store of [waitingVersion, questionStands]) store.subscribe(renew);
onOutboxChange(renew);
