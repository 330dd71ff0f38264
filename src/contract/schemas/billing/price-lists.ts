import * as z from "zod/mini";
import { seen } from "#contract/fields/seen.ts";
import { unitPrice, vatRate } from "#contract/fields/billing.ts";
import { day, givenDay } from "#contract/fields/day.ts";
import { name } from "#contract/fields/texts.ts";
import type { Shapes } from "#contract/route.ts";
import { count, id, selection } from "#contract/schemas/shapes.ts";
import { billedItems, type BilledUnit, pricedItems, vatCategories } from "#rules/billing/items.ts";

const units = [...new Set(Object.values(billedItems).flat())] as [BilledUnit, ...BilledUnit[]];
const vat = { vat_category: z.enum(vatCategories), vat_rate: z.string() };
const givenVat = {
  vat_category: z._default(z.enum(vatCategories), "S"),
  vat_rate: z._default(vatRate, "19.00"),
};

/** Price of an item from a day on, until another price of the item holds; euro with four decimals, per cent with two. */
export const PriceRule = z.object({
  item: z.enum(pricedItems),
  unit: z.enum(units),
  price: z.string(),
  ...vat,
  valid_from: day,
});
export type PriceRule = z.infer<typeof PriceRule>;

/** `customers` is how many have it; its own rate is that of trips, which have their delivery's price, and of a minimum. */
export const PriceList = z.object({ id, name: z.string(), ...vat, customers: count, rules: z.array(PriceRule) });
export type PriceList = z.infer<typeof PriceList>;

export const listPriceLists = {
  scope: "billing",
  summary: "The price lists by name, with all of their prices",
  query: z.object(selection),
  reply: z.object({ results: z.array(PriceList) }),
} satisfies Shapes;

export const createPriceList = {
  scope: "billing",
  summary: "Make a price list without prices",
  body: z.object({ name, ...givenVat }),
  reply: PriceList,
} satisfies Shapes;

export const editPriceList = {
  confirms: true,
  scope: "billing",
  summary:
    "Change the name of a price list, and the rate of trips; `before` says what the caller saw: what has changed since is refused",
  body: z.object({
    name: z.optional(name),
    vat_category: z.optional(z.enum(vatCategories)),
    vat_rate: z.optional(vatRate),
    before: seen("name", "vat_category", "vat_rate"),
  }),
  reply: PriceList,
} satisfies Shapes;

export const deletePriceList = {
  scope: "billing",
  summary: "Delete a price list that no customer has",
  reply: null,
} satisfies Shapes;

export const setPrice = {
  confirms: true,
  status: 200,
  scope: "billing",
  summary:
    "Set what an item of a price list costs from a day on, or take that price away (`price` null). What was done from that day on is charged anew; `unit` is the usual one of the item where none is named",
  body: z.object({
    item: z.enum(pricedItems),
    unit: z.optional(z.enum(units)),
    price: z.nullable(unitPrice),
    ...givenVat,
    valid_from: givenDay,
  }),
  reply: PriceList,
} satisfies Shapes;
