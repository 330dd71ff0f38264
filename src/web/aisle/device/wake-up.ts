import { failedIn, onOutboxChange } from "#web/outbox/outbox.ts";
import { wake } from "#web/outbox/sender.ts";

// Where the browser knows it (Chromium), the service worker is woken when the network is back, and wakes the pages that a device has
// put to sleep. It sends nothing itself: pages have the tokens, the lock and the order.

/** Sync functions that browsers have; their types do not know them yet. */
interface Syncing {
  readonly sync?: { readonly register: (tag: string) => Promise<void> };
}

const { serviceWorker } = navigator as Partial<Navigator>;

async function askToBeWoken() {
  const registration = (await serviceWorker?.ready) as Syncing | undefined;
  await registration?.sync?.register("send");
}

onOutboxChange((changes) => {
  if (failedIn(changes).length > 0) void askToBeWoken().catch(() => undefined); // forbidden, or no worker: the page looks by itself
});
serviceWorker?.addEventListener("message", ({ data }) => {
  if (data === "send") wake();
});
