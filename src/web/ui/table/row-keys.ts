import type { RefObject } from "react";
import { useWindowEvent } from "#web/ui/use-window-event.ts";

const steps: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * Down and up lead from row to row, on the same control of each, and with `enters` from the page or a filter to the first row.
 * Enter then does what the row's link does.
 */
export function useRowKeys(frame: RefObject<HTMLElement | null>, enters: boolean) {
  useWindowEvent("keydown", (event) => {
    const step = steps[event.key];
    if (!step || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const rows = [...(frame.current?.querySelectorAll("tbody > tr:has(.row-link)") ?? [])];
    const active = document.activeElement;
    const row = active?.closest("tr") ?? null;
    const at = row ? rows.indexOf(row) : -1;
    if (at < 0 && !(enters && step === 1 && isBefore(active))) return;
    if (at >= 0 && active?.matches("input:not([type=checkbox]), select, textarea")) return;
    const next = rows[at + step];
    if (!next) return;
    event.preventDefault();
    const same = row && active && at >= 0 ? controlsOf(row).indexOf(active) : -1;
    const control = controlsOf(next)[same] ?? next.querySelector(".row-link :is(a, button)");
    if (!(control instanceof HTMLElement)) return;
    control.focus({ preventScroll: true });
    next.scrollIntoView({ block: "nearest" });
  });
}

const controlsOf = (row: Element): Element[] => [...row.querySelectorAll("a, button, input, select")];

/** Where one is who has not gone to anything yet, or has just said what the list is narrowed to. */
const isBefore = (active: Element | null) => active === null || active.matches("body, main, form[role=search] input");
