import { showThings } from "#rules/amounts.ts";
import { useNoScans } from "#web/ui/scan-dispatcher.ts";
import { notify } from "./notify.ts";
import { give } from "./signals.ts";

/** Stands on a page that would take scans but could not be loaded: what was scanned for it meanwhile is not taken, and that is said. */
export function NoScans() {
  useNoScans((count) => {
    give("stop");
    notify(`Nicht übernommen: ${showThings(count, "Scan", "Scans")}. Die Seite konnte nicht geladen werden.`, "error");
  });
  return null;
}
