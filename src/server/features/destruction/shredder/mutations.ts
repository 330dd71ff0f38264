import { sql } from "kysely";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { berlinDay, showDate } from "#rules/dates.ts";
import { BatchEvent, BatchState, showBatch } from "#rules/destruction/batch-state.ts";
import { showLevel } from "#rules/destruction/norm.ts";
import { HistoryKind } from "#rules/stock/history.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { changeBox } from "#server/database/boxes/box-changes.ts";
import { readerIn, type Transaction } from "#server/database/database.ts";
import { lockBatch, type LockedBatch, recordBatchEvent } from "#server/database/destruction/batches.ts";
import { batchLines } from "#server/database/destruction/line-facts.ts";
import { destroyScanned } from "#server/features/stock/boxes/mutations.ts";
import { beginStep, refuseProblems } from "#server/features/destruction/steps/mutations.ts";
import { badInput, refuse } from "#server/http/errors.ts";

interface ShredderScan {
  readonly batch: number;
  readonly code: string;
}

/** For how long a scan at the shredder counts, in minutes: nobody stands there any more when it comes later. */
const longestWay = 10;

/**
 * Destroys a box of a batch at the shredder; the first one begins the destruction. @throws a 400 that says why it must not: it belongs to
 * none or another batch, the waiting time is not over, a hold was set since, or it was scanned too long ago
 */
export async function shredBox(
  tx: Transaction,
  userId: number,
  { weight, ...scanned }: ShredderScan & { readonly weight: number | undefined },
): Promise<void> {
  await refuseLate(tx);
  const { batch, box } = await beginLine(tx, userId, scanned, "shred");
  const { id } = batch;
  if (batch.state === BatchState.confirmed) await begin(tx, userId, id);
  await sql`
    update destruction_lines set scanned_at = now(), scanned_by = ${userId}::bigint, weight_kg = ${weight ?? null}::numeric
    where batch_id = ${id}::int and box_id = ${box}::bigint`.execute(tx);
  await changeBox(tx, { boxId: box, userId, kind: HistoryKind.shredded, meta: { batch: id } });
  const meta = { batch: id, class: batch.protection_class, level: showLevel(batch) };
  await destroyScanned(tx, { boxId: box, userId, meta });
}

/**
 * Notes that a box of a batch was fetched and stands ready for the shredder, when that happened and by whom; who did so first stays.
 * @throws a 400 that says why it must not go there: it belongs to none or another batch, a hold was set since
 */
export async function stageBox(tx: Transaction, userId: number, scanned: ShredderScan): Promise<void> {
  const { batch, box } = await beginLine(tx, userId, scanned, "stage");
  await sql`
    update destruction_lines
    set staged_at = coalesce(nullif(current_setting('magazin.happened', true), '')::timestamptz, now()), staged_by = ${userId}::bigint
    where batch_id = ${batch.id}::int and box_id = ${box}::bigint and staged_at is null`.execute(tx);
}

/** Locks a batch and its box for a step with it. @throws a 400 that says what speaks against it */
async function beginLine(
  tx: Transaction,
  userId: number,
  { batch: id, code }: ShredderScan,
  action: "stage" | "shred",
): Promise<{ batch: LockedBatch; box: number }> {
  const lockedBatch = await lockBatch(tx, id);
  if (!lockedBatch) throw badInput({ batch: [refused.unknownBatch] });
  const box = await tx.selectFrom("boxes").select("id").where("code", "=", code).forUpdate().executeTakeFirst();
  if (!box) throw badInput({ code: [refused.noSuchBox(showBoxCode(code))] });
  if (action === "shred") await refuseWaiting(tx, lockedBatch);
  const batch = await beginStep(tx, { userId, isStaff: true, customerIds: [] }, id, action);
  const { today } = await momentOf(tx);
  const [line] = await batchLines(readerIn(tx), {
    batch: id,
    state: batch.state,
    today,
    which: sql`l.box_id = ${box.id}::bigint`,
  });
  if (!line) throw badInput({ code: [refused.notInBatch(showBoxCode(code), showBatch(id))] });
  if (line.scanned !== null) throw badInput({ code: [refused.lineDone(showBoxCode(code))] });
  if (!line.living) throw badInput({ code: [refused.notInBatch(showBoxCode(code), showBatch(id), "nicht mehr")] });
  refuseProblems([line], "code");
  return { batch, box: box.id };
}

/** Refuses what waited in a device: it destroys nothing, since a destruction cannot be undone, and nobody sees it. */
async function refuseLate(tx: Transaction): Promise<void> {
  const { rows } = await sql<{ late: boolean }>`
    select coalesce(nullif(current_setting('magazin.happened', true), '')::timestamptz < now() - make_interval(mins => ${longestWay}::int), false) as late`.execute(
    tx,
  );
  if (rows[0]?.late) throw refuse(refused.shreddedLate);
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
  await recordBatchEvent(tx, id, userId, { kind: BatchEvent.begun });
}
