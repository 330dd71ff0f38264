import * as z from "zod/mini";
import { month } from "#contract/fields/billing.ts";
import { day } from "#contract/fields/day.ts";
import type { Shapes } from "#contract/route.ts";
import { sheetFormat, sheetReply } from "#contract/schemas/list-query.ts";
import { count, id, selection } from "#contract/schemas/shapes.ts";
import { billingWarnings } from "#rules/billing/billing-warnings.ts";
import { billedItems, type BilledItem, type BilledUnit, vatCategories } from "#rules/billing/items.ts";

const items = Object.keys(billedItems) as [BilledItem, ...BilledItem[]];
const units = [...new Set(Object.values(billedItems).flat())] as [BilledUnit, ...BilledUnit[]];
const vat = { vat_category: z.enum(vatCategories), vat_rate: z.string() };

const monthQuery = z.object({ month: z.optional(month), ...selection });

/** When a customer's month is billed, and for which days (`period_to` is the last one): a quarter or a year is billed at once. */
const standing = {
  /** By which the month was billed; null while it was not. */
  invoice: z.nullable(z.object({ id, number: z.string() })),
  /** With which month the customer is billed where it is another one; the sums are those of this month alone then. */
  billed_with: z.nullable(month),
  /** True where the invoice can be issued: the period that it is for is over or, in advance, has begun. */
  is_due: z.boolean(),
  period_from: day,
  period_to: day,
};

/** Why the invoice will be refused as things stand, in sentences; empty where it can be issued when it is due. */
const problems = z.array(z.string());

/**
 * Amounts that a customer is billed for a month, in euro, without tax but for `gross`. `before` is the month before, as a whole. For several months,
 * or in advance, it is the invoice before.
 */
export const BilledCustomer = z.object({
  customer: z.object({ id, code: count, name: z.string() }),
  storage: z.string(),
  services: z.string(),
  trips: z.string(),
  net: z.string(),
  gross: z.string(),
  before: z.string(),
  ...standing,
  warnings: z.array(z.enum(billingWarnings)),
  /** The first month before that is not billed, where `warnings` say that one is open. */
  open_month: z.nullable(month),
  problems,
});
export type BilledCustomer = z.infer<typeof BilledCustomer>;

export const billedMonth = {
  scope: "billing",
  summary:
    "What each customer owes for a month, by the customer's number: who stored or was served something; where no month is named, for the last one that is over while anybody is to be billed for it, otherwise for the one under way. A month that is under way is counted to the end of today; `until` is the day after",
  query: monthQuery,
  reply: z.object({
    month,
    until: day,
    /** Facts about the provider itself that are missing and without which no invoice can be issued. */
    problems,
    results: z.array(BilledCustomer),
  }),
} satisfies Shapes;

export const sheetOfMonth = {
  scope: "billing",
  summary: "The same as a spreadsheet or CSV",
  query: z.object({ month: z.optional(month), ...sheetFormat }),
  reply: sheetReply,
} satisfies Shapes;

/**
 * A line: `net` is `quantity` × `price` ÷ `base`, rounded once; of the storage, `base` is the days of the month. Storage that is for no days settles what was
 * billed in advance: its quantity may be negative.
 */
export const InvoiceLine = z.object({
  item: z.enum(items),
  text: z.string(),
  cost_centre: z.string(),
  quantity: z.string(),
  unit: z.enum(["metre_day", "box_day", ...units]),
  base: count,
  price: z.string(),
  net: z.string(),
  ...vat,
  from: z.nullable(day),
  to: z.nullable(day),
});
export type InvoiceLine = z.infer<typeof InvoiceLine>;

/** Stock in the store on a day, in mm and boxes, and the numbers of boxes that came and went. */
export const StoredDay = z.object({ day, mm: count, boxes: count, came: count, went: count });
export type StoredDay = z.infer<typeof StoredDay>;

export const previewInvoice = {
  scope: "billing",
  summary:
    "What a customer's invoice of a month (the one under way where none is named) would say, line by line, with what stood in the store on each day",
  query: monthQuery,
  reply: z.object({
    customer: z.object({ id, code: count, name: z.string() }),
    month,
    until: day,
    lines: z.array(InvoiceLine),
    vats: z.array(z.object({ ...vat, net: z.string(), vat: z.string() })),
    net: z.string(),
    vat: z.string(),
    gross: z.string(),
    ...standing,
    /** True where storage is billed in advance. */
    in_advance: z.boolean(),
    warnings: z.array(z.enum(billingWarnings)),
    problems,
    days: z.array(StoredDay),
  }),
} satisfies Shapes;
