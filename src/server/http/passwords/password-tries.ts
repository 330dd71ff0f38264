import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { RefusalCode } from "#rules/texts/refusals.ts";
import type { Database } from "#server/database/database.ts";
import { type LoginAttempt, countTry, removeAttempts, type Trier } from "#server/database/login-failures.ts";
import { Refusal, tooManyRequests } from "#server/http/errors.ts";
import { semaphore } from "#server/http/waiting/semaphore.ts";

/** Author of a try. `line` names whoever waits in one line with all their tries, and `gone` ends when they no longer wait. */
export interface Trying extends Trier {
  readonly line: string;
  readonly gone: AbortSignal;
}

/** Two who try are all that can be counted as failed without having failed. */
const tryTurn = semaphore(2);

/** The refusals that say that a try was wrong. With any other end, a broken connection to the database too, it was none. */
const wrong: ReadonlySet<RefusalCode> = new Set<RefusalCode>([
  "login",
  "company_refused",
  "wrong_password",
  "wrong_code",
  "password_link",
]);

/** Tries that could not be taken back, because the database was away: the next one does it. */
const unpaidTries = new Set<string>();

/**
 * Carries out a try of a password or a code. A wrong one stays on record: an address or a user that fails too often may not try, a name that
 * does waits, without holding a turn, a connection or a lock. Not one transaction: a failed try stays counted although it is refused.
 * @throws 429 where the key has failed ten times within a minute.
 */
export async function carryOutTry<T>(db: Database, who: Trying, work: () => Promise<T>): Promise<T> {
  for (let waited = 0; ; ) {
    const outcome = await tryTurn(who.line, () => tryNow(db, who, work, waited));
    if ("result" in outcome) return outcome.result;
    if (outcome.refusedFor !== null) throw tooManyRequests(outcome.refusedFor);
    await setTimeout(outcome.delay, undefined, { signal: who.gone });
    waited += outcome.delay;
  }
}

/**
 * Counts a request that never says whether it was right, such as for a link by mail: all of them count.
 * @throws 429 where there were ten within a minute
 */
export async function countRequest(db: Database, key: string): Promise<void> {
  const { refusedFor } = await db.write((tx) => countTry(tx, { key }, randomUUID(), 0));
  if (refusedFor !== null) throw tooManyRequests(refusedFor);
}

async function tryNow<T>(
  db: Database,
  who: Trying,
  work: () => Promise<T>,
  waited: number,
): Promise<LoginAttempt | { result: T }> {
  const id = randomUUID();
  try {
    const tryCount = await count(db, who, id, waited);
    if (tryCount.refusedFor !== null || tryCount.delay > 0) return tryCount;
    const result = await work();
    await forgetTry(db, id);
    return { result };
  } catch (error) {
    if (!(error instanceof Refusal && wrong.has(error.code))) await forgetTry(db, id);
    throw error;
  }
}

async function count(db: Database, who: Trying, id: string, waited: number): Promise<LoginAttempt> {
  const before = [...unpaidTries];
  const result = await db.write(async (tx) => {
    if (before.length > 0) await removeAttempts(tx, before);
    return countTry(tx, who, id, waited);
  });
  for (const each of before) unpaidTries.delete(each);
  return result;
}

async function forgetTry(db: Database, id: string): Promise<void> {
  await db.write((tx) => removeAttempts(tx, [id])).catch(() => unpaidTries.add(id));
}
