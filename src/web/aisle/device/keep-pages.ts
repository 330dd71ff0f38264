import { offlineState, waitingVersion } from "./update.ts";

const often = 10 * 60_000; // ms between looks for a newer version

/** Keeps the pages on the device, and looks for newer ones. */
export async function keepPages(): Promise<void> {
  if (!("serviceWorker" in navigator)) return offlineState.set("refused"); // plain http, or an old browser
  try {
    const registration = await navigator.serviceWorker.register("/lager/sw.js", { updateViaCache: "none" });
    follow(registration);
    keepStorage();
    navigator.serviceWorker.addEventListener("message", ({ data }) => data === "kept" && offlineState.set("kept"));
    const { active } = await navigator.serviceWorker.ready;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker reaches its own origin only
    active?.postMessage("keep");
  } catch {
    offlineState.set("refused"); // a certificate that was only clicked away
  }
}

function follow(registration: ServiceWorkerRegistration) {
  const look = () => void registration.update().catch(() => undefined);
  const note = () => {
    // where nothing was kept before there is nothing to be replaced
    if (registration.waiting && navigator.serviceWorker.controller) waitingVersion.set(registration.waiting);
  };
  registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", note));
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && look());
  setInterval(look, often);
  note();
}

/** Asks the browser, for an installed app, to throw nothing of it away when room is needed. */
function keepStorage() {
  const ask = () => void navigator.storage.persist().catch(() => false);
  addEventListener("appinstalled", ask);
  if (matchMedia("(display-mode: standalone)").matches) ask();
}
