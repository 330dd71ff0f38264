import type { Body } from "#contract/route.ts";
import type { createRow as CreateRow, editRow as EditRow } from "#contract/calls/stock/rows.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { takenRow } from "#rules/texts/texts.ts";
import type { Transaction } from "#server/database/database.ts";
import { pickSent } from "#server/database/sent-fields.ts";
import { badInput, brokenConstraint, notFound, refuse } from "#server/http/errors.ts";
import { refuseOverwriting } from "#server/http/overwriting.ts";

/** Answers the new row's id. */
export async function createRow(tx: Transaction, { areaId, ...row }: Body<typeof CreateRow>): Promise<number> {
  try {
    const { id } = await tx
      .insertInto("rows")
      .values({ area_id: areaId, ...pickSent(row), number: row.number })
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  } catch (error) {
    const constraint = brokenConstraint(error);
    if (constraint === "rows_area_id_number_key") throw badInput({ areaId: [takenRow] });
    if (constraint === "rows_area_id_fkey") throw badInput({ areaId: [refused.unknownArea] });
    throw error;
  }
}

/**
 * Changes the fields that were sent; another area only while the row has no boxes.
 * @throws a 400 where the number is taken in its area.
 */
export async function editRow(
  tx: Transaction,
  id: number,
  { areaId, before, ...changes }: Body<typeof EditRow>,
): Promise<void> {
  const now = await tx.selectFrom("rows").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  if (!now) throw notFound();
  refuseOverwriting(now, changes, before);
  const set = pickSent({ area_id: areaId, ...changes });
  const rows = tx.updateTable("rows").where("id", "=", id);
  const update = Object.keys(set).length > 0 ? rows.set(set) : rows.set((row) => ({ reverse: row.ref("reverse") }));
  try {
    await update.execute();
  } catch (error) {
    const constraint = brokenConstraint(error);
    const field = changes.number === undefined ? "areaId" : "number";
    if (constraint === "rows_area_id_number_key") throw badInput({ [field]: [takenRow] });
    if (constraint === "rows_area_id_fkey") throw badInput({ areaId: [refused.unknownArea] });
    if (constraint === "boxes_row_id_place_area_fkey") throw badInput({ areaId: [refused.rowStays] });
    throw error;
  }
}

/** Only a row without boxes can go. */
export async function deleteRow(tx: Transaction, id: number): Promise<void> {
  try {
    const { numDeletedRows } = await tx.deleteFrom("rows").where("id", "=", id).executeTakeFirst();
    if (numDeletedRows === 0n) throw notFound();
  } catch (error) {
    if (brokenConstraint(error) !== null) throw refuse(refused.rowHasBoxes);
    throw error;
  }
}
