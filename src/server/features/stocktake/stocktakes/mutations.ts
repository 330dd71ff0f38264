import { sql } from "kysely";
import type { createStocktake as Create, editStocktake as Edit } from "#contract/calls/stocktake/stocktakes.ts";
import { maxStocktakeRows } from "#contract/limits.ts";
import type { Body } from "#contract/route.ts";
import { showCount } from "#rules/amounts.ts";
import { CountState, StocktakeState, stocktakeProblems, stocktakeStateText } from "#rules/stocktake/stocktake-state.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import type { Transaction } from "#server/database/database.ts";
import { pickSent } from "#server/database/sent-fields.ts";
import { type LockedStocktake, lockStocktake, settleStocktake } from "#server/database/stocktakes/lock-stocktake.ts";
import { badInput, notFound, refuse } from "#server/http/errors.ts";

interface NewStocktake extends Body<typeof Create> {
  /** True where the archive is configured so that whoever counts needs a second person. */
  readonly secondPerson: boolean;
}

/** Makes a stocktake; answers its id. @throws a 400 where its rows are none or too many */
export async function createStocktake(
  tx: Transaction,
  userId: number,
  { name, blind, rows, area, secondPerson }: NewStocktake,
): Promise<number> {
  if ((rows === undefined) === (area === undefined)) throw badInput({ rows: [refused.rowsOrArea] });
  const { id } = await tx
    .insertInto("stocktakes")
    .values({ name, blind, second_person: secondPerson, created_by: userId })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (rows !== undefined) await addRows(tx, id, rows);
  else await addArea(tx, id, area ?? 0);
  return id;
}

async function addArea(tx: Transaction, id: number, area: number): Promise<void> {
  const existingArea = await tx.selectFrom("areas").select("id").where("id", "=", area).executeTakeFirst();
  if (!existingArea) throw badInput({ area: [refused.unknownArea] });
  const rows = await tx.selectFrom("rows").select("id").where("area_id", "=", area).orderBy("id").execute();
  if (rows.length === 0) throw badInput({ area: [refused.areaWithoutRows] });
  await addRows(
    tx,
    id,
    rows.map((row) => row.id),
  );
}

async function addRows(tx: Transaction, id: number, rows: readonly number[], field = "rows"): Promise<void> {
  if (rows.length === 0) throw badInput({ [field]: [refused.rowsOrArea] });
  if (new Set(rows).size < rows.length) throw badInput({ [field]: [refused.rowsTwice] });
  const { numAffectedRows } = await sql`
    insert into stocktake_rows (stocktake_id, row_id, area_id, area, number)
    select ${id}::int, r.id, a.id, a.name, r.number from rows r join areas a on a.id = r.area_id
    where r.id = any(${rows}::bigint[]) and not exists (select from stocktake_rows t where t.stocktake_id = ${id}::int and t.row_id = r.id)`.execute(
    tx,
  );
  const there = await sql<{ known: number; all: number }>`
    select (count(*) filter (where row_id = any(${rows}::bigint[])))::int as known, count(*)::int as all
    from stocktake_rows where stocktake_id = ${id}::int`.execute(tx);
  const { known, all } = there.rows[0] ?? { known: 0, all: 0 };
  if (known < rows.length) throw badInput({ [field]: [refused.unknownRow] });
  if (Number(numAffectedRows) > 0 && all > maxStocktakeRows)
    throw badInput({ [field]: [refused.tooManyRows(showCount(maxStocktakeRows))] });
}

/** Names a stocktake, adds rows, or takes those out that nobody has begun. */
export async function editStocktake(
  tx: Transaction,
  id: number,
  { add, remove, ...given }: Body<typeof Edit>,
): Promise<void> {
  const stocktake = await lockOrNone(tx, id);
  refuseStep(stocktake, "edit");
  if (given.blind !== undefined && given.blind !== stocktake.blind && stocktake.state !== StocktakeState.open)
    throw badInput({ blind: [refused.blindStays] });
  const set = pickSent(given);
  if (Object.keys(set).length > 0) await tx.updateTable("stocktakes").set(set).where("id", "=", id).execute();
  if (remove) await removeRows(tx, id, remove);
  if (add) await addRows(tx, id, add, "add");
  if (add ?? remove) await settleStocktake(tx, id);
}

async function removeRows(tx: Transaction, id: number, rows: readonly number[]): Promise<void> {
  const stocktake = await tx
    .selectFrom("stocktake_rows")
    .select(["area", "number"])
    .where("stocktake_id", "=", id)
    .where("row_id", "in", [...rows, 0])
    .where("run", ">", 0)
    .executeTakeFirst();
  if (stocktake) throw badInput({ remove: [refused.begunRow(`${stocktake.area}, Reihe ${stocktake.number}`)] });
  await sql`delete from stocktake_rows where stocktake_id = ${id}::int and row_id = any(${rows}::bigint[])`.execute(tx);
  const remainingRows = await tx
    .selectFrom("stocktake_rows")
    .select("row_id")
    .where("stocktake_id", "=", id)
    .executeTakeFirst();
  if (!remainingRows) throw badInput({ remove: [refused.lastRow] });
}

/** Gives up a stocktake of which nothing was accepted; nobody counts its rows any more. */
export async function discardStocktake(tx: Transaction, userId: number, id: number, reason: string): Promise<void> {
  const stocktake = await lockOrNone(tx, id);
  refuseStep(stocktake, "discard");
  const resetRow = { state: CountState.open, begun: null, counter: null };
  await tx
    .updateTable("stocktake_rows")
    .set(resetRow)
    .where("stocktake_id", "=", id)
    .where("state", "=", CountState.counting)
    .execute();
  await end(tx, userId, id, { state: StocktakeState.discarded, discard_reason: reason });
}

/** Closes a stocktake of which everything is accepted. */
export async function closeStocktake(tx: Transaction, userId: number, id: number): Promise<void> {
  const stocktake = await lockOrNone(tx, id);
  if (stocktake.state === StocktakeState.closed) return;
  refuseStep(stocktake, "close");
  await end(tx, userId, id, { state: StocktakeState.closed });
}

const end = (tx: Transaction, userId: number, id: number, set: { state: StocktakeState; discard_reason?: string }) =>
  tx
    .updateTable("stocktakes")
    .set({ ...set, closed_by: userId, closed: sql<string>`now()` })
    .where("id", "=", id)
    .execute();

async function lockOrNone(tx: Transaction, id: number): Promise<LockedStocktake> {
  const stocktake = await lockStocktake(tx, id);
  if (!stocktake) throw notFound();
  return stocktake;
}

function refuseStep(stocktake: LockedStocktake, step: keyof typeof stocktakeProblems): void {
  if (stocktakeProblems[step](stocktake) === null) return;
  if (step === "close" && stocktake.state < StocktakeState.checked) throw refuse(refused.rowsLeft);
  if (step === "discard" && stocktake.state <= StocktakeState.checked) throw refuse(refused.acceptedBefore);
  throw refuse(refused.stocktakeState(stocktakeStateText[stocktake.state]));
}
