import { useEffect, useRef } from "react";
import { parseBoxCode } from "#rules/box-code.ts";
import { parseRowScan } from "#rules/positions.ts";
import { takeEarlyKeys } from "./early-keys.ts";
import { give } from "#web/ui/feedback/signals.ts";
import { listenForScans } from "./scanner.ts";

// One door for everything that is scanned: to the page that takes scans, to one that is still coming, or to the shell.

export const partialScan = "Scan unvollständig, bitte noch einmal";
const bounce = 2000; // ms: the same text again within these is one pull of the trigger

interface Taker {
  readonly page: string;
  readonly take: (text: string) => void;
  readonly repeat: () => void;
}

/** What the shell does with scans where no page takes them. */
export interface Opener {
  readonly open: (text: string) => void;
  /** Whether the page that is wanted will take scans once it has come. */
  readonly isComing: () => boolean;
}

let taker: Taker | null = null;
let opener: Opener | null = null;
/** The page that takes none although its address would. */
let refusing: string | null = null;
let held: { readonly page: string; readonly text: string }[] = [];
let last = { text: "", page: "", at: Number.NEGATIVE_INFINITY };

function read(text: string, at: number) {
  const page = location.pathname;
  const isTaken = taker?.page === page;
  if (!isTaken && !waits(page)) return isAsked("dialog:modal:not(:has([data-scan]))") ? undefined : opener?.open(text);
  if (isAsked("dialog:modal")) return give("look"); // a question on the screen wants its answer first
  const isBounce = last.text === text && last.page === page && at - last.at < bounce;
  last = { text, page, at };
  if (isBounce) {
    give("tick");
    return isTaken ? taker?.repeat() : undefined;
  }
  if (isTaken) return taker?.take(text);
  held = [...held.filter((one) => one.page === page), { page, text }];
}

const isAsked = (dialog: string) => document.querySelector(dialog) !== null;
const waits = (page: string) => opener === null || (refusing !== page && opener.isComing());

/** What was held for this page; for others nobody waits any more. */
function release(): readonly string[] {
  const here = held.filter(({ page }) => page === location.pathname);
  held = [];
  return here.map(({ text }) => text);
}

export interface ScanTaking {
  /** A box code or the sign of a row, whole. */
  readonly onScan: (text: string) => void;
  /** Anything else that a scanner sent; `partialScan` says it. */
  readonly onPart: (text: string) => void;
  /** The same text again at once: nothing is to be done, but what was typed into a field on the way is the scan's. */
  readonly onRepeat?: (() => void) | undefined;
  /** A scan that began slowly: the whole code stands in the focused field by then. */
  readonly wholeOf?: ((text: string) => string) | undefined;
}

/** This page takes scans as soon as it is ready, those too that were read while it was coming. */
export function useScans(taking: ScanTaking, isReady = true): void {
  const latest = useRef(taking);
  useEffect(() => {
    latest.current = taking;
  });
  useEffect(() => {
    if (!isReady) return undefined;
    const take = (scanned: string) => {
      const { onScan, onPart, wholeOf = same } = latest.current;
      const text = wholeOf(scanned);
      if (parseBoxCode(text) !== null || parseRowScan(text) !== null) return onScan(text);
      give("look");
      onPart(text);
    };
    const own: Taker = { page: location.pathname, take, repeat: () => latest.current.onRepeat?.() };
    taker = own;
    for (const text of release()) take(text);
    return () => {
      if (taker === own) taker = null;
    };
  }, [isReady]);
}
const same = (text: string) => text;

/** This page takes no scans, other than its kind; `onHeld` gets how many were read while it was coming, otherwise they open. */
export function useNoScans(onHeld?: (count: number) => void): void {
  const latest = useRef(onHeld);
  useEffect(() => {
    const own = location.pathname;
    refusing = own;
    const texts = release();
    if (texts.length > 0 && latest.current) latest.current(texts.length);
    else for (const text of texts) opener?.open(text);
    return () => {
      if (refusing === own) refusing = null;
    };
  }, []);
}

/** The shell opens what no page takes. */
export function useOpener(shell: Opener): void {
  const latest = useRef(shell);
  useEffect(() => {
    latest.current = shell;
  });
  useEffect(() => {
    opener = { open: (text) => latest.current.open(text), isComing: () => latest.current.isComing() };
    if (taker?.page !== location.pathname && !waits(location.pathname)) for (const text of release()) opener.open(text);
    return () => {
      opener = null;
    };
  }, []);
}

listenForScans(read, takeEarlyKeys());
