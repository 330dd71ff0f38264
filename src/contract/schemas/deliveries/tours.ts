import * as z from "zod/mini";
import { seen } from "#contract/fields/seen.ts";
import { nameLength } from "#contract/limits.ts";
import { givenDay } from "#contract/fields/day.ts";
import { text } from "#contract/fields/texts.ts";
import type { Shapes } from "#contract/route.ts";
import { DeliveryAddress } from "#contract/schemas/customers/addresses.ts";
import { sheetFormat, sheetReply } from "#contract/schemas/list-query.ts";
import { count, id, instant } from "#contract/schemas/shapes.ts";
import { DeliveryKind, DeliveryState } from "#rules/deliveries/delivery-state.ts";
import { absences, maxStops, TourState } from "#rules/deliveries/tours.ts";

const customer = z.object({ id, code: count, name: z.string() });

/** Entry of a tour: a delivery that is not finished, its destination, and how much of it is ready. */
const tourDelivery = {
  delivery: id,
  code: count,
  kind: z.enum(DeliveryKind),
  state: z.enum(DeliveryState),
  time: z.nullable(instant),
  comment: z.string(),
  customer,
  /** Where it goes: as it was ordered, or to the customer's letters; null where neither is known. */
  address: z.nullable(DeliveryAddress),
  /** Between which hours its delivery option has it. */
  window: z.nullable(z.object({ from: z.string(), to: z.string() })),
  boxes_count: count,
  boxcontents_count: count,
  /** Empty boxes that a pick-up brings. */
  empty_boxes: count,
  /** Lines that are still to be picked; of what comes back those that have not come. */
  left_count: count,
  /** Boxes that are in the van. */
  loaded_count: count,
};
export const TourDelivery = z.object(tourDelivery);
export type TourDelivery = z.infer<typeof TourDelivery>;

/** A delivery on a tour; once it has `ended` there it may go on another one. */
export const DeliveryStop = z.object({
  id,
  ...tourDelivery,
  ended: z.nullable(instant),
  absence: z.nullable(z.enum(absences)),
});
export type DeliveryStop = z.infer<typeof DeliveryStop>;

/** A van's way on a day. */
export const VanTour = z.object({
  id,
  day: z.string(),
  vehicle: z.string(),
  driver: z.string(),
  state: z.enum(TourState),
  started: z.nullable(instant),
  ended: z.nullable(instant),
  stops_count: count,
  /** Stops whose delivery is handed over or complete. */
  done_count: count,
});
export type VanTour = z.infer<typeof VanTour>;

/** A tour with its stops in order. */
export const VanTourDetail = z.extend(VanTour, { results: z.array(DeliveryStop) });
export type VanTourDetail = z.infer<typeof VanTourDetail>;

export const toursOfDay = {
  scope: "read",
  summary:
    "The tours of a day, and in `free` the unfinished deliveries that are due by then and on no open tour, the earliest first; at most 1,000",
  query: z.object({ day: givenDay }),
  reply: z.object({ results: z.array(VanTour), free: z.array(TourDelivery) }),
} satisfies Shapes;

export const getTour = {
  scope: "read",
  summary: "A tour with its stops in order as `results`",
  reply: VanTourDetail,
} satisfies Shapes;

export const sheetOfTour = {
  scope: "read",
  summary: "The stops of a tour in order, as a spreadsheet or CSV",
  query: z.object(sheetFormat),
  reply: sheetReply,
} satisfies Shapes;

export const loadList = {
  scope: "read",
  summary: "What goes into the van of a tour on paper, the last stop first",
  reply: "application/pdf",
} satisfies Shapes;

const deliveries = z.array(id).check(z.maxLength(maxStops));
const names = { vehicle: text(nameLength), driver: text(nameLength) };

export const createTour = {
  scope: "orders",
  summary: "Plan a tour of a day with these deliveries in this order",
  body: z.object({
    day: givenDay,
    vehicle: z._default(names.vehicle, ""),
    driver: z._default(names.driver, ""),
    deliveries: z._default(deliveries, []),
  }),
  reply: VanTourDetail,
} satisfies Shapes;

export const editTour = {
  scope: "orders",
  summary:
    "Change day, vehicle and driver of a tour that is not over; `before` says what the caller saw: what has changed since is refused",
  body: z.object({
    day: z.optional(givenDay),
    vehicle: z.optional(names.vehicle),
    driver: z.optional(names.driver),
    before: seen("day", "vehicle", "driver"),
  }),
  reply: VanTourDetail,
} satisfies Shapes;

export const deleteTour = {
  scope: "orders",
  summary: "Delete a tour that has not begun",
  reply: null,
} satisfies Shapes;

export const setStops = {
  scope: "orders",
  summary:
    "Say which deliveries a tour goes to, in order; `before` are those that the caller saw: what has changed since is refused",
  body: z.object({ deliveries, before: z.optional(deliveries) }),
  reply: VanTourDetail,
} satisfies Shapes;

export const startTour = {
  status: 200,
  scope: "orders",
  summary: "Begin a tour: the customers of its stops are told by mail",
  reply: VanTourDetail,
} satisfies Shapes;

export const endTour = {
  status: 200,
  scope: "orders",
  summary: "End a tour: what was not handed over may go on another one",
  reply: VanTourDetail,
} satisfies Shapes;

export const reportAbsence = {
  status: 200,
  scope: "orders",
  summary: "Report that a delivery could not be handed over at its stop, and why; its customer is told by mail",
  body: z.object({ delivery: id, absence: z.enum(absences) }),
  reply: VanTourDetail,
} satisfies Shapes;
