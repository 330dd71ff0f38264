import { sql } from "kysely";
import { showBoxCode } from "#rules/stock/box-code.ts";
import type { BoxState } from "#rules/stock/box-state.ts";
import { HistoryKind } from "#rules/stock/history.ts";
import { maxHeight, maxPart, type ShelfPlace } from "#rules/stock/positions.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { changeBox } from "#server/database/boxes/box-changes.ts";
import type { Transaction } from "#server/database/database.ts";
import { lockBox, lockRow, refuseUnmovable, standAt } from "#server/features/stock/positions/mutations.ts";
import { badInput, refuse } from "#server/http/errors.ts";

/** Two boxes change places; answers the state of the first, which does not change. */
export async function swapBoxes(tx: Transaction, userId: number, one: string, other: string): Promise<BoxState> {
  if (one === other) throw badInput({ with: [refused.sameBox] });
  await sql`select id from boxes where code in (${one}, ${other}) order by id for update`.execute(tx); // nobody waits for a second one
  const [first, second] = [await lockBox(tx, one), await lockBox(tx, other)];
  const [from, to] = [standing(one, first), standing(other, second)];
  for (const box of [first, second]) refuseUnmovable(box.state);
  await stepAside(tx, first.id, from.rowId);
  for (const [box, spot] of [[second, from] as const, [first, to] as const]) {
    const { area_id } = await lockRow(tx, spot.rowId);
    await changeBox(tx, {
      boxId: box.id,
      userId,
      kind: HistoryKind.moved,
      set: standAt(area_id, spot),
      meta: spot.meta,
    });
  }
  return first.state;
}

function standing(code: string, { row_id, ...place }: Partial<ShelfPlace> & { readonly row_id: number | null }) {
  const { area, row, part = 0, height = 0 } = place;
  if (row_id === null) throw refuse(refused.noPlace(showBoxCode(code)));
  return { rowId: row_id, part, height, meta: { area, row, part, height } };
}

/** To a place of its row where no box is, for a moment of this transaction: no two boxes ever stand on one. */
async function stepAside(tx: Transaction, id: number, rowId: number): Promise<void> {
  await sql`
    update boxes set part = ${maxPart}::smallint, height = (
      select max(h) from generate_series(1, ${maxHeight}) h
      where not exists (select from boxes where row_id = ${rowId}::bigint and part = ${maxPart}::smallint and height = h))
    where id = ${id}::bigint`.execute(tx);
}

/** Every box of a row goes to the same place of another row; all of them, or none where one of those places is taken. */
export async function moveRow(tx: Transaction, userId: number, from: number, to: number): Promise<void> {
  if (from === to) throw badInput({ to_row: [refused.sameRow] });
  await lockRow(tx, from);
  const { area_id, name, number } = await lockRow(tx, to);
  const { rows } = await sql<{ state: BoxState }>`
    select state from boxes where row_id = ${from}::bigint order by id for update`.execute(tx);
  if (rows.length === 0) throw refuse(refused.emptyRow);
  for (const { state } of rows) refuseUnmovable(state);
  const occupiedPlace = await sql<{ code: string }>`
    select there.code from boxes b join boxes there on there.row_id = ${to}::bigint and there.part = b.part and there.height = b.height
    where b.row_id = ${from}::bigint order by there.part, there.height limit 1`.execute(tx);
  const [first] = occupiedPlace.rows;
  if (first) throw refuse(refused.placeTaken(showBoxCode(first.code)));
  await sql`
    with moved as (
      update boxes set history_count = history_count + 1, place_area = ${area_id}::int, row_id = ${to}::bigint, placed = now()
      where row_id = ${from}::bigint returning id, history_count, part, height)
    insert into history (box_id, seq, kind, user_id, meta)
    select id, history_count, ${HistoryKind.moved}::smallint, ${userId}::bigint,
      jsonb_build_object('area', ${name}::text, 'row', ${number}::int, 'part', part, 'height', height)
    from moved order by id`.execute(tx);
}
