import { type RawBuilder, sql } from "kysely";
import type { ContentState } from "#rules/stock/content-state.ts";
import type { HistoryKind, HistoryMeta } from "#rules/stock/history.ts";
import type { Sql, Transaction } from "#server/database/database.ts";

/** A change of one box and the history entry that records it. */
export interface BoxChange {
  readonly boxId: number;
  readonly userId: number;
  readonly kind: HistoryKind;
  /** Changes to the row of `boxes`, as SQL (`state = 7, marked = now()`); left out where only the entry is written. */
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

/** A change of contents and the entries that record it in their boxes' histories. */
export interface ContentsChange {
  readonly userId: number;
  readonly kind: HistoryKind;
  /** The new state; without one only the entries are written. */
  readonly state?: ContentState;
  /** The number of the delivery that it happens for. */
  readonly delivery: number;
}

/**
 * Changes contents, with one history entry each that quotes the content's text; answers nothing. Their boxes must be
 * locked already.
 */
export async function changeContents(
  tx: Transaction,
  ids: readonly number[],
  { userId, kind, state, delivery }: ContentsChange,
): Promise<void> {
  if (ids.length === 0) return;
  const changes =
    state === undefined
      ? sql`select id, box_id, text from contents where id = any(${ids}::bigint[])`
      : sql`
    update contents set state = ${state}::smallint where id = any(${ids}::bigint[]) returning id, box_id, text`;
  await sql`
    with changed as (${changes}),
    counted as (
      update boxes set history_count = history_count + n from (select box_id, count(*) as n from changed group by 1) c
      where boxes.id = c.box_id returning boxes.id, history_count - n as entries_before)
    insert into history (box_id, seq, kind, user_id, meta)
    select box_id, entries_before + row_number() over (partition by box_id order by changed.id), ${kind}::smallint, ${userId}::bigint,
      jsonb_build_object('delivery', ${delivery}::int, 'content', text)
    from changed join counted on counted.id = box_id order by box_id, changed.id`.execute(tx);
}

/** An instant as SQL, in microseconds: so exactly the database knows it, and JavaScript does not. All that one transaction writes has one. */
export const momentOf = (instant: Sql) => sql`(extract(epoch from ${instant}) * 1000000)::bigint`;

/** The instant of such a moment, so that an index of instants is asked. */
export const instantAt = (moment: Sql) => sql`('epoch'::timestamptz + ${moment}::bigint * interval '1 microsecond')`;
