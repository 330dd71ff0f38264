import { sql } from "kysely";
import { boxCode, maxBoxNumber, showBoxCode } from "#rules/box-code.ts";
import { type BoxState, boxStateText, mayBox } from "#rules/box-state.ts";
import { HistoryKind } from "#rules/history.ts";
import { type Place, showPlace } from "#rules/positions.ts";
import { refused } from "#rules/texts.ts";
import type { Transaction } from "#server/database/database.ts";
import { badInput, notFound, refuse } from "#server/http/errors.ts";

export interface NewBoxes {
  readonly customerId: number;
  /** The first number, or 0 to continue after the customer's highest. */
  readonly start: number;
  readonly amount: number;
  /** mm */
  readonly size: number;
}

/**
 * Makes boxes with consecutive numbers, all or none; answers their ids in order. The customer's row is locked, so that
 * two makers take turns.
 */
export async function createBoxes(
  tx: Transaction,
  userId: number,
  { customerId, start, amount, size }: NewBoxes,
): Promise<number[]> {
  const customer = await tx
    .selectFrom("customers")
    .select("code")
    .where("id", "=", customerId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!customer) throw badInput({ owner: [refused.unknownCustomer] });
  const first = start === 0 ? (await highestNumber(tx, customerId)) + 1 : start;
  const last = first + amount - 1;
  if (last > maxBoxNumber)
    throw badInput({ start: [refused.numbersUsedUp(codeText(customer.code, Math.max(first, maxBoxNumber + 1)))] });
  if (start > 0) await refuseTaken(tx, customerId, customer.code, first, last);
  const { rows } = await sql<{ id: number }>`
    with made as (
      insert into boxes (customer_id, customer_code, number, size, history_count)
      select ${customerId}::bigint, ${customer.code}::int, number, ${size}::int, 1 from generate_series(${first}::int, ${last}::int) number
      returning id, number),
    recorded as (
      insert into history (box_id, seq, kind, user_id) select id, 1, ${HistoryKind.created}::smallint, ${userId}::bigint from made)
    select id from made order by number`.execute(tx);
  return rows.map(({ id }) => id);
}

const codeText = (customerCode: number, number: number) => showBoxCode(boxCode(customerCode, number));

async function highestNumber(tx: Transaction, customerId: number): Promise<number> {
  const box = await tx
    .selectFrom("boxes")
    .select("number")
    .where("customer_id", "=", customerId)
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  return box?.number ?? 0;
}

async function refuseTaken(
  tx: Transaction,
  customerId: number,
  customerCode: number,
  first: number,
  last: number,
): Promise<void> {
  const taken = await tx
    .selectFrom("boxes")
    .select("number")
    .where("customer_id", "=", customerId)
    .where("number", ">=", first)
    .where("number", "<=", last)
    .orderBy("number")
    .limit(1)
    .executeTakeFirst();
  if (taken) throw badInput({ start: [refused.boxTaken(codeText(customerCode, taken.number))] });
}

/** Deletes a box in state 0; the database keeps a record of it in `deleted_boxes`. */
export async function deleteBox(tx: Transaction, userId: number, id: number): Promise<void> {
  const box = await tx.selectFrom("boxes").select("state").where("id", "=", id).forUpdate().executeTakeFirst();
  if (!box) throw notFound();
  if (!mayBox.delete.some((state) => state === box.state)) throw refuse(refused.deleteOnlyCreated);
  await sql`select set_config('magazin.user', ${String(userId)}, true)`.execute(tx);
  await tx.deleteFrom("boxes").where("id", "=", id).execute();
}

export interface Storing {
  readonly code: string;
  readonly rowId: number;
  readonly part: number;
  readonly height: number;
  /** Whether a box that stands elsewhere may be moved. */
  readonly move: boolean;
}

interface StoredBox extends Partial<Place> {
  readonly id: number;
  readonly code: string;
  readonly state: BoxState;
  readonly marked_from: BoxState | null;
  readonly row_id: number | null;
}

/**
 * Puts a box on a place, or moves it there; answers its new state.
 * @throws a 400 with the sentence of product 7 when the place is taken, the box stands elsewhere, or its state forbids it.
 */
export async function storeBox(tx: Transaction, userId: number, storing: Storing): Promise<BoxState> {
  const box = await lockBox(tx, storing.code);
  if (!box) throw badInput({ code: [refused.unknownBox] });
  const area = await lockRow(tx, storing.rowId);
  if (storing.move && isThere(box, storing)) return box.state;
  refuseUnlessStorable(box, storing.move);
  await refuseTakenPlace(tx, storing);
  const returned = box.state === 2; // a box that was out comes back first (product 4)
  const state = box.row_id === null ? 1 : box.state;
  const place = { area: area.name, row: area.number, part: storing.part, height: storing.height };
  await sql`
    with stored as (
      update boxes set state = ${state}::smallint, place_area = ${area.area_id}::int, row_id = ${storing.rowId}::bigint,
        part = ${storing.part}::smallint, height = ${storing.height}::smallint, placed = now(),
        history_count = history_count + ${returned ? 2 : 1}::int
      where id = ${box.id}::bigint returning id, history_count)
    insert into history (box_id, seq, kind, user_id, meta)
    select id, history_count - 1, ${HistoryKind.retour}::smallint, ${userId}::bigint, null::jsonb from stored where ${returned}::boolean
    union all
    select id, history_count, ${HistoryKind.moved}::smallint, ${userId}::bigint, ${JSON.stringify(place)}::jsonb from stored`.execute(
    tx,
  );
  return state;
}

async function lockBox(tx: Transaction, code: string): Promise<StoredBox | undefined> {
  const { rows } = await sql<StoredBox & { area: string | null; row: number | null }>`
    select b.id, b.code, b.state, b.marked_from, b.row_id, b.part, b.height, a.name as area, r.number as row
    from boxes b left join rows r on r.id = b.row_id left join areas a on a.id = r.area_id
    where b.code = ${code} for update of b`.execute(tx);
  return rows[0];
}

async function lockRow(tx: Transaction, id: number) {
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

const isThere = (box: StoredBox, { rowId, part, height }: Storing) =>
  box.row_id === rowId && box.part === part && box.height === height;

function refuseUnlessStorable(box: StoredBox, move: boolean): void {
  if (box.row_id !== null) {
    if (!move) throw refuse(refused.alreadyStored(showPlace(box as Place)));
    return;
  }
  if (!mayBox.store.some((state) => state === box.state)) throw refuse(refused.boxState(boxStateText[box.state]));
}

async function refuseTakenPlace(tx: Transaction, { rowId, part, height }: Storing): Promise<void> {
  const other = await tx
    .selectFrom("boxes")
    .select("code")
    .where("row_id", "=", rowId)
    .where("part", "=", part)
    .where("height", "=", height)
    .executeTakeFirst();
  if (other) throw refuse(refused.placeTaken(showBoxCode(other.code)));
}
