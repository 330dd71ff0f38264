import { type RefObject, useRef } from "react";
import { useScanner } from "#web/ui/scanner.ts";
import { useWindowEvent } from "#web/ui/use-window-event.ts";

type Writable = HTMLInputElement | HTMLTextAreaElement;
type ScanGuardProps = { field: RefObject<Writable | null>; onText: (text: string) => void };

/**
 * Takes a scan out of the field it was typed into: the code opens its box and is no content. Stands only while the field
 * has the focus; the field carries `data-scan`.
 */
export function ScanGuard({ field, onText }: ScanGuardProps) {
  useScanner((scanned) => {
    const { value = "", selectionStart } = field.current ?? {};
    const end = selectionStart ?? value.length;
    onText(value.slice(0, Math.max(0, end - scanned.length)) + value.slice(end));
  });
  return null;
}

const shortestScan = 80; // ms: of a scan the next key has come long before

/** The key `n` leads into a field, unless one is writing or it is part of a scan. */
export function useFocusKey(field: RefObject<Writable | null>) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useWindowEvent("keydown", (event) => {
    clearTimeout(timer.current);
    const held = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
    const busy = event.target instanceof Element && event.target.closest("input, textarea, select, [role=menu]");
    if (event.key !== "n" || held || busy || document.querySelector("dialog:modal")) return;
    timer.current = setTimeout(() => field.current?.focus(), shortestScan);
  });
}
