import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "#server/database/database.ts";
import { type Message, noteOutcome, type Outcome, takeMessages } from "#server/database/messages/message-leases.ts";
import type { MessageKind } from "#server/database/messages/message-tables.ts";

export type { Message, Outcome };

/**
 * Sends one message, of which a copy may have been sent before. It holds no connection while it waits, and gives up when the signal says so.
 * What it throws counts as `again`.
 */
export type Send = (message: Message, signal: AbortSignal) => Promise<Outcome>;

/** Senders by kind; a kind that nobody sends waits. */
export type Senders = Partial<Record<MessageKind, Send>>;

/** Number of messages of a kind that are started at once. A receiver that hangs stops counting after `quickTry`, so that it delays nobody else. */
const atOnce = 8;
/** Number of messages of a kind that may hang besides those, each for `longestTry`. Each takes a socket, and no connection to the database. */
const mostHanging = 100;
/** ms */
const quickTry = 1_000;
/** ms; a receiver that has not answered by then is tried again later. */
const longestTry = 10_000;
/** Note about a receiver that did not answer in time. */
export const lateNote = "Keine Antwort innerhalb von 10 Sekunden";
/** ms after which whoever found nothing to send looks again. */
const pause = 1_000;

type Log = (message: string, detail?: object) => void;

/**
 * Sends what is queued, in the order of each target, until it is stopped. Several servers may all do it. A message that its sender did not
 * live to note is sent again when its lease has run out.
 */
export function sendMessages(db: Database, senders: Senders, log: Log): () => Promise<void> {
  const ending = new AbortController();
  const kinds = Object.entries(senders) as [MessageKind, Send][];
  const working = kinds.map(([kind, send]) => sendKind({ db, kind, send, log, signal: ending.signal }));
  return async () => {
    ending.abort();
    await Promise.all(working);
  };
}

interface Sending {
  readonly db: Database;
  readonly kind: MessageKind;
  readonly send: Send;
  readonly log: Log;
  readonly signal: AbortSignal;
}

async function sendKind(sending: Sending): Promise<void> {
  const { db, kind, signal, log } = sending;
  const underWay = new Set<Promise<void>>();
  let quick = 0;
  while (!signal.aborted) {
    const free = Math.min(atOnce - quick, atOnce + mostHanging - underWay.size);
    const messages = free === 0 ? [] : await takeMessages(db, kind, free).catch(sayAndTakeNone(log));
    for (const message of messages) {
      const attempt = tryToSend(sending, message).finally(() => underWay.delete(attempt));
      underWay.add(attempt);
      quick++;
      void Promise.race([attempt, sleep(quickTry, undefined, { signal }).catch(() => undefined)]).then(() => quick--);
    }
    // the next one of a target can be taken as soon as the one before it has gone
    const rest = new AbortController();
    const woken = AbortSignal.any([signal, rest.signal]);
    await Promise.race([...underWay, sleep(pause, undefined, { signal: woken }).catch(() => undefined)]);
    rest.abort();
  }
  await Promise.all(underWay);
}

const sayAndTakeNone = (log: Log) => (error: Error) => {
  log("messages cannot be looked up now", { reason: error.message });
  return [];
};

async function tryToSend({ db, send, log, signal }: Sending, message: Message): Promise<void> {
  const patience = AbortSignal.any([signal, AbortSignal.timeout(longestTry)]);
  const late = once(patience, "abort").then(() => again(lateNote));
  const attempt = send(message, patience).catch((error: Error) => again(error.message));
  const outcome = await Promise.race([attempt, late]);
  // a server that is asked to stop leaves what it could not finish to the next one
  if (signal.aborted && outcome.is === "again") return;
  // why is said with the message itself: it may name a person, and the log names nobody
  if (outcome.is !== "done") log("a message could not be sent", { message: message.id, outcome: outcome.is });
  await db
    .write((tx) => noteOutcome(tx, message, outcome))
    .catch((error: Error) => log("the outcome of a message is not noted", { reason: error.message }));
}

const again = (reason: string): Outcome => ({ is: "again", reason });
