import { sql } from "kysely";
import type { createDelivery as contract } from "#contract/calls/deliveries/deliveries.ts";
import type { Body } from "#contract/route.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { BoxState, boxStateText } from "#rules/stock/box-state.ts";
import { ContentState, contentStateNotice, contentStateText } from "#rules/stock/content-state.ts";
import { berlinDay, businessZone, showDate } from "#rules/dates.ts";
import { deliveryDayProblem, deliveryDays, isTooFar, shownDays } from "#rules/deliveries/delivery-date.ts";
import { isRushDay } from "#rules/deliveries/rush.ts";
import type { Land } from "#rules/deliveries/holidays.ts";
import { readClosedDays } from "#server/database/closing-days.ts";
import type { DeliveryAddress } from "#rules/deliveries/delivery-address.ts";
import { type BoxForDelivery, orderProblem, pickupProblem, returnProblem } from "#rules/deliveries/box-problem.ts";
import { DeliveryKind, showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import { showMoney } from "#rules/money.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import { copyNotBack, copyWithoutAddress } from "#rules/texts/copy-refusals.ts";
import * as refusedDelivery from "#rules/texts/delivery-refusals.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import type { Reason } from "#rules/texts/refusals.ts";
import type { Sql, Transaction } from "#server/database/database.ts";
import { boxesSeen } from "#server/database/departments/department-reads.ts";
import { notifyCustomer } from "#server/database/messages/notify-by-mail.ts";
import { costCentreFor } from "#server/features/customers/cost-centres/mutations.ts";
import { type Scope, visibleTo } from "#server/database/scope.ts";
import { addLines, type Things } from "#server/features/deliveries/lines/mutations.ts";
import { badInput, type Fields, forbidden, refuse } from "#server/http/errors.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

// Boxes are locked by ascending id, then contents: as everybody does who changes a delivery.
type OrderRequest = Body<typeof contract>;
type OrderOf = Pick<OrderRequest, "customer" | "delivery_option" | "date">;
type OrderTo = { readonly kind: DeliveryKind } & Pick<OrderRequest, "customer" | "address">;

/**
 * Orders boxes and contents (kind 0), or scans of them (kind 3), or announces that they come back (kind 1, staff): all of it or nothing, in a
 * number of statements that does not grow with the lines (product 6). Answers the delivery's id.
 * @throws a 400 by field that names each box or content that stands in the way.
 */
export async function createDelivery(
  tx: Transaction,
  scope: Scope,
  wanted: OrderRequest,
  { now, holidays, mayCharge }: OrderContext,
): Promise<number> {
  const isReturn = wanted.kind === DeliveryKind.return;
  if (isReturn && !scope.isStaff) throw forbidden("staff_only");
  await lockOrderer(tx, scope, wanted.customer);
  const terms = isReturn ? termsOfReturn(wanted, now) : await termsOf(tx, scope, wanted, { now, holidays });
  if (wanted.boxes.length + wanted.boxcontents.length === 0) throw badInput({ boxes: [refused.emptyDelivery] });
  const cost_centre = await costCentreFor(tx, scope, wanted.customer, wanted.cost_centre);
  const basket = await lockBasket(tx, scope, wanted);
  refuseBasket(isReturn ? problemsOfReturn(basket, wanted) : problemsOfOrder(basket, wanted));
  const price = priceFor(scope, wanted.price, terms, { mayCharge });
  const agreed = {
    ...wanted,
    cost_centre,
    price,
    due_back: dueBackOf(wanted, terms),
    rush_reason: rushReasonOf(wanted, terms),
  };
  const delivery = await storeDelivery(tx, scope, agreed, terms);
  await addLines(tx, scope.userId, { ...delivery, kind: wanted.kind }, wanted);
  await endWaiting(tx, scope, wanted);
  const { id, code, time } = delivery;
  const amounts = { boxes: wanted.boxes.length, contents: wanted.boxcontents.length };
  const mail = receivedMail[wanted.kind];
  await notifyCustomer(tx, wanted.customer, { mail, delivery: id, code, time, ...amounts }, id);
  return id;
}

const receivedMail = { 0: "orderReceived", 1: "returnAnnounced", 3: "copiesOrdered" } as const;

type NewDelivery = OrderTo &
  Pick<OrderRequest, "comment" | "cost_centre" | "due_back" | "rush_reason"> & {
    readonly price: string;
    readonly empty_boxes?: number;
  };

interface StoredDelivery {
  id: number;
  code: number;
  time: string | null;
}

const storedDelivery = selectList<StoredDelivery>({ id: "id", code: "code", time: "time" });

/** Stores a delivery without its lines. @throws a 400 for an address that is none of the customer's */
export async function storeDelivery(tx: Transaction, scope: Scope, wanted: NewDelivery, terms: Terms) {
  const { customer, kind, comment, price, cost_centre, due_back = null, rush_reason = null, empty_boxes = 0 } = wanted;
  const address = await addressOf(tx, wanted);
  const earliest = terms.isRush ? sql`date_trunc('minute', now())` : sql`null::timestamptz`; // the hours of today may have begun
  const { rows } = await sql<StoredDelivery>`
    insert into deliveries (customer_id, option_id, kind, due_back, rush_reason, time, price, comment, cost_centre, address, user_id, empty_boxes)
    values (${customer}::bigint, ${terms.option}::bigint, ${kind}::smallint, ${due_back}::date, ${rush_reason},
      greatest((${terms.day}::date + ${terms.from}::time) at time zone ${businessZone}::text, ${earliest}),
      ${price}::numeric, ${comment}, ${cost_centre}, ${address && JSON.stringify(address)}::jsonb,
      ${scope.userId}::bigint, ${empty_boxes}::int)
    returning ${storedDelivery}`.execute(tx);
  const [delivery] = rows;
  if (!delivery) throw new Error("The delivery was not stored.");
  return delivery;
}

/** @throws a 400 where the customer is not there, or the caller may not order for them */
export async function lockOrderer(tx: Transaction, scope: Scope, id: number): Promise<void> {
  const customer = await tx
    .selectFrom("customers")
    .select("id")
    .where("id", "=", id)
    .where(visibleTo(scope, "customers.id"))
    .forKeyShare()
    .executeTakeFirst();
  if (!customer) throw badInput({ customer: [refused.unknownCustomer] });
  if (scope.isStaff) return;
  const rights = tx.selectFrom("customer_users").select("may_order").where("user_id", "=", scope.userId);
  const right = await rights.where("customer_id", "=", id).forShare().executeTakeFirst();
  if (!right?.may_order) throw refuse(refused.noRight);
}

/**
 * The price that is agreed, in euro: another than the option's is for staff, and wants the proof that it is them (decision 153).
 * @throws a 400 where a customer's user names another one, or `unconfirmed`
 */
export function priceFor(
  scope: Scope,
  wanted: string | null | undefined,
  agreed: Terms,
  { mayCharge }: Pick<OrderContext, "mayCharge">,
): string {
  const price = wanted ?? agreed.price;
  if (Number(price) === Number(agreed.price)) return price;
  if (!scope.isStaff) throw badInput({ price: [refused.priceNow(showMoney(agreed.price))] });
  mayCharge();
  return price;
}

/** The server's clock, and the Land whose holidays are kept. */
export interface OrderCalendar {
  readonly now: Date;
  readonly holidays: Land | undefined;
}

/** Facts that an order is judged by. */
export interface OrderContext extends OrderCalendar {
  /** Refuses whoever has not proved that it is them, where the price is another than the one agreed on. */
  readonly mayCharge: () => void;
}

/** Terms that a delivery is agreed on. */
interface Terms {
  readonly option: number | null;
  /** `YYYY-MM-DD` in Berlin; null where no day is named. */
  readonly day: string | null;
  /** `HH:MM`. */
  readonly from: string;
  readonly price: string;
  /** The day comes before the first possible one, for a reason. */
  readonly isRush?: boolean;
}

/**
 * Returns the terms of an order; `mayRush` lets it come before the first possible day of an option that is marked so.
 * @throws a 400 by field where the option or its day is none
 */
export async function termsOfOrder(
  tx: Transaction,
  wanted: OrderOf,
  { now, holidays }: OrderCalendar,
  mayRush = false,
): Promise<Terms> {
  const options = await tx
    .selectFrom("delivery_options")
    .select(["id", "days", "from_time", "to_time", "prior_hours", "price", "rush"])
    .where("customer_id", "=", wanted.customer)
    .forKeyShare()
    .execute();
  if (options.length === 0) throw refuse(refused.noOptions);
  if (!wanted.delivery_option) throw badInput({ delivery_option: [invalid.requiredChoice] });
  const option = options.find(({ id }) => id === wanted.delivery_option);
  if (!option) throw badInput({ delivery_option: [refused.unknownOption] });
  const times = { days: option.days, to: option.to_time, prior: option.prior_hours };
  const days = deliveryDays(times, now, await readClosedDays(tx, holidays));
  const day = wanted.date ?? days.next;
  const terms = { option: option.id, day, from: option.from_time, price: option.price };
  if (mayRush && option.rush && isRushDay(day, berlinDay(now), days)) return { ...terms, isRush: true };
  const problem = deliveryDayProblem(option.days, day, days);
  const next = showDate(days.next);
  if (problem === "tooEarly") throw badInput({ date: [refused.dateTooEarly(next)] });
  if (problem === "tooFar") throw badInput({ date: [refused.dateTooFar] });
  if (problem === "closed") throw badInput({ date: [refused.closedThen(showDate(day), days.closed(day) ?? "", next)] });
  if (problem) throw badInput({ date: [refused.wrongWeekday(shownDays(option.days), next)] });
  return terms;
}

/** Scans are ordered by an option as deliveries are, for the day on which they are due; its price is one of a trip, and nobody makes one. */
async function termsOf(tx: Transaction, scope: Scope, wanted: OrderRequest, calendar: OrderCalendar): Promise<Terms> {
  const terms = await termsOfOrder(tx, wanted, calendar, scope.isStaff);
  return wanted.kind === DeliveryKind.copy ? { ...terms, price: "0" } : terms;
}

/** @throws a 400 for a day before the delivery, or of what brings nothing */
function dueBackOf({ kind, due_back = null }: OrderRequest, { day }: Terms): string | null {
  if (due_back === null) return null;
  if (kind === DeliveryKind.copy) throw badInput({ due_back: [copyNotBack] });
  if (kind === DeliveryKind.return) throw badInput({ due_back: [refusedDelivery.nothingBrought] });
  if (day !== null && due_back < day) throw badInput({ due_back: [refusedDelivery.dueBeforeDelivery(showDate(day))] });
  return due_back;
}

/** @throws a 400 for a rush order without a reason, and for a reason of any other order */
function rushReasonOf({ rush_reason = null }: OrderRequest, { isRush = false }: Terms): string | null {
  if (isRush === (rush_reason !== null)) return rush_reason;
  throw badInput({ rush_reason: [isRush ? invalid.required : refusedDelivery.noRush] });
}

/** Why these kinds have no address: nobody drives there. */
const withoutAddress: Partial<Record<DeliveryKind, Reason>> = {
  [DeliveryKind.return]: refusedDelivery.returnWithoutAddress,
  [DeliveryKind.copy]: copyWithoutAddress,
};

/** The address that was chosen, or the customer's default one; null where there is none. */
export async function addressOf(
  tx: Transaction,
  { kind, customer, address }: OrderTo,
): Promise<DeliveryAddress | null> {
  const reason = withoutAddress[kind];
  if (reason) {
    if (address) throw badInput({ address: [reason] });
    return null;
  }
  const addresses = tx
    .selectFrom("customer_addresses")
    .select(["name", "street", "postcode", "city", "contact", "phone", "hours", "note"])
    .where("customer_id", "=", customer);
  const which = address ? addresses.where("id", "=", address) : addresses.where("is_default", "=", true);
  const chosen = await which.executeTakeFirst();
  if (address && !chosen) throw badInput({ address: [refusedDelivery.unknownAddress] });
  return chosen ?? null;
}

function termsOfReturn({ date = null, delivery_option }: OrderRequest, now: Date): Terms {
  if (delivery_option) throw badInput({ delivery_option: [refused.returnWithoutOption] });
  if (date && date < berlinDay(now)) throw badInput({ date: [refused.pastDate] });
  if (date && isTooFar(date, now)) throw badInput({ date: [refused.dateTooFar] });
  return { option: null, day: date, from: "00:00", price: "0" };
}

interface BasketBox extends BoxForDelivery {
  readonly id: number;
}
interface BasketContent {
  readonly id: number;
  readonly box_id: number;
  readonly state: ContentState;
  readonly text: string;
  readonly delivery: number | null;
  readonly reserved: string | null;
}
/** Locked things among those that are wanted, by id, as far as the caller sees them. */
export interface Basket {
  readonly boxes: ReadonlyMap<number, BasketBox>;
  readonly contents: ReadonlyMap<number, BasketContent>;
}

/** Until when somebody else who waited for it has a thing; staff order for whoever asks them. */
const reservedUntil = ({ isStaff, userId }: Scope, which: Sql) =>
  isStaff
    ? sql`null::date`
    : sql`(select max(w.reserved_until) from waiting_entries w
        where ${which} and w.user_id <> ${userId}::bigint and w.reserved_until >= berlin_day(now()))`;

/** Locks what is wanted, and the boxes of the contents: in one order, so that two baskets never wait for each other. */
export async function lockBasket(
  tx: Transaction,
  scope: Scope,
  { customer, boxes, boxcontents }: Things,
): Promise<Basket> {
  const wantedBoxes = sql`customer_id = ${customer}::bigint and id in (
    select unnest(${boxes}::bigint[]) union select box_id from contents where id = any(${boxcontents}::bigint[]))`;
  const wantedContents = sql`customer_id = ${customer}::bigint and id = any(${boxcontents}::bigint[])`;
  await sql`select id from boxes where ${wantedBoxes} order by id for update`.execute(tx);
  await sql`select id from contents where ${wantedContents} order by id for update`.execute(tx);
  // only now, so that what somebody else did while this one waited is seen
  const basketBoxes = await sql<BasketBox>`
    select ${selectList<BasketBox>({
      ...fromTable("boxes", "id", "code", "state"),
      delivery: sql`(select d.code from delivery_boxes l join deliveries d on d.id = l.delivery_id
        where l.open and l.box_id = boxes.id)`,
      ordered_contents: sql`(select count(*) from contents
        where box_id = boxes.id and state = ${ContentState.ordered}::smallint)`,
      reserved: reservedUntil(scope, sql`w.box_id = boxes.id`),
    })}
    from boxes where ${wantedBoxes}`.execute(tx);
  const inside = await sql<BasketContent>`
    select ${selectList<BasketContent>({
      ...fromTable("contents", "id", "box_id", "state", "text"),
      delivery: sql`(select d.code from delivery_contents l join deliveries d on d.id = l.delivery_id
        where l.open and l.content_id = contents.id)`,
      reserved: reservedUntil(
        scope,
        sql`w.box_id = contents.box_id and (w.content_id is null or w.content_id = contents.id)`,
      ),
    })}
    from contents where ${wantedContents}`.execute(tx);
  const seen = await boxesSeen(
    tx,
    scope,
    basketBoxes.rows.map(({ id }) => id),
  );
  return {
    boxes: new Map(basketBoxes.rows.filter(({ id }) => seen.has(id)).map((box) => [box.id, box])),
    contents: new Map(inside.rows.filter(({ box_id }) => seen.has(box_id)).map((content) => [content.id, content])),
  };
}

type Problem = Reason | null;

/** Why things cannot be ordered, by field. */
export function problemsOfOrder(basket: Basket, wanted: Things): Fields {
  const whole = new Set(wanted.boxes);
  return problemsOf(basket, wanted, {
    box: orderProblem,
    content: ({ state, box_id, text, reserved }, { code, state: boxState }) => {
      const message = contentStateNotice[state];
      if (message) return { code: "state", message };
      if (boxState !== BoxState.inStock) return refused.boxIs(showBoxCode(code), boxStateText[boxState]);
      if (reserved !== null) return refusedDelivery.reservedFor(`„${text}“`, showDate(reserved));
      return whole.has(box_id) ? refused.boxOrderedWhole(showBoxCode(code)) : null;
    },
  });
}

/** As of a return, but that boxes may be new, too. */
export const problemsOfPickup = (basket: Basket, wanted: Things): Fields =>
  problemsOfReturn(basket, wanted, pickupProblem);

function problemsOfReturn(basket: Basket, wanted: Things, box: Guards["box"] = returnProblem): Fields {
  return problemsOf(basket, wanted, {
    box,
    content: ({ state, text, delivery }, { code, state: boxState }) => {
      if (state !== ContentState.outside) return refused.contentIs(text, contentStateText[state]);
      if (boxState === BoxState.destroyed) return refused.boxIs(showBoxCode(code), boxStateText[boxState]);
      return delivery === null ? null : refused.contentInDelivery(text, showDeliveryCode(delivery));
    },
  });
}

interface Guards {
  readonly box: (box: BasketBox) => Problem;
  readonly content: (content: BasketContent, box: BasketBox) => Problem;
}

/** Returns the problems of the wanted things; a thing that is not the customer's counts as missing. */
function problemsOf({ boxes, contents }: Basket, wanted: Things, guards: Guards): Fields {
  const problemOfBox = (id: number): Problem => {
    const box = boxes.get(id);
    return box ? guards.box(box) : refused.unknownBox;
  };
  const problemOfContent = (id: number): Problem => {
    const content = contents.get(id);
    const box = content && boxes.get(content.box_id);
    return content && box ? guards.content(content, box) : refused.unknownContent;
  };
  const isProblem = (problem: Problem) => problem !== null;
  return {
    boxes: wanted.boxes.map(problemOfBox).filter(isProblem),
    boxcontents: wanted.boxcontents.map(problemOfContent).filter(isProblem),
  };
}

const maxProblems = 50;

/** @throws a 400 by field that names each thing that stands in the way */
export function refuseBasket(fields: Fields): void {
  const fieldsWithProblems = Object.entries(fields).filter(([, problems]) => problems.length > 0);
  if (fieldsWithProblems.length > 0)
    throw badInput(
      Object.fromEntries(fieldsWithProblems.map(([field, problems]) => [field, problems.slice(0, maxProblems)])),
    );
}

/** Takes the caller off the waiting lists of what they have ordered. */
export async function endWaiting(tx: Transaction, scope: Scope, { boxes, boxcontents }: Things): Promise<void> {
  await sql`
    delete from waiting_entries where user_id = ${scope.userId}::bigint and (
      content_id is null and box_id = any(${boxes}::bigint[]) or content_id = any(${boxcontents}::bigint[]))`.execute(
    tx,
  );
}
