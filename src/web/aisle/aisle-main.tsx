import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { keepEarlyKeys } from "#web/ui/early-keys.ts";
import { give } from "#web/ui/feedback/signals.ts";
import { AisleApp } from "./aisle-app.tsx";
import { BrokenPage } from "./broken.tsx";
import { resumeWork } from "#web/aisle/device/work.ts";
import { openAgain } from "#web/aisle/device/flow-run.ts";
import { restoreStock } from "#web/aisle/device/stock.ts";
import "./lager.css";

keepEarlyKeys();

/** Finds out who works here before anything is sent: the sender ends the sessions that nobody works with. */
async function start() {
  await resumeWork();
  await openAgain();
  await restoreStock(); // after the screen has come: thousands of boxes take a moment
  await import("./once-at-work.ts");
}

const root = createRoot(document.getElementById("root") as HTMLElement, {
  onUncaughtError: (error) => {
    reportError(error);
    give("stop");
    root.render(<BrokenPage />);
  },
});
root.render(
  <StrictMode>
    <AisleApp />
  </StrictMode>,
);
void start();
