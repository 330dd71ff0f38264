import * as refused from "#rules/texts/refusal-texts.ts";
import { takenArea } from "#rules/texts/texts.ts";
import type { Transaction } from "#server/database/database.ts";
import { badInput, brokenConstraint, notFound, refuse } from "#server/http/errors.ts";

/** Answers the new area's id. */
export async function createArea(tx: Transaction, name: string): Promise<number> {
  const area = await tx
    .insertInto("areas")
    .values({ name })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!area) throw badInput({ name: [takenArea] });
  return area.id;
}

/** Only an area without rows can go. */
export async function deleteArea(tx: Transaction, id: number): Promise<void> {
  try {
    const { numDeletedRows } = await tx.deleteFrom("areas").where("id", "=", id).executeTakeFirst();
    if (numDeletedRows === 0n) throw notFound();
  } catch (error) {
    if (brokenConstraint(error) !== null) throw refuse(refused.areaHasRows);
    throw error;
  }
}
