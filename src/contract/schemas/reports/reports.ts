import * as z from "zod/mini";
import { integer } from "#contract/fields/numbers.ts";
import type { Shapes } from "#contract/route.ts";
import { staff } from "#contract/schemas/audience.ts";
import { sheetFormat, sheetReply } from "#contract/schemas/list-query.ts";
import { count, id, listOf } from "#contract/schemas/shapes.ts";
import { maxPageSize } from "#rules/lists/paging.ts";
import { mostMonths } from "#rules/reports/report-months.ts";
import { isMonth } from "#rules/months.ts";
import { invalid } from "#rules/texts/form-texts.ts";

const month = z.string().check(z.refine(isMonth, invalid.range));
const customer = z.object({ id, code: count, name: z.string() });

const ofCustomer = { customer: z.optional(id) };
/** The last month, this one unless named, and how many there are with it. */
const ofMonths = { until: z.optional(month), months: z.optional(integer(1, mostMonths)) };
const piece = { limit: z.optional(integer(1, maxPageSize)), offset: z.optional(integer(0)) };

const activity = { boxes_in: count, boxes_out: count, orders: count, scans: count };
/** Activity of a customer in a month (`2026-11`): things that came onto the shelves and left them, and those ordered and not cancelled. */
export const CustomerActivity = z.object({ customer, month, ...activity });
export type CustomerActivity = z.infer<typeof CustomerActivity>;

/** `months` are the sums of each month, the earliest first. */
const monthlyActivity = z.extend(listOf(CustomerActivity), { months: z.array(z.object({ month, ...activity })) });

export const activityReport = {
  scope: "read",
  summary:
    "What came, left and was ordered in which month, by customer: the newest months first, with the sums of each",
  query: z.object({ ...ofCustomer, ...ofMonths, ...piece }),
  reply: monthlyActivity,
} satisfies Shapes;

export const sheetOfActivity = {
  scope: "read",
  summary: "The same as a spreadsheet or CSV",
  query: z.object({ ...ofCustomer, ...ofMonths, ...sheetFormat }),
  reply: sheetReply,
} satisfies Shapes;

const hours = z.nullable(z.number());
const service = {
  deliveries: count,
  /** Hours from the order to its handing over, of half of the deliveries at most, and of nine in ten. */
  median_hours: hours,
  ninetieth_hours: hours,
  /** The share, 0 to 1, that was handed over within its window; null where nothing had a day. */
  in_time: z.nullable(z.number()),
};
/** Things handed over in a month by a delivery option; the option is null where it is gone. */
export const OptionService = z.object({ customer, option: z.nullable(z.string()), month, ...service });
export type OptionService = z.infer<typeof OptionService>;

export const serviceReport = {
  scope: "read",
  summary:
    "How long orders took until they were handed over, and how many within the window of their option, by month and option, with the months as a whole",
  query: z.object({ ...ofCustomer, ...ofMonths, ...piece }),
  reply: z.extend(listOf(OptionService), { months: z.array(z.object({ month, ...service })) }),
} satisfies Shapes;

export const sheetOfService = {
  scope: "read",
  summary: "The same as a spreadsheet or CSV",
  query: z.object({ ...ofCustomer, ...ofMonths, ...sheetFormat }),
  reply: sheetReply,
} satisfies Shapes;

/** Stock on the shelves at the end of a month, or now in the current month. */
export const StoredStock = z.object({ month, boxes: count, meters: z.number() });
export type StoredStock = z.infer<typeof StoredStock>;

/** A hall, how many boxes stand there and stood when this month began a year ago, and in which month it is full if it goes on so; null where it does not fill. */
export const HallForecast = z.object({
  id,
  name: z.string(),
  places: count,
  boxes: count,
  boxes_before: count,
  full: z.nullable(month),
});
export type HallForecast = z.infer<typeof HallForecast>;

export const stockReport = {
  scope: "read",
  summary:
    "What stood on the shelves at the end of the last 24 months, the earliest first; for staff without a customer also when each hall is full",
  query: z.object(ofCustomer),
  reply: z.extend(listOf(StoredStock), { halls: staff(z.array(HallForecast)) }),
} satisfies Shapes;

export const sheetOfStock = {
  scope: "read",
  summary: "The same months as a spreadsheet or CSV",
  query: z.object({ ...ofCustomer, ...sheetFormat }),
  reply: sheetReply,
} satisfies Shapes;

/** Picks of a month; the rest is null where fewer than three people picked, or nothing is known of the time. */
export const PickMonth = z.object({
  month,
  picks: count,
  walks: z.nullable(count),
  picks_per_walk: z.nullable(z.number()),
  picks_per_hour: z.nullable(z.number()),
});
export type PickMonth = z.infer<typeof PickMonth>;

export const productivityReport = {
  scope: "read",
  summary: "How much was picked per walk and per hour in which month, the earliest first; never by person",
  query: z.object(ofMonths),
  reply: listOf(PickMonth),
} satisfies Shapes;

export const sheetOfProductivity = {
  scope: "read",
  summary: "The same as a spreadsheet or CSV",
  query: z.object({ ...ofMonths, ...sheetFormat }),
  reply: sheetReply,
} satisfies Shapes;

const due = { year: z.int(), boxes: count, meters: z.number() };
/** Boxes of a customer that may be destroyed from a year on; everything due before counts to this year. */
export const CustomerDue = z.object({ customer, ...due });
export type CustomerDue = z.infer<typeof CustomerDue>;

export const dueReport = {
  scope: "read",
  summary: "What falls due for destruction this year and in the next five, by customer, with the sums of each year",
  query: z.object({ ...ofCustomer, ...piece }),
  reply: z.extend(listOf(CustomerDue), { years: z.array(z.object(due)) }),
} satisfies Shapes;

export const sheetOfDue = {
  scope: "read",
  summary: "The same as a spreadsheet or CSV",
  query: z.object({ ...ofCustomer, ...sheetFormat }),
  reply: sheetReply,
} satisfies Shapes;

const revenue = { storage: z.string(), services: z.string(), trips: z.string(), net: z.string() };
/** Amounts issued to a customer in a month, less those cancelled in it: euro without tax, by the kinds of the lines. */
export const CustomerRevenue = z.object({ customer, month, ...revenue });
export type CustomerRevenue = z.infer<typeof CustomerRevenue>;

export const revenueReport = {
  scope: "billing",
  summary: "What was issued in which month without tax, by customer, with the sums of each month",
  query: z.object({ ...ofCustomer, ...ofMonths, ...piece }),
  reply: z.extend(listOf(CustomerRevenue), { months: z.array(z.object({ month, ...revenue })) }),
} satisfies Shapes;

export const sheetOfRevenue = {
  scope: "billing",
  summary: "The same as a spreadsheet or CSV",
  query: z.object({ ...ofCustomer, ...ofMonths, ...sheetFormat }),
  reply: sheetReply,
} satisfies Shapes;
