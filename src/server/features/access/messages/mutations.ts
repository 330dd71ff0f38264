import { sql } from "kysely";
import * as accessRefused from "#rules/texts/access-refusals.ts";
import type { Transaction } from "#server/database/database.ts";
import { notFound, refuse } from "#server/http/errors.ts";

/** Locks a message that was given up. @throws 404, or a 400 where it was not */
async function lockFailed(tx: Transaction, id: number): Promise<void> {
  const those = tx.selectFrom("messages").select("failed").where("id", "=", id).forUpdate();
  const message = await those.executeTakeFirst();
  if (!message) throw notFound();
  if (!message.failed) throw refuse(accessRefused.messageNotFailed);
}

/** Sends a message again that was given up, for another three days. @throws a 400 where it was not */
export async function sendFailedAgain(tx: Transaction, id: number): Promise<void> {
  await lockFailed(tx, id);
  await sql`
    update messages set failed = false, done_at = null, tries = 0, not_before = now() where id = ${id}::bigint`.execute(
    tx,
  );
}

/** A message that failed is of no use any more. @throws a 400 where it did not fail */
export async function dropFailed(tx: Transaction, id: number): Promise<void> {
  await lockFailed(tx, id);
  await tx.updateTable("messages").set({ failed: false }).where("id", "=", id).execute();
}
