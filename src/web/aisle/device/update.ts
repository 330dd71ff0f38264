import { createStore } from "#web/ui/store.ts";

/** A version that waits until somebody takes it over: never by itself, which might be in the middle of something. */
export const waiting = createStore<ServiceWorker | null>(null);
/** Whether the pages are kept on this device; null until that is known. */
export const offlineState = createStore<"kept" | "refused" | null>(null);

const often = 10 * 60_000; // ms between looks for a newer version

/** Keeps the pages on the device, and looks for newer ones. */
export async function keepPages(): Promise<void> {
  if (!("serviceWorker" in navigator)) return offlineState.set("refused"); // plain http, or an old browser
  try {
    const registration = await navigator.serviceWorker.register("/lager/sw.js", { updateViaCache: "none" });
    follow(registration);
    keepStorage();
    offlineState.set("kept");
  } catch {
    offlineState.set("refused"); // a certificate that was only clicked away
  }
}

function follow(registration: ServiceWorkerRegistration) {
  const look = () => void registration.update().catch(() => undefined);
  const note = () => {
    // where nothing was kept before there is nothing to be replaced
    if (registration.waiting && navigator.serviceWorker.controller) waiting.set(registration.waiting);
  };
  registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", note));
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && look());
  setInterval(look, often);
  note();
}

/** What is installed may ask that the browser throws nothing of it away when it needs room. */
function keepStorage() {
  const ask = () => void navigator.storage.persist().catch(() => false);
  addEventListener("appinstalled", ask);
  if (matchMedia("(display-mode: standalone)").matches) ask();
}

/** Takes the newer version over and opens its pages; what is being worked on is resumed there. */
export function takeOver(): void {
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
  const worker = waiting.get();
  // another page may have done so already
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker reaches its own origin only
  if (worker?.state === "installed") worker.postMessage("take over");
  else location.reload();
}
