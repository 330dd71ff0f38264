import { ScanBarcode } from "lucide";
import { useLocation } from "@tanstack/react-router";
import { useState } from "react";
import { Icon } from "#web/ui/icon.tsx";
import { activePage } from "#web/ui/scan-dispatcher.ts";
import { useWindowEvent } from "#web/ui/use-window-event.ts";

/** Says on a page that takes scans that one may begin: nothing is heard while another window has the keys. */
export function ScannerReady() {
  const page = activePage.use();
  const { pathname } = useLocation();
  const [hasKeys, setHasKeys] = useState(() => document.hasFocus());
  useWindowEvent("focus", () => setHasKeys(true));
  useWindowEvent("blur", () => setHasKeys(false));
  if (page !== pathname || !hasKeys) return null;
  return (
    <span className="flex items-center gap-1 px-2 whitespace-nowrap text-muted" title="Ein Scan gehört dieser Seite">
      <Icon of={ScanBarcode} size={16} />
      <span className="max-lg:sr-only">Scanner bereit</span>
    </span>
  );
}
