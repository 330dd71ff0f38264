import { useEffect, useRef } from "react";

const fastest = 35; // ms between keys: scanners send every 7 to 16, people never below 50
const shortest = 6; // keys: less may be a quick hand

/** Keys of the US layout by their place, plain and with shift: what a scanner means whatever the computer is set to. */
const signs: Record<string, string> = {
  Semicolon: ";:",
  Quote: "'\"",
  Comma: ",<",
  Period: ".>",
  Slash: "/?",
  Minus: "-_",
  Equal: "=+",
  BracketLeft: "[{",
  BracketRight: "]}",
  Backslash: "\\|",
  Space: "  ",
};

/** What a US scanner meant by a key: letters and signs by place. */
function keyByPlace(event: KeyboardEvent): string {
  const letter = /^Key([A-Z])$/.exec(event.code)?.[1];
  if (letter) return event.shiftKey ? letter : letter.toLowerCase();
  return signs[event.code]?.[event.shiftKey ? 1 : 0] ?? event.key;
}

/** Digits by place always: a German computer with caps lock makes `!` of a scanned 1. */
function digit(event: KeyboardEvent): string | undefined {
  return /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1];
}

/**
 * The two readings of one scan. Umlauts never stand in our codes: they show a US scanner on a German layout,
 * `MAGAZIN:ROW:12` arriving as `MAGAYINÖROWÖ12`, so that the places of the keys are right and not their letters.
 */
export function readScan(typed: string, byPlace: string): string {
  return /[äöüß]/i.test(typed) ? byPlace : typed;
}

function isTaken(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  const field = target.closest<HTMLElement>("input, textarea, select, [contenteditable]");
  if (!field || field.dataset["scan"] !== undefined) return false;
  return !(field instanceof HTMLInputElement && ["checkbox", "radio", "button", "submit"].includes(field.type));
}

/** What was read, and when by the clock of the keys, in ms. */
export type OnScan = (text: string, at: number) => void;

/**
 * Listens for keyboard scanners: at least 6 keys less than 35 ms apart, ended by Enter or Tab. Never takes from a
 * focused field; one that wants scans to arrive here too carries `data-scan`. Answers what ends the listening.
 */
export function listenForScans(onScan: OnScan, before: readonly KeyboardEvent[] = []): () => void {
  let typed = "";
  let byPlace = "";
  let last = Number.NEGATIVE_INFINITY;
  const keyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTaken(event.target)) {
      typed = byPlace = "";
      return;
    }
    const fast = event.timeStamp - last < fastest;
    last = event.timeStamp;
    if (!fast) typed = byPlace = "";
    if (event.key === "Enter" || event.key === "Tab") {
      const scanned = typed.length >= shortest ? readScan(typed, byPlace) : "";
      typed = byPlace = "";
      if (scanned === "") return;
      event.preventDefault();
      event.stopPropagation();
      onScan(scanned, event.timeStamp);
    } else if (event.key.length === 1 || event.key === "Dead") {
      typed += digit(event) ?? event.key.slice(0, 1);
      byPlace += digit(event) ?? keyByPlace(event);
    }
  };
  for (const event of before) keyDown(event);
  window.addEventListener("keydown", keyDown, true);
  return () => window.removeEventListener("keydown", keyDown, true);
}

/** The same for as long as a part of a page is there. */
export function useScanner(onScan: OnScan) {
  const callback = useRef(onScan);
  useEffect(() => {
    callback.current = onScan;
  });
  useEffect(() => listenForScans((...read) => callback.current(...read)), []);
}
