import sheet from "#web/print.css?url";
import { useSettings } from "#web/api/settings.ts";
import { showDateTime } from "#web/ui/berlin-time.ts";
import { useWindowEvent } from "#web/ui/use-window-event.ts";

// Loaded when the page stands: nobody prints before it has come.
const link = Object.assign(document.createElement("link"), { rel: "stylesheet", media: "print", href: sheet });
document.head.append(link);

/** On top of a printed screen: who provides it, and when it was printed. */
export function usePrintHead() {
  const { provider_name, product_title } = useSettings();
  useWindowEvent("beforeprint", () => {
    const now = `${showDateTime(new Date().toISOString())} Uhr`;
    document.body.dataset["printed"] = [provider_name, product_title, now].filter(Boolean).join(" · ");
  });
}
