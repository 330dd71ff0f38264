import * as z from "zod/mini";
import { BoxState } from "#rules/stock/box-state.ts";
import { ContentState } from "#rules/stock/content-state.ts";
import { DeliveryKind, DeliveryState } from "#rules/deliveries/delivery-state.ts";
import { staff } from "#contract/schemas/audience.ts";
import { costCentre, Position } from "#contract/schemas/stock/boxes.ts";
import { DeliveryAddress } from "#contract/schemas/customers/addresses.ts";
import { DeliveryOption } from "./delivery-options.ts";
import { deliveryList } from "#contract/lists/deliveries.ts";
import type { Shapes } from "#contract/route.ts";
import { textLength, maxDeliveryLines, usualSize } from "#contract/limits.ts";
import { boxSize } from "#contract/fields/box.ts";
import { integer } from "#contract/fields/numbers.ts";
import { day, givenDay } from "#contract/fields/day.ts";
import { money } from "#contract/fields/money.ts";
import { name, text } from "#contract/fields/texts.ts";
import { DigitalCopy } from "./copies.ts";
import { Proof } from "./proofs.ts";
import { maxPageSize } from "#rules/lists/paging.ts";
import { boxCode, listQuery, sheetQuery, sheetReply } from "#contract/schemas/list-query.ts";
import { amount, count, detailQuery, id, instant, listOf, reference } from "#contract/schemas/shapes.ts";

const state = z.enum(DeliveryState);
/** A pick-up has a call of its own. */
const announcedKinds = {
  customer: DeliveryKind.customer,
  return: DeliveryKind.return,
  copy: DeliveryKind.copy,
} as const;
const customer = z.object({ id, code: count, name: z.string() });
const place = staff(z.nullable(Position));
const at = z.nullable(instant);

/** A delivery in a list. */
export const Delivery = z.object({
  id,
  code: count,
  created: instant,
  kind: z.enum(DeliveryKind),
  state,
  time: at,
  price: money,
  comment: z.string(),
  /** The cost centre that pays; empty where none was named. */
  cost_centre: z.string(),
  customer,
  boxes_count: count,
  boxcontents_count: count,
});
export type Delivery = z.infer<typeof Delivery>;

/** Progress of a line: the time when it was picked, reported missing (with the reason) or received. */
const line = {
  open: z.boolean(),
  picked: z.boolean(),
  missing: z.boolean(),
  received: z.boolean(),
  picked_at: at,
  missing_at: at,
  received_at: at,
  reason: z.nullable(z.string()),
  /** Copies that were scanned for the line, in a delivery of kind 3. */
  copies: z.array(DigitalCopy),
};

export const DeliveryBox = z.object({
  id,
  code: z.string(),
  state: z.enum(BoxState),
  version: staff(count),
  content_count: count,
  position: place,
  ...line,
});
export type DeliveryBox = z.infer<typeof DeliveryBox>;

/** The text is the one that was ordered; `id` and `state` are null once the content is deleted. */
export const DeliveryContent = z.object({
  id: z.nullable(id),
  text: z.string(),
  state: z.nullable(z.enum(ContentState)),
  box: z.object({ id, code: z.string(), state: z.enum(BoxState), position: place }),
  ...line,
});
export type DeliveryContent = z.infer<typeof DeliveryContent>;

/**
 * Event of the delivery as a whole. `from` and `to` are prices, instants, names of cost centres or addresses in one line. For `boxes` and
 * `boxcontents` they are the codes of the boxes whose things were taken out and added (not reported to a department). `to` of a completed delivery is
 * the person who took it over, of a created one the reason of a rush order (for staff only).
 */
export const DeliveryEvent = z.object({
  kind: z.enum([
    "created",
    "started",
    "price",
    "time",
    "cost_centre",
    "address",
    "boxes",
    "boxcontents",
    "completed",
    "canceled",
  ]),
  created: instant,
  user: z.nullable(z.object({ first_name: z.string(), last_name: z.string() })),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
});
export type DeliveryEvent = z.infer<typeof DeliveryEvent>;

export const DeliveryDetail = z.extend(Delivery, {
  delivery_option: z.nullable(DeliveryOption),
  /** As it was when it was ordered. */
  address: z.nullable(DeliveryAddress),
  boxes: z.array(DeliveryBox),
  boxcontents: z.array(DeliveryContent),
  events: z.array(DeliveryEvent),
  /** Empty boxes that a pick-up brings. */
  empty_boxes: count,
  /** By when what it brings is wanted back. */
  due_back: z.nullable(day),
  /** Why it was ordered for a day before the first possible one. */
  rush_reason: staff(z.nullable(z.string())),
  /** Pictures of the signature and the handover. */
  proofs: z.array(Proof),
});
export type DeliveryDetail = z.infer<typeof DeliveryDetail>;

export const listDeliveries = {
  scope: "read",
  summary:
    "Deliveries, the newest first; `box` is a piece of a box code, `content` a piece of a content's text; `day_from` and `day_to` are the first and the last day of a period",
  query: listQuery(deliveryList, {
    filters: { day_from: z.optional(day), day_to: z.optional(day) },
    ranges: [["day_from", "day_to"]],
  }),
  reply: listOf(Delivery),
} satisfies Shapes;

export const sheetOfDeliveries = {
  scope: "read",
  summary:
    "Deliveries as a spreadsheet or CSV: every one that the filters let through, at most 200,000; columns by role",
  query: sheetQuery(deliveryList),
  reply: sheetReply,
} satisfies Shapes;

/** A delivery that is not finished, with what is left to do for it. */
export const PlannedDelivery = z.object({
  id,
  code: count,
  kind: z.enum(DeliveryKind),
  state,
  time: at,
  customer,
  lines_count: count,
  /** Lines that are still to be picked; of a return those that have not come back. */
  left_count: count,
});
export type PlannedDelivery = z.infer<typeof PlannedDelivery>;

export const deliveryPlan = {
  scope: "read",
  summary: "Deliveries that are not finished, the earliest first, with how many of their lines are left; at most 1,000",
  query: detailQuery,
  reply: listOf(PlannedDelivery),
} satisfies Shapes;

export const getDelivery = {
  scope: "read",
  summary: "A delivery with its lines and what happened",
  query: detailQuery,
  reply: DeliveryDetail,
} satisfies Shapes;

const references = z._default(z.array(reference).check(z.maxLength(maxDeliveryLines)), []);

export const createDelivery = {
  confirms: { price: true },
  signInCounts: true,
  whereChanged: true,
  right: "may_order",
  scope: "orders",
  scopeWith: [["billing", { price: true }]],
  summary:
    "Order boxes and contents (kind 0, by a `delivery_option` of the customer, to an `address` of theirs or the default one; `due_back` is the day by which they come back; staff give a `rush_reason` to order by an option with `rush` for a day from today on that is before the first possible one), or as scans (kind 3: by an option, too, and nothing leaves the house), or announce that they come back (kind 1, staff); all or nothing",
  body: z.object({
    kind: z._default(z.enum(announcedKinds), DeliveryKind.customer),
    customer: reference,
    delivery_option: z.optional(z.nullable(reference)),
    address: z.optional(z.nullable(reference)),
    boxes: references,
    boxcontents: references,
    date: z.optional(z.nullable(givenDay)),
    due_back: z.optional(z.nullable(givenDay)),
    rush_reason: z.optional(z.nullable(name)),
    price: z.optional(z.nullable(amount)),
    comment: z._default(text(textLength), ""),
    cost_centre: z._default(costCentre, ""),
  }),
  reply: DeliveryDetail,
} satisfies Shapes;

export const createPickup = {
  confirms: { price: true },
  whereChanged: true,
  right: "may_order",
  scope: "orders",
  scopeWith: [["billing", { price: true }]],
  summary:
    "Order a pick-up (kind 2) by a `delivery_option` of the customer: `boxes` that are out (state 2) or new (state 0) and `boxcontents` that are out come back, `new_boxes` are made at once with labels to print, `size` in mm, and `empty_boxes` are brought; at an `address` of theirs or the default one; any part may be empty, but not all",
  body: z.object({
    customer: reference,
    delivery_option: z.optional(z.nullable(reference)),
    boxes: references,
    boxcontents: references,
    new_boxes: z.optional(integer(0, maxDeliveryLines)),
    size: z._default(boxSize, usualSize),
    empty_boxes: z.optional(integer(0, maxDeliveryLines)),
    address: z.optional(z.nullable(reference)),
    cost_centre: z._default(costCentre, ""),
    date: z.optional(z.nullable(givenDay)),
    price: z.optional(z.nullable(amount)),
    comment: z._default(text(textLength), ""),
  }),
  reply: DeliveryDetail,
} satisfies Shapes;

export const editDelivery = {
  confirms: { price: true },
  signInCounts: true,
  whereChanged: true,
  scope: "orders",
  scopeWith: [["billing", { price: true }]],
  summary: "Change price and time; `before` says what the caller saw: what has changed since is refused",
  body: z.object({
    price: z.optional(amount),
    time: z.optional(z.nullable(instant)),
    before: z.optional(z.object({ price: z.optional(amount), time: z.optional(z.nullable(instant)) })),
  }),
  reply: DeliveryDetail,
} satisfies Shapes;

export const setDeliveryAddress = {
  right: "may_order",
  scope: "orders",
  summary:
    "Send an open delivery or pick-up to another `address` of its customer; `before` says what the caller saw: what has changed since is refused",
  body: z.object({ address: reference, before: z.optional(z.object({ address: z.nullable(DeliveryAddress) })) }),
  reply: DeliveryDetail,
} satisfies Shapes;

const lineReferences = z.array(reference).check(z.maxLength(maxDeliveryLines));

export const setDeliveryLines = {
  right: "may_order",
  scope: "orders",
  summary:
    "Change what is in an open delivery or pick-up: `boxes` and `boxcontents` are its open lines from now on, at least one. What is added is ordered as in a new order, by customers in time for its day; what is left out is free again; lines that the caller does not see stay. `before` says what the caller saw: what has changed since is refused",
  body: z.object({
    boxes: lineReferences,
    boxcontents: lineReferences,
    before: z.optional(z.object({ boxes: z.optional(lineReferences), boxcontents: z.optional(lineReferences) })),
  }),
  reply: DeliveryDetail,
} satisfies Shapes;

const cancel = {
  status: 200,
  scope: "orders",
  summary: "Cancel an open delivery: its boxes and contents are free again; a return has no cancel",
  reply: DeliveryDetail,
} satisfies Shapes;
export const cancelDelivery = cancel;
export const postCancelDelivery = cancel;

export const startDelivery = {
  status: 200,
  scope: "orders",
  summary: "Begin to work on an open delivery",
  reply: DeliveryDetail,
} satisfies Shapes;

export const completeDelivery = {
  status: 200,
  scope: "orders",
  summary: "Hand over a delivery whose lines are all picked or reported missing",
  reply: DeliveryDetail,
} satisfies Shapes;

/** One thing to fetch: a whole box (`content` null), or one of its contents. */
export const CollectLine = z.object({
  delivery: z.object({ id, code: count, time: at }),
  customer,
  box: z.object({ id, code: z.string() }),
  content: z.nullable(z.object({ id, text: z.string() })),
  position: z.nullable(Position),
});
export type CollectLine = z.infer<typeof CollectLine>;

export const listCollect = {
  scope: "read",
  summary:
    "Everything that is ordered and not picked yet, in walking order; without `limit` all of it. `tour` is `today` for what is due by today, or a day; `box` a code",
  query: z.extend(detailQuery, {
    tour: z.optional(z.union([z.literal("today"), givenDay])),
    box: z.optional(boxCode),
    limit: z.optional(integer(1, maxPageSize)),
    offset: z.optional(integer(0)),
  }),
  /** `all_count`: how many lines there are on all tours; `due_count`: of these, how many are due by today. */
  reply: z.extend(listOf(CollectLine), { all_count: count, due_count: count }),
} satisfies Shapes;

export const collectList = {
  scope: "read",
  summary: "The collect list on paper, in walking order",
  reply: "application/pdf",
} satisfies Shapes;

export const deliveryNote = {
  scope: "read",
  summary: "The delivery note on paper",
  reply: "application/pdf",
} satisfies Shapes;

export const dayNotes = {
  scope: "read",
  summary: "The notes of all deliveries of a day that are not finished, as one file; in the order of the plan",
  query: z.object({ day: givenDay }),
  reply: "application/pdf",
} satisfies Shapes;
