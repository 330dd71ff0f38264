import { sql } from "kysely";
import type { Database, Transaction } from "#server/database/database.ts";
import type { MessageKind } from "./message-tables.ts";
import { retryPauses } from "./retry-pauses.ts";
import { selectList } from "#server/database/sql/json.ts";

/** A message that its taker sends now, and nobody else until the lease runs out. */
export interface Message {
  readonly id: number;
  readonly target: string;
  readonly user_id: number | null;
  readonly customer_id: number | null;
  readonly payload: unknown;
  readonly created: string;
  /** Number of times that the message was taken, this time included. */
  readonly tries: number;
  /** Since when its receiver says at each try that nothing is there. */
  readonly missing_since: string | null;
}

/**
 * Outcome of a try. The message was sent, or is of no use any more for the reason that `note` says. Or it is to be tried again later, in `pause`
 * seconds where the kind says so, `missing` where nothing is at the address. Or it can never be sent, to this `address` where that was refused.
 */
export type Outcome =
  | { readonly is: "done"; readonly note?: string }
  | { readonly is: "again"; readonly reason: string; readonly pause?: number | undefined; readonly missing?: boolean }
  | { readonly is: "failed"; readonly reason: string; readonly address?: string };

/** Seconds; longer than any try may take (ten, `send-messages.ts`), so that two never send the same at one time. */
const leaseSeconds = 15;

const message = selectList<Message>({
  id: "m.id",
  target: "target",
  user_id: "user_id",
  customer_id: "customer_id",
  payload: "payload",
  created: "created",
  tries: "tries",
  missing_since: "missing_since",
});

/**
 * Leases up to `most` messages of a kind that are due: the oldest open one of each target. The lease is committed before anything is sent,
 * so that whoever waits for a receiver holds no connection (decision 32).
 */
export function takeMessages(db: Database, kind: MessageKind, most: number): Promise<Message[]> {
  return db.write(async (tx) => {
    // from target to target along the index: one that has thousands open costs no more than one that has one
    const { rows } = await sql<Message>`
      with recursive heads as (
        (select target, id from messages where done_at is null order by target, id limit 1)
        union all
        select next.target, next.id from heads cross join lateral (
          select target, id from messages where done_at is null and target > heads.target order by target, id limit 1) next
      ), due as (
        select id from messages
        where id in (select id from heads) and done_at is null and kind = ${kind}
          and not_before <= now() and coalesce(leased_until <= now(), true)
        order by not_before, id limit ${most}::int for update skip locked
      )
      update messages m set leased_until = now() + make_interval(secs => ${leaseSeconds}), tries = tries + 1
      from due where m.id = due.id
      returning ${message}`.execute(tx);
    return rows.toSorted((one, other) => one.id - other.id);
  });
}

const longestReason = 500;

/** Notes what became of a try; of one whose lease ran out, only that it was sent. */
export async function noteOutcome(tx: Transaction, { id, tries }: Message, outcome: Outcome): Promise<void> {
  const pause = outcome.is === "again" ? (outcome.pause ?? retryPauses[tries - 1]) : undefined;
  const failure = (outcome.is === "done" ? outcome.note : outcome.reason)?.slice(0, longestReason) ?? null;
  const next =
    pause === undefined
      ? sql`done_at = now(), failed = ${outcome.is !== "done"}`
      : sql`not_before = now() + make_interval(secs => ${pause})`;
  const address = outcome.is === "failed" ? outcome.address : undefined;
  const isMissing = outcome.is === "again" && outcome.missing === true;
  await sql`
    update messages set leased_until = null, failure = ${failure}::text, refused_address = ${address ?? null}::text,
      missing_since = case when ${isMissing} then coalesce(missing_since, now()) end, ${next}
    where id = ${id} and done_at is null and (tries = ${tries} or ${outcome.is === "done"})`.execute(tx);
}

const keptDays = 90;

/** Deletes what was sent or given up long ago. */
export async function forgetMessages(tx: Transaction): Promise<void> {
  await sql`delete from messages where done_at < now() - make_interval(days => ${keptDays})`.execute(tx);
}
