import { bareCode, parseBoxCode } from "#rules/stock/box-code.ts";
import { parseRowScan } from "#rules/stock/positions.ts";
import type { EarlyKey } from "./early-keys.ts";
import { replace, snapshotOf, type TextSnapshot } from "./text-snapshot.ts";

const quick = 35; // ms between keys: most scanners send every 7 to 16, people never below 50
/** ms between keys: wireless scanners take as long as this; who types as fast is distinguished from them by how long a key is held. */
export const slowest = 80;
/** ms: a scanner lets go of a key sooner and before the next one; a finger stays longer, or the next one comes before. */
export const longestHold = 55;
const shortest = 6; // keys: less may be quick typing

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

/** Returns the key that a US scanner meant: letters and signs by place. */
function keyByPlace(event: KeyboardEvent): string {
  const letter = /^Key([A-Z])$/.exec(event.code)?.[1];
  if (letter) return event.shiftKey ? letter : letter.toLowerCase();
  return signs[event.code]?.[event.shiftKey ? 1 : 0] ?? event.key;
}

/** Digits by place always: a German computer with caps lock makes `!` of a scanned 1. */
function digit(event: KeyboardEvent): string | undefined {
  const isStar = event.code === "Digit8" && event.shiftKey && event.key !== "8"; // around a Code 39; a German computer makes `(` of it
  return isStar ? "*" : /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1];
}

/**
 * The two readings of one scan. Umlauts never stand in our codes: they show a US scanner on a German layout,
 * `MAGAZIN:ROW:12` arriving as `MAGAYINÖROWÖ12`, so that the places of the keys are right and not their letters.
 */
function readScan(typed: string, byPlace: string): string {
  return /[äöüß]/i.test(typed) ? byPlace : typed;
}

/** Says whether a text is a whole code of ours: a box's, or the sign of a row. */
export const isWholeCode = (text: string): boolean => parseBoxCode(text) !== null || parseRowScan(text) !== null;

/** Keys that came one after the other without a pause. */
class Run {
  typed = "";
  byPlace = "";
  /** Some gap was longer than most scanners leave. */
  isSlow = false;
  /** Some key was held as a finger holds it. */
  isHeld = false;
  /** Contents of the fields before the first of these keys. */
  readonly before = new Map<EventTarget, TextSnapshot>();

  add(event: KeyboardEvent, gap: number, value: string | undefined) {
    if (this.typed !== "" && gap > quick) this.isSlow = true;
    this.typed += digit(event) ?? event.key.slice(0, 1);
    this.byPlace += digit(event) ?? keyByPlace(event);
    const { target } = event;
    if (target === null || this.before.has(target)) return;
    const snapshot = snapshotOf(target, value);
    if (snapshot) this.before.set(target, snapshot);
  }

  /** Text that a scanner sent; null where a person may have typed it. */
  get scanned(): string | null {
    if (this.typed.length < shortest || (this.isSlow && this.isHeld)) return null;
    return readScan(this.typed, this.byPlace);
  }
}

/**
 * Where a scan was typed into: nowhere, a field that wants scans (`data-scan`), one that they leave at once, one whose text they are, one that looks
 * for whatever is no code of ours, or any other.
 */
type Where = "page" | "scan" | "open" | "own" | "search" | "field";

function whereOf(target: EventTarget | null): Where {
  const field = target instanceof Element && target.closest<HTMLElement>("input, textarea, select");
  if (!field) return "page";
  const { scan } = field.dataset;
  if (scan !== undefined) return scan === "open" || scan === "own" || scan === "search" ? scan : "scan";
  const writes = !(field instanceof HTMLInputElement && ["checkbox", "radio", "button", "submit"].includes(field.type));
  return writes ? "field" : "page";
}

/** One pull of the trigger. */
export interface ScannerInput {
  readonly text: string;
  /** By the clock of the keys, in ms. */
  readonly at: number;
  readonly where: Where;
}

/**
 * Listens for keyboard scanners: at least 6 keys without a pause, ended by Enter or Tab. A whole code leaves the field that
 * it was typed into, unless that wants scans; what is none stays there as text. The end of a scan is nobody's Enter: it sends
 * no form. Answers what ends the listening.
 */
export function listenForScans(onRead: (read: ScannerInput) => void, before: readonly EarlyKey[] = []): () => void {
  let all = new Run();
  let fast = new Run();
  let last = Number.NEGATIVE_INFINITY;
  /** Since when the last key is down; null once it was let go. */
  let down: number | null = null;
  const keyDown = (event: KeyboardEvent, value?: string) => {
    const gap = event.timeStamp - last;
    last = event.timeStamp;
    if (isSeparator(event)) return;
    if (gap > slowest || isCommand(event)) all = new Run();
    if (gap > quick || isCommand(event)) fast = new Run();
    if (event.key === "Enter" || event.key === "Tab") {
      const run = [all, fast].find(({ scanned }) => scanned !== null && isWholeCode(scanned)) ?? scannedOf(all, fast);
      all = new Run();
      fast = new Run();
      if (run) end(event, run);
    } else if (!isCommand(event) && (event.key.length === 1 || event.key === "Dead")) {
      if (down !== null) all.isHeld = true;
      down = event.timeStamp;
      all.add(event, gap, value);
      fast.add(event, gap, value);
    }
  };
  const keyUp = (event: KeyboardEvent) => {
    if (event.key === "Shift" || down === null) return;
    if (event.timeStamp - down > longestHold) all.isHeld = true;
    down = null;
  };
  const end = (event: KeyboardEvent, run: Run) => {
    const text = bareCode(run.scanned ?? "");
    const where = whereOf(event.target);
    if (where === "own") return isWholeCode(text) && event.target !== null && replace(event.target, text);
    if (where === "search" && !isWholeCode(text)) return undefined; // quick hands look for something, too
    const stays = (where === "field" || where === "open") && !isWholeCode(text);
    if (stays && (event.key === "Tab" || isSecret(event.target))) return;
    event.preventDefault();
    event.stopPropagation();
    if (stays) return;
    if (where !== "scan" && where !== "search") for (const snapshot of run.before.values()) snapshot.restore();
    onRead({ text, at: event.timeStamp, where });
  };
  const hear = (event: KeyboardEvent, value?: string) => {
    // A browser that fills in a field says so by a key that is none.
    if (!(event instanceof KeyboardEvent)) return;
    if (event.type === "keyup") keyUp(event);
    else keyDown(event, value);
  };
  for (const { event, value } of before) hear(event, value);
  const listen = (event: KeyboardEvent) => hear(event);
  addEventListener("keydown", listen, true);
  addEventListener("keyup", listen, true);
  return () => {
    removeEventListener("keydown", listen, true);
    removeEventListener("keyup", listen, true);
  };
}

/** The end of a group (GS), which scanners type as a command. */
const isSeparator = ({ code, ctrlKey, altKey }: KeyboardEvent) => ctrlKey && !altKey && code === "BracketRight";

const scannedOf = (...runs: readonly Run[]) => runs.find(({ scanned }) => scanned !== null);

const isCommand = ({ ctrlKey, metaKey, altKey, repeat, isComposing }: KeyboardEvent) =>
  ctrlKey || metaKey || altKey || repeat || isComposing;

/** Password managers type as fast as scanners, and their Enter is meant. */
const isSecret = (target: EventTarget | null) => target instanceof HTMLInputElement && target.type === "password";
