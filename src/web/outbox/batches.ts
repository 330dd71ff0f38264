import type { RefusalCode } from "#rules/texts/refusals.ts";
import { boxesOfOperation } from "#rules/aisle/operation.ts";
import { findChain, toHold } from "#rules/aisle/chains.ts";
import {
  scanAction,
  type OutboxEntry,
  idOf,
  isOf,
  isOfDevice,
  isOpenEntry,
  isRevocable,
  isUnsettled,
  keptOf,
  type OutboxSession,
} from "./entry.ts";

export const batchSize = 50; // operations: a lost answer repeats no more than these
export const keptAnswers = 200; // entries: for a tab that was asleep when the answers came

const mostOpen = 5000; // scans: a shift without a network has a fifth of it

/** Says whether the device takes so many more scans besides those that wait; it takes nothing that it cannot hold for sure. */
export const hasRoom = (waiting: number, more: number): boolean => waiting + more <= mostOpen;

/**
 * Returns the next scans to go out, in the order in which they were scanned: as many as share an author, at most `most`. A scan that cannot go now
 * blocks no others: its session is dead or held, or it may still be taken back. Between the shelves the scans of one box are a chain. Each waits for
 * the answer to the one before it, also while that may be taken back.
 */
export function nextBatch(
  entries: readonly OutboxEntry[],
  isHeld: (token: string) => boolean,
  most: number,
): OutboxEntry[] {
  const revocableEntries = entries.filter((entry) => isRevocable(entry) && isOf("aisle")(entry));
  const open = revocableEntries.length > 0 ? entries.filter(isOpenEntry) : [];
  const behind = new Set(revocableEntries.flatMap((entry) => chainBehind(idOf(entry), open)));
  const boxes = new Set<string>();
  const batch: OutboxEntry[] = [];
  for (const entry of entries) {
    if (!isOpenEntry(entry) || isRevocable(entry) || behind.has(entry) || isHeld(entry.token)) continue;
    const own = isOf("aisle")(entry) ? boxesOfOperation(scanAction(entry)) : [];
    const isOther = entry.token !== (batch[0] ?? entry).token;
    if (batch.length === most || isOther || own.some((code) => boxes.has(code))) break;
    for (const code of own) boxes.add(code);
    batch.push(entry);
  }
  return batch;
}

const inAisle = (entries: readonly OutboxEntry[]) =>
  entries.filter(isOf("aisle")).sort((one, other) => one.seq - other.seq);

/** A scan between the shelves that has no answer, and those after it that are about the same boxes. */
export function chainBehind(id: string, open: readonly OutboxEntry[]): readonly OutboxEntry[] {
  const own = inAisle(open);
  const chain = new Set(findChain(own.map(scanAction), id));
  return own.filter((entry) => chain.has(idOf(entry)));
}

/**
 * Returns the entries that are not to be sent, because a scan of the same box before them was refused. Their worker saw the box otherwise than it is.
 */
export function toHoldOf(entries: readonly OutboxEntry[]): readonly number[] {
  if (!entries.some(isUnsettled)) return [];
  const own = inAisle(entries);
  const heldIds = new Set(toHold(own.map(keptOf)));
  return own.filter((entry) => heldIds.has(idOf(entry))).map(({ seq }) => seq);
}

/**
 * Returns the reaction to a failed call. `wait`: nothing can be sent now. `ask`: whether the session still lives. `hold`: its author must do
 * something first. `halve`: one of them is bad, but which? `refuse`: this one. An error without a name is not the product's answer, whatever its
 * status: a proxy's decides about no scan.
 */
export function reactionTo(
  { status, code }: { readonly status: number; readonly code: RefusalCode | null },
  size: number,
): "wait" | "ask" | "hold" | "halve" | "refuse" {
  if (status === 413 && size > 1) return "halve"; // a proxy's, too, takes less at once
  if (code === null || status === 408 || status === 429 || status >= 500) return "wait";
  if (status === 403) return "ask";
  if (code === "password_first" || (status !== 400 && status !== 413)) return "hold";
  return size > 1 ? "halve" : "refuse";
}

export const half = (size: number): number => Math.ceil(size / 2);

const [firstPause, longestPause] = [500, 15_000]; // ms

/** Returns the time to wait after so many failed tries. */
export const pauseAfter = (tries: number): number => Math.min(longestPause, firstPause * 2 ** Math.max(0, tries - 1));

/** The oldest answered entries beyond those that are kept; what has no answer is never among them. */
export function toForget(entries: readonly OutboxEntry[]): readonly number[] {
  const answeredSeqs = entries.filter((entry) => !isOpenEntry(entry) && !isUnsettled(entry)).map(({ seq }) => seq);
  return answeredSeqs.slice(0, Math.max(0, answeredSeqs.length - keptAnswers));
}

/** The dead sessions of somebody who has signed in again: what they left goes out with the new one. */
export function toAdopt(
  sessions: readonly OutboxSession[],
  signedIn: { readonly token: string; readonly userId: number } | null,
): readonly OutboxSession[] {
  if (!signedIn) return [];
  return sessions.filter(
    ({ state, user, token }) => state === "dead" && user === signedIn.userId && token !== signedIn.token,
  );
}

/** The sessions by which nothing is to be sent any more and nobody works on this device. */
export function toEnd(
  sessions: readonly OutboxSession[],
  entries: readonly OutboxEntry[],
  signedIn: { readonly token: string } | null,
): readonly OutboxSession[] {
  const openTokens = new Set(entries.filter(isOpenEntry).map(({ token }) => token));
  return sessions.filter((one) => one.token !== signedIn?.token && !openTokens.has(one.token) && !isOfDevice(one));
}
