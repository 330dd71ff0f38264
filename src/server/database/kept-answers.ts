import { sql } from "kysely";
import type { Scope } from "./scope.ts";
import type { Reader, Transaction } from "./database.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

/** Key that an answer is kept under: digests, and the caller to whom they belong. */
export interface AnswerKey {
  readonly scope: Scope;
  readonly key: Buffer;
  /** Digest of the request: method, path, query, body. */
  readonly request: Buffer;
}

/** An answer of before; `visible` says whether its caller may still see all that they might see then. */
interface KeptAnswer {
  readonly request: Buffer;
  readonly status: number;
  readonly body: Buffer | null;
  readonly visible: boolean;
}

const lifetime = sql<string>`interval '48 hours'`;

/** Returns the answer given under this key before; null where there was none, or it was too long ago. */
export async function keptAnswer(db: Reader | Transaction, { scope, key }: AnswerKey): Promise<KeptAnswer | null> {
  const { userId, isStaff, customerIds } = scope;
  const { rows } = await sql<KeptAnswer>`
    select ${selectList<KeptAnswer>({
      ...fromTable("answers", "request", "status", "body"),
      visible: sql`${isStaff} or coalesce(customers <@ ${customerIds}::bigint[], false)`,
    })}
    from answers where user_id = ${userId} and key = ${key} and at > now() - ${lifetime}`.execute(db);
  return rows[0] ?? null;
}

const lockOf = ({ key }: AnswerKey) => sql`${String(key.readBigInt64BE())}::bigint`;

/** Holds a key until the transaction ends, so that nobody else writes under it. Answers false where somebody does. */
export async function holdKey(tx: Transaction, key: AnswerKey): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`select pg_try_advisory_xact_lock(${lockOf(key)}) as held`.execute(tx);
  return rows[0]?.held ?? false;
}

/** The same, waiting for who holds it. */
export async function awaitKey(tx: Transaction, key: AnswerKey): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockOf(key)})`.execute(tx);
}

/** Keeps an answer, in place of one that is too old; its key is held. */
export async function keepAnswer(
  tx: Transaction,
  { scope, key, request }: AnswerKey,
  { status, body }: { readonly status: number; readonly body: Buffer | null },
): Promise<void> {
  const customers = scope.isStaff ? null : scope.customerIds;
  await sql`
    insert into answers (user_id, key, request, customers, status, body)
    values (${scope.userId}, ${key}, ${request}, ${customers}::bigint[], ${status}, ${body})
    on conflict (user_id, key) do update set
      request = excluded.request, customers = excluded.customers, status = excluded.status,
      body = excluded.body, at = excluded.at`.execute(tx);
}

/** Highest number of answers that are kept for a user, and of their bytes: some weeks of work, and nothing to fill a disk with. */
const mostAnswers = 100_000;
const mostBytes = 100_000_000;

/** Forgets the answers that are too old, and of who has more than anybody's work makes the oldest. */
export async function forgetAnswers(tx: Transaction, { answers = mostAnswers, bytes = mostBytes } = {}): Promise<void> {
  await sql`delete from answers where at <= now() - ${lifetime}`.execute(tx);
  await sql`
    delete from answers a using (
      select user_id, key, row_number() over of_user as nth, sum(coalesce(octet_length(body), 0)) over of_user as bytes
      from answers where user_id in (
        select user_id from answers group by 1 having count(*) > ${answers} or sum(octet_length(body)) > ${bytes})
      window of_user as (partition by user_id order by at desc, key)) k
    where (a.user_id, a.key) = (k.user_id, k.key) and (k.nth > ${answers} or k.bytes > ${bytes})`.execute(tx);
}

/** Forgets what a user was answered: sent again, it would show what they may see no more. */
export async function forgetAnswersOf(tx: Transaction, userId: number): Promise<void> {
  await sql`delete from answers where user_id = ${userId}::bigint`.execute(tx);
}
