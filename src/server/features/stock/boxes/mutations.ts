import { sql } from "kysely";
import { boxCode, maxBoxNumber, showBoxCode, showCustomerCode } from "#rules/stock/box-code.ts";
import { type BoxAction, BoxState, boxStateText, mayBe } from "#rules/stock/box-state.ts";
import { berlinDay, showDate } from "#rules/dates.ts";
import { destructionDayProblem } from "#rules/destruction/destruction-day.ts";
import { HistoryKind, type HistoryMeta } from "#rules/stock/history.ts";
import { isRetentionOver } from "#rules/destruction/retention/retention.ts";
import { isBlank } from "#rules/texts/blank.ts";
import { showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import { inPickup } from "#rules/texts/delivery-refusals.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { usualSize } from "#contract/limits.ts";
import { changeBox } from "#server/database/boxes/box-changes.ts";
import type { Transaction } from "#server/database/database.ts";
import { refreshEnds } from "#server/database/retention/ends.ts";
import { closeLine, refuseOrdered } from "#server/features/deliveries/lines/mutations.ts";
import { stateWithoutPlace } from "#server/features/stock/positions/mutations.ts";
import { type Assignment, assignRetention } from "#server/features/destruction/retention/mutations.ts";
import { badInput, notFound, refuse } from "#server/http/errors.ts";

export interface BoxCreation {
  readonly customerId: number;
  /** The first number, or 0 to continue after the customer's highest. */
  readonly start: number;
  readonly amount: number;
  /** mm */
  readonly size: number;
  /** To which they belong; none where it is not said. */
  readonly costCentre?: string;
}

/**
 * Makes boxes with consecutive numbers, all or none; answers their ids in order. The customer's row is locked, so that
 * two makers take turns.
 */
export async function createBoxes(
  tx: Transaction,
  userId: number,
  { customerId, start, amount, size, costCentre = "" }: BoxCreation,
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
  if (last > maxBoxNumber) throw badInput({ start: [refused.numbersUsedUp(Math.max(first, maxBoxNumber + 1))] });
  if (start > 0) await refuseTaken(tx, customerId, customer.code, first, last);
  const { rows } = await sql<{ id: number }>`
    with made as (
      insert into boxes (customer_id, customer_code, number, size, cost_centre, history_count)
      select ${customerId}::bigint, ${customer.code}::int, number, ${size}::int, ${costCentre}, 1 from generate_series(${first}::int, ${last}::int) number
      returning id, number),
    recorded as (
      insert into history (box_id, seq, kind, user_id) select id, 1, ${HistoryKind.created}::smallint, ${userId}::bigint from made)
    select id from made order by number`.execute(tx);
  return rows.map(({ id }) => id);
}

/** The same, and says of them how long they are kept, where that is known. */
export async function createKeptBoxes(
  tx: Transaction,
  userId: number,
  made: BoxCreation,
  kept: Pick<Assignment, "retentionClass" | "begins" | "today">,
): Promise<number[]> {
  const ids = await createBoxes(tx, userId, made);
  if (kept.retentionClass !== undefined || kept.begins !== undefined)
    await assignRetention(tx, userId, { ...kept, customer: made.customerId, boxes: ids });
  return ids;
}

/** Makes the box of a label that is there already; `customerCode` is whose it must be. */
export async function createLabelledBox(
  tx: Transaction,
  userId: number,
  customerCode: number,
  code: string,
): Promise<void> {
  if (Number(code.slice(0, 4)) !== customerCode)
    throw badInput({ code: [refused.otherCustomer(showCustomerCode(customerCode))] });
  const customer = await tx.selectFrom("customers").select("id").where("code", "=", customerCode).executeTakeFirst();
  if (!customer) throw badInput({ customer: [refused.unknownCustomer] });
  await createBoxes(tx, userId, { customerId: customer.id, start: Number(code.slice(4)), amount: 1, size: usualSize });
}

const codeText = (customerCode: number, number: number) => showBoxCode(boxCode(customerCode, number));

/** Returns the highest number of a customer's boxes so far; 0 where there is none. */
export async function highestNumber(tx: Transaction, customerId: number): Promise<number> {
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
  const newBox = await tx
    .selectFrom("boxes")
    .select("number")
    .where("customer_id", "=", customerId)
    .where("number", ">=", first)
    .where("number", "<=", last)
    .orderBy("number")
    .limit(1)
    .executeTakeFirst();
  if (newBox) throw badInput({ start: [refused.boxTaken(codeText(customerCode, newBox.number))] });
}

/**
 * Deletes a box in state 0; the database keeps a record of it in `deleted_boxes`. Its pictures' rows go with it; answers the
 * files that may now be without one.
 */
export async function deleteBox(tx: Transaction, userId: number, id: number): Promise<Buffer[]> {
  const box = await tx.selectFrom("boxes").select("state").where("id", "=", id).forUpdate().executeTakeFirst();
  if (!box) throw notFound();
  if (!mayBe("delete", box.state)) throw refuse(refused.deleteOnlyCreated);
  await refuseOnPickup(tx, id);
  const files = await tx.selectFrom("images").select("sha256").where("box_id", "=", id).execute();
  await sql`select set_config('magazin.user', ${String(userId)}, true)`.execute(tx);
  await tx.deleteFrom("boxes").where("id", "=", id).execute();
  return files.map(({ sha256 }) => sha256);
}

/** Refuses a box that a delivery names; the box stays. */
async function refuseOnPickup(tx: Transaction, id: number): Promise<void> {
  const { rows } = await sql<{ code: number }>`
    select d.code from delivery_boxes l join deliveries d on d.id = l.delivery_id where l.box_id = ${id}::bigint
    order by l.open desc, d.code desc limit 1`.execute(tx);
  const [delivery] = rows;
  if (delivery) throw refuse(inPickup(showDeliveryCode(delivery.code)));
}

/** Changes for which a PATCH may ask (product 4). */
export interface BoxEdit {
  readonly state?: BoxState | undefined;
  /** The day of destruction, `YYYY-MM-DD`, neither after today nor before the box existed. */
  readonly destroyed?: string | null | undefined;
  readonly text?: string | undefined;
  readonly now: Date;
}

interface LockedBox {
  readonly id: number;
  readonly state: BoxState;
  readonly marked_from: BoxState | null;
  readonly destroyed: string | null;
  readonly created: string;
  readonly retain_until: string | null;
}

/**
 * Marks, destroys, reactivates, resets or reports a box, or changes its destruction date (product 4).
 * @throws a 400 that says why its state forbids it.
 */
export async function editBox(tx: Transaction, userId: number, id: number, edit: BoxEdit): Promise<void> {
  const box = await tx
    .selectFrom("boxes")
    .select(["id", "state", "marked_from", "destroyed", "created", "retain_until"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!box) throw notFound();
  refuseImpossibleDay(box, edit);
  const targetState = edit.state ?? (edit.destroyed ? BoxState.destroyed : undefined);
  if (targetState === undefined) throw refuse(refused.nothingToChange);
  if (edit.state === undefined && box.state !== BoxState.destroyed)
    throw badInput({ destroyed: [refused.notDestroyed] });
  refuseUnused(box, targetState, edit);
  const act = actionOf(box, targetState, edit);
  await act(tx, userId, box, edit);
}

/** Says whether a box goes before its retention is over. */
const isEarly = ({ retain_until }: LockedBox, { destroyed, now }: BoxEdit) =>
  retain_until !== null && !isRetentionOver(retain_until, destroyed ?? berlinDay(now));

/** A day is only of a destroyed box, a reason only of what was found wrong or goes before its time. */
function refuseUnused(box: LockedBox, wanted: BoxState, edit: BoxEdit): void {
  const { destroyed, text } = edit;
  if (destroyed && wanted !== BoxState.destroyed && destroyed !== box.destroyed)
    throw badInput({ destroyed: [refused.notDestroyed] });
  const takesReason = wanted === BoxState.inconsistent || (wanted === BoxState.destroyed && isEarly(box, edit));
  if (text && !takesReason) throw badInput({ text: [refused.fixed] });
}

function refuseImpossibleDay(box: LockedBox, { destroyed, now }: BoxEdit): void {
  if (!destroyed || destroyed === box.destroyed) return;
  const problem = destructionDayProblem(destroyed, new Date(box.created), now);
  if (problem) throw badInput({ destroyed: [problem] });
}

type Act = (tx: Transaction, userId: number, box: LockedBox, edit: BoxEdit) => Promise<void>;

function actionOf({ state }: LockedBox, wanted: BoxState, { destroyed }: BoxEdit): Act {
  if (wanted === BoxState.marked) return mark;
  if (wanted === BoxState.destroyed) return state === BoxState.destroyed && destroyed ? changeDestruction : destroy;
  if (state === BoxState.marked) return resetMark;
  if (state === BoxState.destroyed && wanted === BoxState.notInStock) return reactivate;
  if (wanted === BoxState.inconsistent) return reportInconsistent;
  throw refuse(refused.boxState(boxStateText[state]));
}

async function refuseUnless(tx: Transaction, action: BoxAction, { id, state }: LockedBox): Promise<void> {
  if (action === "mark" || action === "destroy") await refuseOrdered(tx, id);
  if (!mayBe(action, state)) throw refuse(refused.boxState(boxStateText[state]));
}

const mark: Act = async (tx, userId, box) => {
  await refuseUnless(tx, "mark", box);
  const set = sql`state = ${BoxState.marked}::smallint, marked_from = state, marked = now()`;
  await changeBox(tx, { boxId: box.id, userId, kind: HistoryKind.marked, set });
};

const resetMark: Act = async (tx, userId, box) => {
  const set = sql`state = marked_from, marked_from = null, marked = null`;
  await changeBox(tx, { boxId: box.id, userId, kind: HistoryKind.markReset, set });
};

/** Instant that an entry of this transaction gets; a clock that was put back does not lead behind a seal (decision 62). */
const entryMoment = sql`(select greatest(now(), at) from history_floor)`;

/** A destroyed box holds no place and no mark; `together` with others it keeps by when (decision 58). */
export const destroyedOn = (day: string, together: boolean) =>
  sql`${stateWithoutPlace(BoxState.destroyed)}, marked_from = null, marked = null, destroyed = ${day}::date,
    destruction = ${together ? entryMoment : sql`null`}`;

const destroy: Act = async (tx, userId, box, edit) => {
  await refuseUnless(tx, "destroy", box);
  const { destroyed, text = "", now } = edit;
  const early = isEarly(box, edit);
  if (early && isBlank(text)) throw badInput({ text: [refused.stillKept(showDate(box.retain_until ?? ""))] });
  await changeBox(tx, {
    boxId: box.id,
    userId,
    kind: HistoryKind.destroyed,
    set: destroyedOn(destroyed ?? berlinDay(now), false),
    text: early ? text : null,
  });
};

/** Destroys a box at the shredder, today in Berlin; what its entry says of the batch is `meta`. */
export async function destroyScanned(
  tx: Transaction,
  { boxId, userId, meta }: { readonly boxId: number; readonly userId: number; readonly meta: HistoryMeta },
): Promise<void> {
  const { rows } = await sql<{ day: string }>`select berlin_day(now()) as day`.execute(tx);
  const set = destroyedOn(rows[0]?.day ?? "", false);
  await changeBox(tx, { boxId, userId, kind: HistoryKind.destroyed, set, meta });
}

const changeDestruction: Act = async (tx, userId, box, { destroyed }) => {
  if (!destroyed || destroyed === box.destroyed) return;
  const meta = { from: box.destroyed, to: destroyed };
  const set = sql`destroyed = ${destroyed}::date`;
  await changeBox(tx, { boxId: box.id, userId, kind: HistoryKind.destructionDateChanged, set, meta });
};

const reactivate: Act = async (tx, userId, box) => {
  const set = sql`state = ${BoxState.notInStock}::smallint, destroyed = null`;
  await changeBox(tx, { boxId: box.id, userId, kind: HistoryKind.reactivated, set });
  await refreshEnds(tx, { userId, which: sql`b.id = ${box.id}::bigint`, text: "reaktiviert" }); // the law may have changed meanwhile
};

const reportInconsistent: Act = async (tx, userId, box, { text = "" }) => {
  await refuseUnless(tx, "reportInconsistent", box);
  if (isBlank(text)) throw badInput({ text: [refused.reasonMissing] });
  await closeLine(tx, userId, "box", box.id, { missing: text });
  await changeBox(tx, {
    boxId: box.id,
    userId,
    kind: HistoryKind.inconsistent,
    set: stateWithoutPlace(BoxState.inconsistent),
    text,
  });
};
