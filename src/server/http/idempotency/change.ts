import * as refused from "#rules/texts/refusal-texts.ts";
import type { Database, Reader, Transaction } from "#server/database/database.ts";
import { databaseFor, readInAs } from "#server/database/departments/department-reads.ts";
import { awaitKey, holdKey, keepAnswer, keptAnswer } from "#server/database/kept-answers.ts";
import { CommitUnanswered } from "#server/database/connections/lost-connection.ts";
import type { Scope } from "#server/database/scope.ts";
import { notFound, Refusal } from "#server/http/errors.ts";
import type { CallKey } from "./call-key.ts";

/** An answer as it leaves. */
export interface ReadyAnswer {
  readonly status: number;
  readonly body: string | null;
}

/**
 * Makes a call's change, in one transaction; what has to be waited for comes before, what a lost answer may leave undone comes after.
 * The answer is what `read` finds then, or what `work` answers. Where the call has a key, it is read and kept in the same transaction.
 * `work` is null where everything is done already, in transactions that know by themselves what they did before.
 */
export interface ChangeCall<Answer> {
  <Done>(
    work: ((tx: Transaction) => Promise<Done>) | null,
    read: (db: Reader, done: Done) => Promise<Answer>,
  ): Promise<Answer>;
  <Done>(work: (tx: Transaction) => Promise<Done>): Promise<Done>;
}

/** Thrown where the same call was answered in the meantime. */
export class RepeatedCall extends Error {
  readonly answer: ReadyAnswer;
  constructor(answer: ReadyAnswer) {
    super("This call was answered before.");
    this.answer = answer;
  }
}

/** The first answer to a call that is sent again; null where it is the first. @throws 422 where something else was sent then */
export async function storedReply(db: Reader | Transaction, key: CallKey): Promise<ReadyAnswer | null> {
  const storedAnswer = await keptAnswer(db, key);
  if (!storedAnswer) return null;
  if (!storedAnswer.request.equals(key.request)) throw new Refusal(refused.keyReused);
  if (!storedAnswer.visible) throw notFound(); // a right that was taken since is taken here, too
  return { status: storedAnswer.status, body: storedAnswer.body && key.seal.open(storedAnswer.body) };
}

/**
 * Finds out what became of a commit that went unanswered. Whoever holds the key has ended by then. Either the answer is kept, or the call was surely
 * not committed and is made now. @throws `unclear` where that cannot be found out
 */
async function findOut(
  db: Database,
  key: CallKey,
  make: (tx: Transaction) => Promise<unknown>,
  unclear: CommitUnanswered,
): Promise<unknown> {
  let isClear = false;
  await db.back();
  try {
    return await db.write(async (tx) => {
      isClear = false;
      await awaitKey(tx, key);
      await keptAnswer(tx, key);
      isClear = true;
      return make(tx);
    });
  } catch (error) {
    throw isClear ? error : unclear;
  }
}

type Work = ((tx: Transaction) => Promise<unknown>) | null;
type Read = (db: Reader, done: unknown) => Promise<unknown>;

/** Changes for a call, answered as its caller sees it; `ready` makes an answer of that. */
export function changeFor(
  db: Database,
  key: CallKey | null,
  { scope, ready }: { readonly scope: Scope | null; readonly ready: (result: unknown) => ReadyAnswer },
): ChangeCall<unknown> {
  const change = async (work: Work, read: Read = async (_db, done) => done) => {
    if (!key) return read(databaseFor(db, scope).read, work && (await db.write(work)));
    const make = async (tx: Transaction) => {
      const before = await storedReply(tx, key);
      if (before) throw new RepeatedCall(before);
      const done = work && (await work(tx));
      const result = await readInAs(tx, scope, (reader) => read(reader, done));
      const { status, body } = ready(result);
      await keepAnswer(tx, key, { status, body: body === null ? null : key.seal.close(body) });
      return result;
    };
    const first = async (tx: Transaction) => {
      if (!(await holdKey(tx, key))) throw new Refusal(refused.keyRunning);
      return make(tx);
    };
    return db.write(first).catch((error: unknown) => {
      if (error instanceof CommitUnanswered) return findOut(db, key, make, error);
      throw error;
    });
  };
  return change;
}
