import { type RefObject, useRef } from "react";
import { slowest } from "#web/ui/scanner.ts";
import { useWindowEvent } from "#web/ui/use-window-event.ts";

const afterScan = slowest + 20; // ms: of a scan the next key has come long before

/** The key `n` leads into a field, unless one is writing or it is part of a scan. */
export function useFocusKey(field: RefObject<HTMLInputElement | null>) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useWindowEvent("keydown", (event) => {
    clearTimeout(timer.current);
    const held = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
    const busy = event.target instanceof Element && event.target.closest("input, textarea, select, [role=menu]");
    if (event.key !== "n" || held || busy || document.querySelector("dialog:modal")) return;
    timer.current = setTimeout(() => field.current?.focus(), afterScan);
  });
}
