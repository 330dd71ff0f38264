import { sql } from "kysely";
import type * as contract from "#contract/calls/deliveries/deliveries.ts";
import type { Body } from "#contract/route.ts";
import { BoxState, boxStateText, mayBe } from "#rules/stock/box-state.ts";
import { ContentState } from "#rules/stock/content-state.ts";
import {
  type DeliveryAction,
  DeliveryKind,
  deliveryMayBe,
  isInbound,
  DeliveryState,
  deliveryStateText,
  showDeliveryCode,
} from "#rules/deliveries/delivery-state.ts";
import { berlinDay, showDate } from "#rules/dates.ts";
import { isTooFar } from "#rules/deliveries/delivery-date.ts";
import { showMoney } from "#rules/money.ts";
import { showDayAndTime } from "#rules/times.ts";
import { HistoryKind } from "#rules/stock/history.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import { copyEndsItself } from "#rules/texts/copy-refusals.ts";
import * as inbound from "#rules/texts/delivery-refusals.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { changeBox, changeBoxes, changeContents } from "#server/database/boxes/box-changes.ts";
import type { Transaction } from "#server/database/database.ts";
import { seesDelivery } from "#server/database/departments/department-reads.ts";
import { notifyCustomer } from "#server/database/messages/notify-by-mail.ts";
import { pickSent } from "#server/database/sent-fields.ts";
import type { Scope } from "#server/database/scope.ts";
import { closeLine, freeThings, openThings, recordDeliveryEvent } from "#server/features/deliveries/lines/mutations.ts";
import { reportContentMissing } from "#server/features/stock/contents/mutations.ts";
import { stateWithoutPlace } from "#server/features/stock/positions/mutations.ts";
import type { Call } from "#server/http/answers.ts";
import { badInput, notAllowed, notFound, refuse } from "#server/http/errors.ts";

// Whoever changes a delivery locks its boxes by ascending id, then its contents, then the delivery itself.

/**
 * Changes price and time; the same values change nothing, and another price wants the proof that it is them.
 * @throws a 400 for one that somebody else has changed since the caller saw it (`before`).
 */
export async function editDelivery(
  tx: Transaction,
  { scope: { userId }, id, mayCharge }: Pick<Call<typeof contract.editDelivery>, "scope" | "id" | "mayCharge">,
  { price, time, before = {} }: Body<typeof contract.editDelivery>,
  now: Date,
): Promise<void> {
  const old = await lockDelivery(tx, id);
  if (price === undefined && time === undefined) return;
  refuseUnless("edit", old.state);
  if (time === null && old.time !== null) throw badInput({ time: [invalid.required] });
  const { price: newPrice, time: newTime } = await tx
    .updateTable("deliveries")
    .set(pickSent({ price, time: time && new Date(time).toISOString() })) // finer than ms would be rounded up, even to year 10000
    .where("id", "=", id)
    .returning(["price", "time"])
    .executeTakeFirstOrThrow();
  const moved = newTime !== old.time && newTime !== null;
  if (moved && isTooFar(berlinDay(new Date(newTime)), now)) throw badInput({ time: [refused.dateTooFar] });
  refuseOverwriting(old, { price: newPrice, time: newTime }, before);
  if (newPrice !== old.price) {
    mayCharge();
    await recordDeliveryEvent(tx, userId, id, { kind: "price", from: old.price, to: newPrice });
  }
  if (newTime !== old.time) await recordDeliveryEvent(tx, userId, id, { kind: "time", from: old.time, to: newTime });
  if (moved) await notifyMove(tx, id, old, newTime);
}

/** The same day is reported again where it was moved away and back: the moment of the change distinguishes them. */
async function notifyMove(tx: Transaction, id: number, { code, customer_id, kind, time }: LockedDelivery, to: string) {
  const { rows } = await sql<{ now: string }>`select now()`.execute(tx);
  const mail = { mail: "orderMoved", delivery: id, code, kind, from: time, to } as const;
  await notifyCustomer(tx, customer_id, mail, `${id} ${rows[0]?.now}`);
}

type DeliveryDates = Pick<LockedDelivery, "price" | "time">;
type PreviousValues = NonNullable<Body<typeof contract.editDelivery>["before"]>;

function refuseOverwriting(old: LockedDelivery, next: DeliveryDates, before: PreviousValues): void {
  const { price = old.price, time = old.time } = before;
  const instant = (of: string | null) => of && Date.parse(of);
  if (next.price !== old.price && Number(price) !== Number(old.price))
    throw badInput({ price: [refused.changedMeanwhile(showMoney(old.price))] });
  if (next.time !== old.time && instant(time) !== instant(old.time)) {
    const isReturn = old.kind === DeliveryKind.return;
    const now = old.time && (isReturn ? showDate(berlinDay(new Date(old.time))) : showDayAndTime(old.time));
    throw badInput({ time: [refused.changedMeanwhile(now ?? "")] });
  }
}

/** Cancels an open delivery; one that is cancelled already stays so. A return has no cancel: 405. */
export async function cancelDelivery(tx: Transaction, scope: Scope, id: number): Promise<void> {
  const { kind, customer_id } = await deliveryIn(tx, id);
  if (!scope.isStaff && !scope.customerIds.includes(customer_id)) throw notFound();
  if (!(await seesDelivery(tx, scope, id))) throw notFound();
  if (kind === DeliveryKind.return) throw notAllowed();
  await lockLines(tx, id);
  const { state, code } = await lockDelivery(tx, id);
  if (state === DeliveryState.canceled) return;
  refuseUnless("cancel", state);
  const { userId } = scope;
  await freeThings(tx, userId, { code, kind }, await openThings(tx, id));
  await closeLines(tx, id);
  await become(tx, userId, id, DeliveryState.canceled, "canceled");
  if (scope.isStaff) await notifyCustomer(tx, customer_id, { mail: "orderCancelled", delivery: id, code, kind }, id);
}

/** Begins the work on a delivery; one that is begun already stays so. Nothing of a return is picked: 405. */
export async function startDelivery(tx: Transaction, userId: number, id: number): Promise<void> {
  const delivery = await lockDelivery(tx, id);
  if (delivery.kind === DeliveryKind.return) throw notAllowed();
  if (delivery.state === DeliveryState.processing) return;
  refuseUnless("start", delivery.state);
  await begin(tx, userId, id, delivery);
}

async function begin(tx: Transaction, userId: number, id: number, { customer_id, code, kind }: LockedDelivery) {
  await become(tx, userId, id, DeliveryState.processing, "started");
  if (kind === DeliveryKind.customer)
    await notifyCustomer(tx, customer_id, { mail: "orderOnWay", delivery: id, code }, id);
}

/**
 * Hands a delivery over, to `name` where that is known: its picked boxes leave the archive, but for those that came back on the vehicle.
 * One that is completed already stays so.
 */
export async function completeDelivery(tx: Transaction, userId: number, id: number, name?: string): Promise<void> {
  await deliveryIn(tx, id);
  await lockLines(tx, id);
  const delivery = await lockDelivery(tx, id);
  const { state, kind, code, customer_id } = delivery;
  if (state === DeliveryState.completed) return;
  if (kind === DeliveryKind.return) throw refuse(refused.openReturn);
  if (kind === DeliveryKind.copy) throw refuse(copyEndsItself);
  if (kind === DeliveryKind.pickup) return completePickup(tx, userId, id, delivery);
  refuseUnless("complete", state);
  const unpickedLines = await sql<{ lines: number }>`
    select (select count(*) from delivery_boxes where delivery_id = ${id}::bigint and open and picked is null)
      + (select count(*) from delivery_contents where delivery_id = ${id}::bigint and open and picked is null) as lines`.execute(
    tx,
  );
  const open = unpickedLines.rows[0]?.lines ?? 0;
  if (open > 0) throw refuse(refused.openLines(open));
  await refuseUndecided(tx, id);
  await takeBack(tx, userId, id);
  const which = sql`id in (select box_id from delivery_boxes where delivery_id = ${id}::bigint and open)`;
  const set = sql`${stateWithoutPlace(BoxState.notInStock)}, due_back = (select due_back from deliveries where id = ${id}::bigint)`;
  await changeBoxes(tx, which, { userId, kind: HistoryKind.outsourced, set, meta: { delivery: code } });
  await closeLines(tx, id);
  await become(tx, userId, id, DeliveryState.completed, "completed", name);
  await notifyCustomer(tx, customer_id, { mail: "orderHandedOver", delivery: id, code }, id);
}

/** Ends a pick-up of which every line has come or is said not to have come: its empty boxes were brought. */
async function completePickup(
  tx: Transaction,
  userId: number,
  id: number,
  { customer_id, code, state }: LockedDelivery,
): Promise<void> {
  refuseUnless("pick", state);
  const { rows } = await sql<{ lines: number }>`
    select (select count(*) from delivery_boxes where delivery_id = ${id}::bigint and open)
      + (select count(*) from delivery_contents where delivery_id = ${id}::bigint and open) as lines`.execute(tx);
  const open = rows[0]?.lines ?? 0;
  if (open > 0) throw refuse(inbound.openPickup(open));
  await become(tx, userId, id, DeliveryState.completed, "completed");
  await notifyCustomer(tx, customer_id, { mail: "pickupDone", delivery: id, code }, id);
}

/** Where somebody scans what goes onto the vehicle and off it, they have to scan all of it. */
async function refuseUndecided(tx: Transaction, id: number): Promise<void> {
  const { rows } = await sql<{ boxes: number }>`
    select count(*) filter (where fate is null)::int as boxes from delivery_boxes
    where delivery_id = ${id}::bigint and open having count(loaded) + count(unloaded) > 0`.execute(tx);
  const boxes = rows[0]?.boxes ?? 0;
  if (boxes > 0) throw refuse(refused.notUnloaded(boxes));
}

/** Takes back into the archive what could not be handed over. */
async function takeBack(tx: Transaction, userId: number, id: number): Promise<void> {
  const back = sql`delivery_id = ${id}::bigint and open and fate = 'back'`;
  const which = sql`id in (select box_id from delivery_boxes where ${back})`;
  await changeBoxes(tx, which, { userId, kind: HistoryKind.retour, set: stateWithoutPlace(BoxState.retour) });
  await sql`update delivery_boxes set open = false, received = now() where ${back}`.execute(tx);
}

/** A box or a content, by its id. */
export type LineTarget = { readonly box: number } | { readonly content: number };

/**
 * A worker took a box or a content from its place, for a delivery; the first one begins the work on it. Answers the
 * thing's new state.
 */
export async function pickLine(tx: Transaction, userId: number, id: number, thing: LineTarget): Promise<number> {
  const line = await lockLine(tx, id, thing);
  const { delivery } = line;
  if (isInbound(delivery.kind)) throw refuse(refused.notInDelivery(showDeliveryCode(delivery.code)));
  refuseUnless("pick", delivery.state);
  if (line.picked) throw refuse(refused.pickedAlready(showDeliveryCode(delivery.code)));
  const meta = { delivery: delivery.code };
  await sql`update ${sql.table(line.table)} set picked = now() where delivery_id = ${id}::bigint and ${line.which}`.execute(
    tx,
  );
  if ("box" in thing) {
    const set = stateWithoutPlace(BoxState.ordered);
    await changeBox(tx, { boxId: thing.box, userId, kind: HistoryKind.boxPicked, set, meta });
  } else {
    const change = { userId, kind: HistoryKind.contentPicked, state: ContentState.outside, delivery: delivery.code };
    await changeContents(tx, [thing.content], change);
  }
  if (delivery.state === DeliveryState.open) await begin(tx, userId, id, delivery);
  return "box" in thing ? BoxState.ordered : ContentState.outside;
}

/** A line of a delivery was not found, or did not come back; answers the thing's new state. */
export async function reportLineMissing(
  tx: Transaction,
  userId: number,
  id: number,
  thing: LineTarget,
  text: string,
): Promise<number> {
  const { boxState, delivery } = await lockLine(tx, id, thing);
  if (delivery.kind === DeliveryKind.pickup) {
    // it is still with the customer: nothing is lost
    const [line, thingId] = "box" in thing ? (["box", thing.box] as const) : (["content", thing.content] as const);
    await closeLine(tx, userId, line, thingId, { missing: text });
    return line === "box" ? (boxState ?? BoxState.notInStock) : ContentState.outside;
  }
  if ("box" in thing) return reportBoxMissing(tx, userId, thing.box, text);
  if (boxState !== BoxState.destroyed) return reportContentMissing(tx, userId, thing.content, text);
  // an announced return into a box that has been destroyed meanwhile: its contents change no more, but the line ends
  await closeLine(tx, userId, "content", thing.content, { missing: text });
  return ContentState.outside;
}

/** Nobody knows where the box is; answers its new state. Its open line, if it stands in one, ends with the reason. */
export async function reportBoxMissing(
  tx: Transaction,
  userId: number,
  boxId: number,
  text: string,
): Promise<BoxState> {
  const { state } = await tx
    .selectFrom("boxes")
    .select("state")
    .where("id", "=", boxId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const line = await closeLine(tx, userId, "box", boxId, { missing: text });
  if (!mayBe("reportInconsistent", state)) {
    if (line) return state; // an announced return of a box that has been destroyed or marked meanwhile
    throw refuse(refused.boxState(boxStateText[state]));
  }
  const set = stateWithoutPlace(BoxState.inconsistent);
  await changeBox(tx, { boxId, userId, kind: HistoryKind.inconsistent, set, text });
  return BoxState.inconsistent;
}

interface LockedDelivery {
  readonly code: number;
  readonly customer_id: number;
  readonly kind: DeliveryKind;
  readonly state: DeliveryState;
  readonly time: string | null;
  readonly price: string;
}

const columns = ["code", "customer_id", "kind", "state", "time", "price"] as const;

async function deliveryIn(tx: Transaction, id: number): Promise<LockedDelivery> {
  const delivery = await tx.selectFrom("deliveries").select(columns).where("id", "=", id).executeTakeFirst();
  if (!delivery) throw notFound();
  return delivery;
}

async function lockDelivery(tx: Transaction, id: number): Promise<LockedDelivery> {
  const delivery = await tx
    .selectFrom("deliveries")
    .select(columns)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!delivery) throw notFound();
  return delivery;
}

/** Locks the boxes and contents of a delivery's lines; which lines it has changes only until the work on it begins. */
async function lockLines(tx: Transaction, id: number): Promise<void> {
  await sql`
    select id from boxes where id in (
      select box_id from delivery_boxes where delivery_id = ${id}::bigint
      union select box_id from delivery_contents where delivery_id = ${id}::bigint)
    order by id for update`.execute(tx);
  await sql`
    select id from contents where id in (select content_id from delivery_contents where delivery_id = ${id}::bigint)
    order by id for update`.execute(tx);
}

/** Locks a thing and its delivery; a 400 where it does not stand open in that delivery. */
export async function lockLine(tx: Transaction, id: number, thing: LineTarget) {
  const table = "box" in thing ? "delivery_boxes" : "delivery_contents";
  const which = "box" in thing ? sql`box_id = ${thing.box}::bigint` : sql`content_id = ${thing.content}::bigint`;
  const boxId = "box" in thing ? thing.box : sql`(select box_id from contents where id = ${thing.content}::bigint)`;
  const boxes = await sql<{ state: BoxState }>`select state from boxes where id = ${boxId} for update`.execute(tx);
  if ("content" in thing) await sql`select id from contents where id = ${thing.content}::bigint for update`.execute(tx);
  const delivery = await tx
    .selectFrom("deliveries")
    .select(columns)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!delivery) throw badInput({ delivery: [refused.unknownDelivery] });
  const { rows } = await sql<{ picked: string | null }>`
    select picked from ${sql.table(table)} where open and delivery_id = ${id}::bigint and ${which}`.execute(tx);
  const [line] = rows;
  if (!line) throw refuse(refused.notInDelivery(showDeliveryCode(delivery.code)));
  return { delivery, table, which, picked: line.picked !== null, boxState: boxes.rows[0]?.state };
}

async function closeLines(tx: Transaction, id: number): Promise<void> {
  await sql`update delivery_boxes set open = false where delivery_id = ${id}::bigint and open`.execute(tx);
  await sql`update delivery_contents set open = false where delivery_id = ${id}::bigint and open`.execute(tx);
}

async function become(
  tx: Transaction,
  userId: number,
  id: number,
  state: DeliveryState,
  kind: "started" | "completed" | "canceled",
  to?: string,
): Promise<void> {
  await tx.updateTable("deliveries").set({ state }).where("id", "=", id).execute();
  await recordDeliveryEvent(tx, userId, id, { kind, to: to ?? null });
}

/** @throws a 400 that names the delivery's state where that forbids it. */
export function refuseUnless(action: DeliveryAction, state: DeliveryState): void {
  if (!deliveryMayBe(action, state)) throw refuse(refused.deliveryState(deliveryStateText[state]));
}
