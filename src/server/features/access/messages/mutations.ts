import { sql } from "kysely";
import * as accessRefused from "#rules/texts/access-refusals.ts";
import { messageUnderWay } from "#rules/texts/printer-refusals.ts";
import type { Transaction } from "#server/database/database.ts";
import { notFound, refuse } from "#server/http/errors.ts";
import { selectList } from "#server/database/sql/json.ts";

interface LockedMessage {
  failed: boolean;
  waits: boolean;
  leased: boolean;
}

const lockedMessage = selectList<LockedMessage>({
  failed: "messages.failed",
  waits: sql`kind = 'print' and done_at is null`,
  leased: sql`coalesce(leased_until > now(), false)`,
});

/** Locks a message. @throws 404 */
async function lockMessage(tx: Transaction, id: number) {
  const { rows } = await sql<LockedMessage>`
    select ${lockedMessage}
    from messages where id = ${id}::bigint for update`.execute(tx);
  const [message] = rows;
  if (!message) throw notFound();
  return message;
}

/** Sends a message again that was given up, for another three days. @throws a 400 where it was not */
export async function sendFailedAgain(tx: Transaction, id: number): Promise<void> {
  if (!(await lockMessage(tx, id)).failed) throw refuse(accessRefused.messageNotFailed);
  await sql`
    update messages set failed = false, done_at = null, tries = 0, not_before = now(), payload = payload - 'begun'
    where id = ${id}::bigint`.execute(tx);
}

/** A message that failed, or a print that waits, is of no use any more. @throws a 400 where it is neither, or is being printed */
export async function dropFailed(tx: Transaction, id: number): Promise<void> {
  const { failed, waits, leased } = await lockMessage(tx, id);
  if (waits && leased) throw refuse(messageUnderWay);
  if (!failed && !waits) throw refuse(accessRefused.messageNotFailed);
  await sql`
    update messages set failed = false, done_at = coalesce(done_at, now()), failure = coalesce(failure, 'Verworfen')
    where id = ${id}::bigint`.execute(tx);
}
