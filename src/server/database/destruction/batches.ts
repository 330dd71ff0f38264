import { sql } from "kysely";
import type { BatchEvent, BatchState } from "#rules/destruction/batch-state.ts";
import type { Transaction } from "#server/database/database.ts";

/** A batch that this transaction holds. */
export interface LockedBatch {
  readonly id: number;
  readonly customer_id: number;
  readonly state: BatchState;
  readonly proposed_by: number | null;
  readonly shredded_by: number | null;
  readonly wait_until: string | null;
  readonly protection_class: number;
  readonly security_level: number;
  readonly carrier: "P" | "F" | "O" | "T" | "H" | "E";
  readonly place: "house" | "subcontractor";
  readonly subcontractor: string;
}

/**
 * Locks a batch, and then its boxes by ascending id: whoever decides at the same moment sees what was decided first. Undefined where there
 * is no such batch.
 */
export async function lockBatch(tx: Transaction, id: number): Promise<LockedBatch | undefined> {
  return tx
    .selectFrom("destruction_batches")
    .select(["id", "customer_id", "state", "proposed_by", "shredded_by", "wait_until"])
    .select(["protection_class", "security_level", "carrier", "place", "subcontractor"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

/** Locks the boxes of a batch that are still to be destroyed. */
export async function lockBoxes(tx: Transaction, batch: number): Promise<void> {
  await sql`
    select from boxes b where id in (select box_id from destruction_lines where batch_id = ${batch}::int and living)
    order by id for update`.execute(tx);
}

interface NewEvent {
  readonly kind: BatchEvent;
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
  readonly text?: string | undefined;
}

/** Writes what happened to a batch; the database chains it to what happened before. */
export async function recordBatchEvent(
  tx: Transaction,
  batch: number,
  userId: number,
  { kind, meta, text }: NewEvent,
): Promise<void> {
  await sql`
    insert into destruction_events (batch_id, seq, kind, user_id, meta, text)
    values (${batch}::int, 1, ${kind}::smallint, ${userId}::bigint, ${meta ? JSON.stringify(meta) : null}::jsonb, ${text ?? null}::text)`.execute(
    tx,
  );
}
