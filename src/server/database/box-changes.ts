import { type RawBuilder, sql } from "kysely";
import type { HistoryKind, HistoryMeta } from "#rules/history.ts";
import type { Transaction } from "./database.ts";

/** A change of one box and the history entry that tells of it. */
export interface BoxChange {
  readonly boxId: number;
  readonly userId: number;
  readonly kind: HistoryKind;
  /** What changes in the row of `boxes`, as SQL (`state = 7, marked = now()`); nothing where only the entry is written. */
  readonly set?: RawBuilder<unknown>;
  readonly meta?: HistoryMeta | null;
  readonly text?: string | null;
}

/** Changes a box and writes its history entry in one statement. */
export async function changeBox(tx: Transaction, change: BoxChange): Promise<void> {
  await changeBoxes(tx, sql`id = ${change.boxId}::bigint`, change);
}

/**
 * Changes all boxes that the condition finds, in the order of their ids, with one history entry each; answers their ids.
 * The condition speaks of the table `boxes`.
 */
export async function changeBoxes(
  tx: Transaction,
  which: RawBuilder<unknown>,
  { userId, kind, set, meta, text }: Omit<BoxChange, "boxId">,
): Promise<number[]> {
  const { rows } = await sql<{ box_id: number }>`
    with found as materialized (select id from boxes where ${which} order by id for update),
    changed as (
      update boxes set history_count = history_count + 1${set ? sql`, ${set}` : sql``}
      from found where boxes.id = found.id returning boxes.id, history_count)
    insert into history (box_id, seq, kind, user_id, meta, text)
    select id, history_count, ${kind}::smallint, ${userId}::bigint, ${meta ? JSON.stringify(meta) : null}::jsonb, ${text ?? null}::text
    from changed order by id returning box_id`.execute(tx);
  return rows.map(({ box_id }) => box_id);
}
