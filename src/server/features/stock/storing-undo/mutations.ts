import { sql } from "kysely";
import type { BoxState } from "#rules/stock/box-state.ts";
import { HistoryKind } from "#rules/stock/history.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { changeBox } from "#server/database/boxes/box-changes.ts";
import type { Transaction } from "#server/database/database.ts";
import type { StoringUndo } from "#server/database/tables.ts";
import { refuse } from "#server/http/errors.ts";
import {
  stateWithoutPlace,
  lockBox,
  lockRow,
  refuseTakenPlace,
  standAt,
} from "#server/features/stock/positions/mutations.ts";

/**
 * Leads a box back to where and what it was before it was stored; answers its state. The history records both.
 * @throws a 400 where anybody has done anything to the box since, or another box stands on its old place.
 */
export async function undoStoring(tx: Transaction, userId: number, undo: StoringUndo): Promise<BoxState> {
  const { code, state, place } = undo;
  const box = await lockBox(tx, code);
  if (box.history_count !== undo.history_count) throw refuse(refused.nothingUndone);
  const { area, row, part, height } = box;
  const undoChange = { boxId: box.id, userId, kind: HistoryKind.storingUndone, meta: { area, row, part, height } };
  if (!place) {
    await sql`select set_config('magazin.takes_back', ${String(box.id)}, true)`.execute(tx);
    await changeBox(tx, { ...undoChange, set: stateWithoutPlace(state) });
    return state;
  }
  const { row_id: rowId, placed, ...spot } = place;
  const old = await lockRow(tx, rowId);
  await refuseTakenPlace(tx, { rowId, ...spot });
  await changeBox(tx, { ...undoChange, set: standAt(old.area_id, { rowId, ...spot }, sql`${placed}::timestamptz`) });
  const meta = { area: old.name, row: old.number, ...spot };
  await changeBox(tx, { boxId: box.id, userId, kind: HistoryKind.moved, meta });
  return state;
}
