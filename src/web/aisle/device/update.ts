import { createStore } from "#web/ui/store.ts";

/** A version that waits until somebody takes it over: never by itself, which might be in the middle of something. */
export const waitingVersion = createStore<ServiceWorker | null>(null);
/** State of the pages on this device: kept or refused; null until that is known. */
export const offlineState = createStore<"kept" | "refused" | null>(null);

/** Takes the newer version over and opens its pages; what is being worked on is resumed there. */
export function takeOver(): void {
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
  const worker = waitingVersion.get();
  // another page may have done so already
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker reaches its own origin only
  if (worker?.state === "installed") worker.postMessage("take over");
  else location.reload();
}
