import { useEffect, useRef } from "react";
import { foreignCode, isPartOfCode } from "#rules/scanning/foreign-code.ts";
import { parseRowScan } from "#rules/stock/positions.ts";
import { notify } from "#web/ui/feedback/notify.ts";
import { give } from "#web/ui/feedback/signals.ts";
import { takeEarlyKeys } from "./early-keys.ts";
import { isWholeCode, listenForScans, type ScannerInput } from "./scanner.ts";
import { createStore } from "./store.ts";

// One door for everything that is scanned: to the page that takes scans, to one that is still coming, or to the shell.

export const partialScan = "Scan unvollständig, bitte noch einmal";
/** Says what is wrong with a text that is no whole code of ours. It is a part of one, or another code, such as a folder's own barcode. */
export const wrongWith = (text: string): string =>
  isPartOfCode(text) || /^(?:MAGAZIN|LREIHE)/i.test(text) ? partialScan : foreignCode(text);
/** Names a whole code that is none of a box. */
export const noBox = (code: string): string =>
  parseRowScan(code) === null ? `Unbekannter Code: ${code}` : "Das ist das Schild einer Reihe, keine Box.";
const bounce = 2000; // ms: the same text again within these is one pull of the trigger

interface Taker {
  readonly page: string;
  readonly take: (text: string, at: number) => void;
  readonly repeat: () => void;
}

/** Handling of scans by the shell where no page takes them. */
export interface Opener {
  readonly open: (text: string) => void;
  /** Offers to open it: somebody is about to write something else. */
  readonly offer: (text: string) => void;
  /** The code of the box that other people call so; null where there is none, or several. */
  readonly codeOf: (text: string) => Promise<string | null>;
  /** Says whether the page that is wanted will take scans once it has come. */
  readonly isComing: () => boolean;
}

let taker: Taker | null = null;
/** The page that takes scans now. */
export const activePage = createStore<string | null>(null);
let opener: Opener | null = null;
let resolveOpener = () => {};
/** The shell's door may come after the page. */
const openerThere = new Promise<void>((resolve) => {
  resolveOpener = resolve;
});
/** The page that takes none although its address would. */
let refusing: string | null = null;
let pendingReads: (ScannerInput & { readonly page: string })[] = [];
let last = { text: "", page: "", at: Number.NEGATIVE_INFINITY };

function read({ text, at, where }: ScannerInput) {
  const page = location.pathname;
  const isTaken = taker?.page === page;
  const isForeign = !isTaken && !waits(page);
  if (isAsked(isForeign ? "dialog:modal:not(:has([data-scan]))" : "dialog:modal")) {
    give("look");
    return notify("Scan nicht übernommen: Bitte erst die Frage auf dem Bildschirm beantworten.", "warning");
  }
  if (isForeign) return pass({ text, where });
  const isBounce = last.text === text && last.page === page && at - last.at < bounce;
  last = { text, page, at };
  if (isBounce) {
    give("tick");
    return isTaken ? taker?.repeat() : undefined;
  }
  if (isTaken) return taker?.take(text, at);
  pendingReads = [...pendingReads.filter((one) => one.page === page), { page, text, at, where }];
}

/** Nobody is led away from a field that was to be written in. */
const pass = ({ text, where }: Pick<ScannerInput, "text" | "where">) =>
  where === "field" ? opener?.offer(text) : opener?.open(text);

const isAsked = (dialog: string) => document.querySelector(dialog) !== null;
const waits = (page: string) => opener === null || (refusing !== page && opener.isComing());

/** Returns the scans that were held for this page; for others nobody waits any more. */
function release(): typeof pendingReads {
  const here = pendingReads.filter(({ page }) => page === location.pathname);
  pendingReads = [];
  return here;
}

export interface ScanHandler {
  /** A box code or the sign of a row, whole, and when it was read by the clock of the keys, in ms. */
  readonly onScan: (text: string, at: number) => void;
  /** Anything else that a scanner sent; `wrongWith` says what. */
  readonly onPart: (text: string) => void;
  /** The same text again at once: nothing is to be done, but what was typed into a field on the way is the scan's. */
  readonly onRepeat?: (() => void) | undefined;
  /** A scan that began slowly: the whole code stands in the focused field by then. */
  readonly wholeOf?: ((text: string) => string) | undefined;
}

/** This page takes scans as soon as it is ready, those too that were read while it was coming. */
export function useScans(taking: ScanHandler, isReady = true): void {
  const latest = useRef(taking);
  useEffect(() => {
    latest.current = taking;
  });
  useEffect(() => {
    if (!isReady) return undefined;
    let asking: Promise<void> | null = null;
    const take = (scanned: string, at: number) => {
      const text = (latest.current.wholeOf ?? same)(scanned);
      if (isWholeCode(text) && !asking) return latest.current.onScan(text, at);
      // what is scanned meanwhile waits: a box goes to the place of its turn
      const turn = (asking ?? Promise.resolve()).then(async () => {
        const code = isWholeCode(text) ? text : await codeOf(text);
        if (asking === turn) asking = null;
        if (taker !== own) return;
        if (code) return latest.current.onScan(code, at);
        give("look");
        latest.current.onPart(text);
      });
      asking = turn;
    };
    const own: Taker = { page: location.pathname, take, repeat: () => latest.current.onRepeat?.() };
    taker = own;
    activePage.set(own.page);
    for (const { text, at } of release()) take(text, at);
    return () => {
      if (taker !== own) return;
      taker = null;
      activePage.set(null);
    };
  }, [isReady]);
}
const same = (text: string) => text;
/** The code of the one box that other people call so, scanned or typed. */
export const codeOf = async (text: string): Promise<string | null | undefined> => {
  await openerThere;
  return opener?.codeOf(text).catch(() => null);
};

/** This page takes no scans, other than its kind; `onHeld` gets how many were read while it was coming, otherwise they open. */
export function useNoScans(onHeld?: (count: number) => void): void {
  const latest = useRef(onHeld);
  useEffect(() => {
    const own = location.pathname;
    refusing = own;
    const releasedReads = release();
    if (releasedReads.length > 0 && latest.current) latest.current(releasedReads.length);
    else for (const one of releasedReads) pass(one);
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
    opener = {
      open: (text) => latest.current.open(text),
      offer: (text) => latest.current.offer(text),
      codeOf: (text) => latest.current.codeOf(text),
      isComing: () => latest.current.isComing(),
    };
    resolveOpener();
    if (taker?.page !== location.pathname && !waits(location.pathname)) for (const one of release()) pass(one);
    return () => {
      opener = null;
    };
  }, []);
}

listenForScans(read, takeEarlyKeys());
