import { type RawBuilder, sql } from "kysely";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { BoxState, type BoxAction, boxStateText, mayBe } from "#rules/stock/box-state.ts";
import { HistoryKind } from "#rules/stock/history.ts";
import { type ShelfPlace, showPlace, maxHeight, maxPart } from "#rules/stock/positions.ts";
import { givenAway } from "#rules/texts/owner-change-refusals.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { changeBox } from "#server/database/boxes/box-changes.ts";
import type { Transaction } from "#server/database/database.ts";
import type { StoringUndo } from "#server/database/tables.ts";
import {
  closeLine,
  openLineOf,
  recordReturn,
  refuseOrdered,
  unpickBox,
} from "#server/features/deliveries/lines/mutations.ts";
import { badInput, refuse } from "#server/http/errors.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

interface Spot {
  readonly rowId: number;
  readonly part: number;
  readonly height: number;
}
export interface Storing extends Spot {
  readonly code: string;
  /** True where a box that stands elsewhere may be moved. */
  readonly move: boolean;
  /** Also one that is ordered: it goes back on the shelf. */
  readonly anyway?: boolean;
}

interface BoxPosition {
  readonly state: BoxState;
  /** Nothing where the box stood there already. */
  readonly undo?: StoringUndo;
}

interface LockedBox extends Partial<ShelfPlace> {
  readonly id: number;
  readonly customer_id: number;
  readonly state: BoxState;
  readonly row_id: number | null;
  readonly history_count: number;
  readonly placed: string | null;
  /** The code under which it goes on as a box of another customer. */
  readonly given: string | null;
}

/**
 * Puts a box on a place, or moves it there; answers its new state, and what takes that back.
 * @throws a 400 with the sentence of product 7 when the place is taken, the box stands elsewhere, or its state forbids it.
 */
export async function storeBox(tx: Transaction, userId: number, storing: Storing): Promise<BoxPosition> {
  const box = await lockBox(tx, storing.code);
  const row = await lockRow(tx, storing.rowId);
  const mayMove = storing.move || (storing.anyway === true && box.state === BoxState.ordered);
  if (mayMove && isThere(box, storing)) return { state: box.state };
  const wasPicked = box.state === BoxState.ordered && box.row_id === null;
  // what was scanned at the office is back, and its line ends; what was not is still to be fetched
  const isCopied = wasPicked && (await openLineOf(tx, "box", box.id))?.copied === true;
  const anyway = isCopied || storing.anyway === true;
  await refuseUnlessStorable(tx, box, { ...storing, move: mayMove, anyway });
  await refuseTakenPlace(tx, storing);
  const isPutBack = wasPicked && !isCopied;
  const delivery = isPutBack ? await unpickBox(tx, box.id) : undefined;
  // a box that was out comes back first (product 4); it changes only once, so that the counters are locked in one order
  const isBack = box.state === BoxState.notInStock || isCopied;
  if (isBack) await bringBack(tx, userId, box);
  if (box.state === BoxState.created) await closeLine(tx, userId, "box", box.id, { received: true }); // new, of a pick-up
  const state = box.row_id === null && !isPutBack ? BoxState.inStock : box.state;
  const { part, height } = storing;
  const meta = { area: row.name, row: row.number, part, height, delivery };
  const set = sql`state = ${state}::smallint, ${standAt(row.area_id, storing)}`;
  await changeBox(tx, { boxId: box.id, userId, kind: HistoryKind.moved, set, meta });
  return { state, ...(!wasPicked && { undo: undoOf(storing.code, box, isBack ? 2 : 1) }) };
}

/** Returns the data that takes back the storing that just went through. It comes after `entries` in the history of the box as it was. */
const undoOf = (code: string, { row_id, part, height, placed, ...box }: LockedBox, entries: number): StoringUndo => ({
  code,
  history_count: box.history_count + entries,
  state: box.state === BoxState.notInStock ? BoxState.retour : box.state, // it has come back, whatever becomes of its place
  place: row_id === null ? null : { row_id, part: part ?? 0, height: height ?? 0, placed: placed ?? "" },
});

/** A box as it stands on a place, as SQL. */
export const standAt = (areaId: number, { rowId, part, height }: Spot, placed = sql`now()`) =>
  sql`place_area = ${areaId}::int, row_id = ${rowId}::bigint, part = ${part}::smallint, height = ${height}::smallint, placed = ${placed}`;

/** Lets a box leave the archive without a delivery; not while one of its contents is promised. */
export async function releaseBox(tx: Transaction, userId: number, code: string, text: string): Promise<BoxState> {
  const box = await lockBox(tx, code);
  refuseUnless("release", box.state);
  await refuseOrdered(tx, box.id);
  await changeBox(tx, {
    boxId: box.id,
    userId,
    kind: HistoryKind.outsourced,
    set: stateWithoutPlace(BoxState.notInStock),
    text: text || null,
  });
  return BoxState.notInStock;
}

/** A box has come back: from a customer, announced or not, or from a van that could not deliver it. */
export async function receiveBox(tx: Transaction, userId: number, code: string): Promise<BoxState> {
  const box = await lockBox(tx, code);
  refuseUnless("receive", box.state);
  await bringBack(tx, userId, box, stateWithoutPlace(BoxState.retour));
  return BoxState.retour;
}

/** Without `set` only the entry is written, where the box goes on at once. */
async function bringBack(tx: Transaction, userId: number, box: LockedBox, set?: RawBuilder<unknown>): Promise<void> {
  const line = await closeLine(tx, userId, "box", box.id, { received: true });
  if (!line && box.state !== BoxState.ordered) await recordReturn(tx, userId, box.customer_id, "box", box.id);
  await changeBox(tx, { boxId: box.id, userId, kind: HistoryKind.retour, ...(set && { set }) });
}

/** The new state of a box that holds no place any more. */
export const stateWithoutPlace = (state: BoxState) =>
  sql`state = ${state}::smallint, place_area = 0, row_id = null, part = null, height = null, placed = null`;

const lockedBox = selectList<LockedBox>({
  ...fromTable("b", "id", "customer_id", "state", "row_id", "part", "height", "placed", "history_count"),
  area: "a.name",
  row: "r.number",
  given: sql`(select code from boxes n where n.id = b.continued_as)`,
});

export async function lockBox(tx: Transaction, code: string): Promise<LockedBox> {
  const { rows } = await sql<LockedBox>`
    select ${lockedBox}
    from boxes b left join rows r on r.id = b.row_id left join areas a on a.id = r.area_id
    where b.code = ${code} for update of b`.execute(tx);
  const [box] = rows;
  if (!box) throw badInput({ code: [refused.unknownBox] });
  if (box.given !== null) throw refuse(givenAway(showBoxCode(code), showBoxCode(box.given)));
  return box;
}

export async function lockRow(tx: Transaction, id: number) {
  const row = await tx
    .selectFrom("rows")
    .innerJoin("areas", "areas.id", "rows.area_id")
    .select(["area_id", "rows.number", "areas.name"])
    .where("rows.id", "=", id)
    .forKeyShare("rows")
    .executeTakeFirst();
  if (!row) throw badInput({ row: [refused.unknownRow] });
  return row;
}

const isThere = (box: LockedBox, { rowId, part, height }: Storing) =>
  box.row_id === rowId && box.part === part && box.height === height;

function refuseUnless(action: BoxAction, state: BoxState): void {
  if (!mayBe(action, state)) throw refuse(refused.boxState(boxStateText[state]));
}

async function refuseUnlessStorable(tx: Transaction, box: LockedBox, storing: Storing): Promise<void> {
  const { move, anyway = false, rowId } = storing;
  const isOrdered = box.state === BoxState.ordered;
  if (box.row_id === null) return isOrdered && anyway ? undefined : refuseUnless("store", box.state);
  if (!move && isOrdered) await refuseOrdered(tx, box.id); // whoever holds it may bring it on its way
  if (!move) throw refuse(refused.alreadyStored(showPlace(box as ShelfPlace), box.row_id === rowId));
  refuseUnmovable(box.state);
}

/** @throws a 400 that names the box's state where that does not let it be moved from place to place. */
const refuseUnmovable = (state: BoxState): void => refuseUnless("move", state);

export async function refuseTakenPlace(tx: Transaction, { rowId, part, height }: Spot): Promise<void> {
  const other = await tx
    .selectFrom("boxes")
    .select("code")
    .where("row_id", "=", rowId)
    .where("part", "=", part)
    .where("height", "=", height)
    .executeTakeFirst();
  if (other) throw refuse(refused.placeTaken(showBoxCode(other.code)));
}

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
