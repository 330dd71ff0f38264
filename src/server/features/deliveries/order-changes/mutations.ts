import { sql } from "kysely";
import type {
  setDeliveryAddress as SetDeliveryAddress,
  setDeliveryLines as SetDeliveryLines,
} from "#contract/calls/deliveries/deliveries.ts";
import type { Body } from "#contract/route.ts";
import { type DeliveryAddress, showAddress } from "#rules/deliveries/delivery-address.ts";
import { deliveryDays } from "#rules/deliveries/delivery-date.ts";
import {
  DeliveryKind,
  deliveryNoun,
  DeliveryState,
  deliveryStateText,
  isInbound,
} from "#rules/deliveries/delivery-state.ts";
import { berlinDay, showDate } from "#rules/dates.ts";
import { listBoxCodes, showBoxCode } from "#rules/stock/box-code.ts";
import { lastLine, tooLateToAdd, wasInDelivery } from "#rules/texts/delivery-refusals.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { readClosedDays } from "#server/database/closing-days.ts";
import type { Transaction } from "#server/database/database.ts";
import { seesDelivery } from "#server/database/departments/department-reads.ts";
import type { Scope } from "#server/database/scope.ts";
import {
  addLines,
  freeThings,
  type LineThings,
  openThings,
  recordDeliveryEvent,
} from "#server/features/deliveries/lines/mutations.ts";
import {
  addressOf,
  type Basket,
  endWaiting,
  lockBasket,
  lockOrderer,
  type OrderCalendar,
  problemsOfOrder,
  problemsOfPickup,
  refuseBasket,
} from "#server/features/deliveries/orders/mutations.ts";
import { badInput, notAllowed, notFound, refuse } from "#server/http/errors.ts";

const lineOf = (address: DeliveryAddress | null) => address && showAddress(address);
const names = ["name", "street", "postcode", "city", "contact", "phone", "hours", "note"] as const;
const isSame = (one: DeliveryAddress | null, other: DeliveryAddress | null) =>
  one === null || other === null ? one === other : names.every((name) => one[name] === other[name]);

/** Returns the customer and the kind of a delivery; a 404 where the caller sees none. */
async function orderIn(tx: Transaction, scope: Scope, id: number) {
  const deliveries = tx.selectFrom("deliveries").select(["customer_id", "kind"]);
  const found = await deliveries.where("id", "=", id).executeTakeFirst();
  if (!found || (!scope.isStaff && !scope.customerIds.includes(found.customer_id))) throw notFound();
  if (!(await seesDelivery(tx, scope, id))) throw notFound();
  return found;
}

/** Locks a delivery; a 400 once the work on it has begun. */
async function lockOpen(tx: Transaction, id: number) {
  const delivery = await tx
    .selectFrom("deliveries")
    .select(["id", "code", "kind", "state", "address", "option_id", "time"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const { state } = delivery;
  if (state !== DeliveryState.open) throw refuse(refused.deliveryState(deliveryStateText[state]));
  return delivery;
}

/**
 * Sends a delivery or a pick-up that nobody has begun to another address of its customer: for staff, and for who may order.
 * @throws a 400 once the work has begun, for an address that is none of the customer's, and for one that somebody else has changed since the caller saw it (`before`)
 */
export async function setDeliveryAddress(
  tx: Transaction,
  scope: Scope,
  id: number,
  { address, before }: Body<typeof SetDeliveryAddress>,
): Promise<void> {
  const { customer_id: customer } = await orderIn(tx, scope, id);
  await lockOrderer(tx, scope, customer); // the customer before its delivery, as whoever orders
  const { kind, ...old } = await lockOpen(tx, id);
  const next = await addressOf(tx, { kind, customer, address });
  if (isSame(old.address, next)) return;
  if (before && !isSame(before.address, old.address))
    throw badInput({ address: [refused.changedMeanwhile(lineOf(old.address) ?? "")] });
  await sql`update deliveries set address = ${next && JSON.stringify(next)}::jsonb where id = ${id}::bigint`.execute(
    tx,
  );
  const change = { kind: "address", from: lineOf(old.address), to: lineOf(next) } as const;
  await recordDeliveryEvent(tx, scope.userId, id, change);
}

type LockedOrder = Awaited<ReturnType<typeof lockOpen>>;
type Fields = keyof LineThings;
const fields = ["boxes", "boxcontents"] as const satisfies readonly Fields[];

const each = (of: (field: Fields) => readonly number[]): LineThings => ({
  boxes: of("boxes"),
  boxcontents: of("boxcontents"),
});
const without = (some: LineThings, others: LineThings): LineThings =>
  each((field) => {
    const left = new Set(others[field]);
    return [...new Set(some[field])].filter((id) => !left.has(id));
  });
const countOf = ({ boxes, boxcontents }: LineThings) => boxes.length + boxcontents.length;

/**
 * Makes these boxes and contents the open lines of an order that nobody has begun: what is added is ordered as any other, what is taken out is free again
 * (decision 183). Lines that the caller does not see stay.
 * @throws a 400 by field that names each thing that stands in the way, once the work has begun, where no line would be left, and for what somebody else has
 * changed since the caller saw it (`before`)
 */
export async function setDeliveryLines(
  tx: Transaction,
  scope: Scope,
  id: number,
  { before, ...wanted }: Body<typeof SetDeliveryLines>,
  calendar: OrderCalendar,
): Promise<void> {
  const { customer_id: customer, kind } = await orderIn(tx, scope, id);
  if (kind === DeliveryKind.return) throw notAllowed();
  await lockOrderer(tx, scope, customer);
  const early = await openThings(tx, id);
  const either = each((field) => [...new Set([...early[field], ...wanted[field]])]);
  const basket = await lockBasket(tx, scope, { customer, ...either });
  const delivery = await lockOpen(tx, id);
  const all = await openThings(tx, id);
  const lines = {
    boxes: all.boxes.filter((box) => basket.boxes.has(box)),
    boxcontents: all.boxcontents.filter((content) => basket.contents.has(content)),
  };
  const change = { customer, basket, added: without(wanted, lines), removed: without(lines, wanted) };
  if (countOf(change.added) + countOf(change.removed) === 0) return;
  refuseOverwriting(change, lines, before);
  if (countOf(all) + countOf(change.added) === countOf(change.removed))
    throw badInput({ boxes: [lastLine(deliveryNoun[kind])] });
  await takeOut(tx, scope, delivery, change);
  await putIn(tx, scope, delivery, change, calendar);
  await recordLines(tx, scope, id, change);
}

interface LineChange {
  readonly customer: number;
  /** All that is locked and that the caller sees. */
  readonly basket: Basket;
  readonly added: LineThings;
  readonly removed: LineThings;
}

function refuseOverwriting(
  { basket, added, removed }: LineChange,
  lines: LineThings,
  before: Body<typeof SetDeliveryLines>["before"],
): void {
  const shown = {
    boxes: () => listBoxCodes(codesOf(basket, "boxes", lines)),
    boxcontents: () => lines.boxcontents.map((content) => basket.contents.get(content)?.text).join(", "),
  };
  const seen = each((field) => before?.[field] ?? lines[field]);
  for (const field of fields) {
    if (added[field].length + removed[field].length === 0) continue;
    if (without(seen, lines)[field].length + without(lines, seen)[field].length > 0)
      throw badInput({ [field]: [refused.changedMeanwhile(shown[field]())] });
  }
}

/** The codes of the boxes that are meant, or hold what is meant. */
function codesOf({ boxes, contents }: Basket, field: Fields, things: LineThings): string[] {
  const ids = field === "boxes" ? things.boxes : things.boxcontents.map((id) => contents.get(id)?.box_id ?? 0);
  return [...new Set(ids)].flatMap((id) => boxes.get(id)?.code ?? []).sort();
}

/** The line goes, as if it had never been ordered; the histories of delivery and box record it. */
async function takeOut(tx: Transaction, { userId }: Scope, delivery: LockedOrder, { removed }: LineChange) {
  if (countOf(removed) === 0) return;
  const { id } = delivery;
  await sql`delete from delivery_boxes where delivery_id = ${id}::bigint and box_id = any(${removed.boxes}::bigint[])`.execute(
    tx,
  );
  await sql`
    delete from delivery_contents where delivery_id = ${id}::bigint and content_id = any(${removed.boxcontents}::bigint[])`.execute(
    tx,
  );
  await sql`update deliveries set state = state where id = ${id}::bigint`.execute(tx); // reported as a change of the delivery (decision 113)
  await freeThings(tx, userId, delivery, removed);
}

async function putIn(
  tx: Transaction,
  scope: Scope,
  delivery: LockedOrder,
  { customer, added }: LineChange,
  calendar: OrderCalendar,
): Promise<void> {
  if (countOf(added) === 0) return;
  if (!scope.isStaff) await refuseLate(tx, delivery, calendar);
  const wanted = { customer, ...added };
  const basket = await lockBasket(tx, scope, wanted); // anew: what was taken out is free
  const problemsOf = isInbound(delivery.kind) ? problemsOfPickup : problemsOfOrder;
  refuseBasket(problemsOf(basket, wanted));
  await refuseFormer(tx, delivery, added);
  await addLines(tx, scope.userId, delivery, wanted);
  if (!isInbound(delivery.kind)) await endWaiting(tx, scope, wanted);
}

/** Refuses what is added too late. Orders have to be in time, and so has what is added to them; staff agree on days as they like. */
async function refuseLate(tx: Transaction, { option_id, time }: LockedOrder, { now, holidays }: OrderCalendar) {
  const options = tx.selectFrom("delivery_options").select(["days", "to_time", "prior_hours"]);
  const option = await options.where("id", "=", option_id).executeTakeFirst();
  if (!option || time === null) return;
  const times = { days: option.days, to: option.to_time, prior: option.prior_hours };
  const { next } = deliveryDays(times, now, await readClosedDays(tx, holidays));
  const day = berlinDay(new Date(time));
  if (day < next) throw refuse(tooLateToAdd(showDate(day), showDate(next)));
}

/** A line that ended because nobody found its thing says so for ever: the same thing is no second line of the delivery. */
async function refuseFormer(tx: Transaction, { id }: LockedOrder, { boxes, boxcontents }: LineThings): Promise<void> {
  const { rows } = await sql<{ code: string | null; content: string | null }>`
    select b.code, null as content from delivery_boxes l join boxes b on b.id = l.box_id
    where l.delivery_id = ${id}::bigint and l.box_id = any(${boxes}::bigint[])
    union all select null, content from delivery_contents
    where delivery_id = ${id}::bigint and content_id = any(${boxcontents}::bigint[])`.execute(tx);
  refuseBasket({
    boxes: rows.flatMap(({ code }) => (code === null ? [] : wasInDelivery(`Box ${showBoxCode(code)}`))),
    boxcontents: rows.flatMap(({ content }) => (content === null ? [] : wasInDelivery(`„${content}“`))),
  });
}

async function recordLines(tx: Transaction, scope: Scope, id: number, { basket, added, removed }: LineChange) {
  for (const kind of fields) {
    const codes = (things: LineThings) => listBoxCodes(codesOf(basket, kind, things)) || null;
    const event = { kind, from: codes(removed), to: codes(added) };
    if (event.from ?? event.to) await recordDeliveryEvent(tx, scope.userId, id, event);
  }
}
