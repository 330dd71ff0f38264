import { sql } from "kysely";
import { showBoxCode } from "#rules/box-code.ts";
import { berlinDay, showDate } from "#rules/dates.ts";
import { BatchEvent, BatchState, showBatch } from "#rules/destruction/batch-state.ts";
import { showLevel } from "#rules/destruction/norm.ts";
import { HistoryKind } from "#rules/history.ts";
import { refused } from "#rules/texts/refusal-texts.ts";
import { changeBox } from "#server/database/box-changes.ts";
import { readerIn, type Transaction } from "#server/database/database.ts";
import { lockBatch, type LockedBatch, recordEvent } from "#server/database/destruction/batches.ts";
import { linesOf } from "#server/database/destruction/line-facts.ts";
import { destroyScanned } from "#server/features/boxes/mutations.ts";
import { beginStep, refuseProblems } from "#server/features/destruction-steps/mutations.ts";
import { badInput } from "#server/http/errors.ts";

interface Shredded {
  readonly batch: number;
  readonly code: string;
  readonly weight: number | undefined;
}

/**
 * Destroys a box of a batch at the shredder; the first one begins the destruction. @throws a 400 that says why it must not: it belongs to
 * none or another batch, the waiting time is not over, a hold was set since
 */
export async function shredBox(tx: Transaction, userId: number, { batch: id, code, weight }: Shredded): Promise<void> {
  const found = await lockBatch(tx, id);
  if (!found) throw badInput({ batch: [refused.unknownBatch] });
  const box = await tx.selectFrom("boxes").select("id").where("code", "=", code).forUpdate().executeTakeFirst();
  if (!box) throw badInput({ code: [refused.noSuchBox(showBoxCode(code))] });
  await refuseWaiting(tx, found);
  const batch = await beginStep(tx, { userId, isStaff: true, customerIds: [] }, id, "shred");
  const { today } = await momentOf(tx);
  const [line] = await linesOf(readerIn(tx), {
    batch: id,
    state: batch.state,
    today,
    which: sql`l.box_id = ${box.id}::bigint`,
  });
  if (!line) throw badInput({ code: [refused.notInBatch(showBoxCode(code), showBatch(id))] });
  if (!line.living) throw badInput({ code: [refused.lineDone(showBoxCode(code))] });
  refuseProblems([line], "code");
  if (batch.state === BatchState.confirmed) await begin(tx, userId, id);
  await sql`
    update destruction_lines set scanned_at = now(), scanned_by = ${userId}::bigint, weight_kg = ${weight ?? null}::numeric
    where batch_id = ${id}::int and box_id = ${box.id}::bigint`.execute(tx);
  await changeBox(tx, { boxId: box.id, userId, kind: HistoryKind.shredded, meta: { batch: id } });
  const meta = { batch: id, class: batch.protection_class, level: showLevel(batch) };
  await destroyScanned(tx, { boxId: box.id, userId, meta });
}

/** By the database's clock, by which it also guards the boxes. */
async function momentOf(tx: Transaction, batch?: LockedBatch) {
  const { rows } = await sql<{ today: string; waits: boolean }>`
    select berlin_day(now()) as today, coalesce(${batch?.wait_until ?? null}::timestamptz > now(), false) as waits`.execute(
    tx,
  );
  return rows[0] ?? { today: "", waits: true };
}

async function refuseWaiting(tx: Transaction, batch: LockedBatch): Promise<void> {
  const { waits } = await momentOf(tx, batch);
  const isOpen = batch.state === BatchState.confirmed || batch.state === BatchState.shredding;
  if (waits && isOpen)
    throw badInput({ batch: [refused.waiting(showDate(berlinDay(new Date(batch.wait_until ?? ""))))] });
}

async function begin(tx: Transaction, userId: number, id: number): Promise<void> {
  await tx
    .updateTable("destruction_batches")
    .set({ state: BatchState.shredding, begun_at: sql`now()`, shredded_by: userId })
    .where("id", "=", id)
    .execute();
  await recordEvent(tx, id, userId, { kind: BatchEvent.begun });
}
