import type { RefusalCode } from "#rules/texts/refusals.ts";
import { type Entry, isOpen, isRevocable, type OutboxSession } from "./entry.ts";

export const batchSize = 50; // operations: a lost answer repeats no more than these
export const keptAnswers = 200; // entries: for a tab that was asleep when the answers came

/**
 * What goes out next: in the order in which it was scanned, as many as share an author, at most `most`. What cannot go now,
 * because its session is dead or held, or because it may still be taken back, holds nobody else up.
 */
export function nextBatch(entries: readonly Entry[], isHeld: (token: string) => boolean, most: number): Entry[] {
  const ready = entries.filter((entry) => isOpen(entry) && !isRevocable(entry) && !isHeld(entry.token));
  const end = ready.findIndex(({ token }) => token !== ready[0]?.token);
  return ready.slice(0, Math.min(most, end === -1 ? ready.length : end));
}

/**
 * What a call that failed asks for. `wait`: nothing can be sent now. `ask`: whether the session still lives. `hold`: its
 * author must do something first. `halve`: one of them is bad, but which? `refuse`: this one.
 */
export function reactionTo(
  { status, code }: { readonly status: number; readonly code: RefusalCode | null },
  size: number,
): "wait" | "ask" | "hold" | "halve" | "refuse" {
  if (status === 403) return "ask";
  if (status === 0 || status === 408 || status === 429 || status >= 500) return "wait";
  if (code === "password_first" || (status !== 400 && status !== 413)) return "hold";
  return size > 1 ? "halve" : "refuse";
}

export const half = (size: number): number => Math.ceil(size / 2);

const [firstPause, longestPause] = [500, 15_000]; // ms

/** How long to wait after so many tries that failed. */
export const pauseAfter = (tries: number): number => Math.min(longestPause, firstPause * 2 ** Math.max(0, tries - 1));

/** The oldest answered entries beyond those that are kept; what has no answer is never among them. */
export function toForget(entries: readonly Entry[]): readonly number[] {
  const answered = entries.filter((entry) => !isOpen(entry)).map(({ seq }) => seq);
  return answered.slice(0, Math.max(0, answered.length - keptAnswers));
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
  entries: readonly Entry[],
  signedIn: { readonly token: string } | null,
): readonly OutboxSession[] {
  const needed = new Set(entries.filter(isOpen).map(({ token }) => token));
  return sessions.filter(({ token }) => token !== signedIn?.token && !needed.has(token));
}
