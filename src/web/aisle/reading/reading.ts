import { useEffect, useRef } from "react";
import type { Via } from "#rules/aisle/flow.ts";
import { takeEarlyKeys } from "#web/ui/early-keys.ts";
import { listenForScans } from "#web/ui/scanner.ts";
import { createStore } from "#web/ui/store.ts";
import { aroundCodes, aroundKnown, stripAffixes } from "./wedge.ts";

// One door for whatever is read: by a scanner that types, by the camera, by the device's own scanner, or by hand.

export interface CameraScan {
  readonly text: string;
  readonly via: Via;
}

let listener: ((read: CameraScan) => void) | null = null;
/** Reads that came while no screen was there to take them; nothing is dropped. */
let pendingReads: CameraScan[] = [];

/** When something was read last: the field that scanners type into is empty then. */
export const lastRead = createStore(0);

export function onRead(text: string, via: Via): void {
  const read = { text: text.trim(), via };
  if (read.text === "") return;
  lastRead.set(lastRead.get() + 1);
  if (listener) listener(read);
  else pendingReads.push(read);
}

/** Takes a text that a scanner has sent, once it is known what the scanner writes around a code. */
function onSent(text: string, via: "wedge" | "broadcast"): void {
  void aroundKnown.then(() => onRead(stripAffixes(text.trim(), aroundCodes.get()), via));
}

/** Takes a text that a scanner has typed. */
export const onTyped = (text: string): void => onSent(text, "wedge");

/** Hands a read to the screen that comes next. */
export function passOn(read: CameraScan): void {
  listener = null;
  pendingReads.push(read);
}

/** Nobody waits any more for what was read before. */
export function dropReads(): void {
  pendingReads = [];
}

/** This screen takes what is read, first what came while it was on its way. */
export function useReads(take: (read: CameraScan) => void): void {
  const latest = useRef(take);
  useEffect(() => {
    latest.current = take;
  });
  useEffect(() => {
    const own = (read: CameraScan) => latest.current(read);
    listener = own;
    const waiting = pendingReads;
    pendingReads = [];
    for (const read of waiting) onRead(read.text, read.via);
    return () => {
      if (listener === own) listener = null;
    };
  }, []);
}

/** The Android app hands over what the device's scanner has read; taken, no keys are typed. */
function takeBroadcast(event: Event) {
  const { data } = (event as CustomEvent<{ readonly data?: unknown }>).detail;
  if (typeof data !== "string") return;
  event.preventDefault();
  onSent(data, "broadcast");
}

listenForScans(({ text }) => onTyped(text), takeEarlyKeys());
addEventListener("magazin-scan", takeBroadcast);
