import * as z from "zod/mini";
import { month, quantity, unitPrice, vatRate } from "#contract/fields/billing.ts";
import { day, givenDay } from "#contract/fields/day.ts";
import { integer } from "#contract/fields/numbers.ts";
import { filledText, text } from "#contract/fields/texts.ts";
import { nameLength } from "#contract/limits.ts";
import type { Shapes } from "#contract/route.ts";
import { sheetFormat, sheetReply } from "#contract/schemas/list-query.ts";
import { count, id, listOf, reference, selection } from "#contract/schemas/shapes.ts";
import { maxPageSize } from "#rules/lists/paging.ts";
import { billedItems, type BilledItem, type BilledUnit, handItems, vatCategories } from "#rules/billing/items.ts";

const items = Object.keys(billedItems) as [BilledItem, ...BilledItem[]];
const units = [...new Set(Object.values(billedItems).flat())] as [BilledUnit, ...BilledUnit[]];

/**
 * Charge that a customer owes for something that was done: written with the action, or typed by staff. Euro with four decimals, quantities with
 * three.
 */
export const ServiceEntry = z.object({
  id,
  day,
  item: z.enum(items),
  unit: z.enum(units),
  quantity: z.string(),
  price: z.string(),
  vat_category: z.enum(vatCategories),
  vat_rate: z.string(),
  text: z.string(),
  cost_centre: z.string(),
  /** Subject of the charge: a box, a delivery, or null for a typed charge. */
  box: z.nullable(z.object({ id, code: z.string() })),
  delivery: z.nullable(z.object({ id, code: count })),
});
export type ServiceEntry = z.infer<typeof ServiceEntry>;

const ofMonth = { customer: z.optional(id), month: z.optional(month), item: z.optional(z.enum(items)) };

export const listServiceEntries = {
  scope: "billing",
  summary:
    "What is owed for services of a month (this one unless named), by day: of all customers or of one `customer`, with `item` of one kind only",
  query: z.object({
    ...ofMonth,
    limit: z.optional(integer(1, maxPageSize)),
    offset: z.optional(integer(0)),
    ...selection,
  }),
  reply: listOf(ServiceEntry),
} satisfies Shapes;

export const sheetOfServiceEntries = {
  scope: "billing",
  summary: "The same as a spreadsheet or CSV",
  query: z.object({ ...ofMonth, ...sheetFormat }),
  reply: sheetReply,
} satisfies Shapes;

export const createServiceEntry = {
  scope: "billing",
  summary: "Charge a customer for something that no scan knows of; the text stands on the invoice",
  body: z.object({
    customer: reference,
    day: givenDay,
    item: z.enum(handItems),
    quantity,
    price: unitPrice,
    vat_category: z._default(z.enum(vatCategories), "S"),
    vat_rate: z._default(vatRate, "19.00"),
    text: filledText(1000),
    cost_centre: z._default(text(nameLength), ""),
  }),
  reply: ServiceEntry,
} satisfies Shapes;

export const deleteServiceEntry = {
  scope: "billing",
  summary: "Take back what was typed; what was done cannot be taken back here",
  reply: null,
} satisfies Shapes;
