import * as z from "zod/mini";
import { countries } from "#rules/countries.ts";
import { maxBoxNumber, maxCustomerCode } from "#rules/stock/box-code.ts";
import { customerTexts, forEachText, typedCode } from "#contract/fields/customer.ts";
import { DeliveryKind, DeliveryState } from "#rules/deliveries/delivery-state.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import { staff } from "#contract/schemas/audience.ts";
import { DeliveryOption } from "#contract/schemas/deliveries/delivery-options.ts";
import { customerList } from "#contract/lists/customers.ts";
import type { Shapes } from "#contract/route.ts";
import { listQuery, sheetQuery, sheetReply } from "#contract/schemas/list-query.ts";
import { nameLength, textLength } from "#contract/limits.ts";
import { money } from "#contract/fields/money.ts";
import { integer } from "#contract/fields/numbers.ts";
import { name, text } from "#contract/fields/texts.ts";
import { amount, count, detailQuery, id, instant, listOf } from "#contract/schemas/shapes.ts";

export const Customer = z.object({
  id,
  code: count,
  name: z.string(),
  created: instant,
  ...forEachText(z.string()),
  notes: staff(z.string()),
  address_country: z.string(),
  meter_price: staff(money),
  count_boxes: count,
  count_meters: z.number(),
  count_boximages: count,
  count_boxcontents: count,
  count_deliveryoptions: count,
  deliveryoptions: z.array(DeliveryOption),
});
export type Customer = z.infer<typeof Customer>;

export const CustomerDetail = z.extend(Customer, {
  /** True where the customer's users with the right may invite each other. */
  may_invite: staff(z.boolean()),
  /** True where no two of the customer's boxes may have the same number of other people's. */
  unique_numbers: staff(z.boolean()),
  users: staff(z.array(z.object({ id, first_name: z.string(), last_name: z.string(), email: z.string() })), "users"),
});
export type CustomerDetail = z.infer<typeof CustomerDetail>;

const fields = {
  ...z.partial(z.object(customerTexts)).shape,
  address_country: z.optional(z.enum(countries, invalid.range)),
  meter_price: z.optional(amount),
  may_invite: z.optional(z.boolean()),
  user_ids: z.optional(z.array(id).check(z.maxLength(1000))),
};

const codeNumber = integer(0, maxCustomerCode);

/** Values that a form showed when it was opened. */
const before = z.partial(
  z.object({
    name: text(nameLength),
    code: codeNumber,
    ...forEachText(text(textLength)),
    address_country: text(nameLength),
    meter_price: text(nameLength),
    user_ids: z.array(id).check(z.maxLength(1000)),
  }),
);

/** Sent as a number or as the form's string; empty means: the next free one (product 2). */
const newCode = z.union([
  z.nullable(codeNumber),
  z.pipe(
    typedCode,
    z.transform((typed: string) => (typed === "" ? null : Number(typed))),
  ),
]);
/** The same of a customer that has one. */
const code = z.union([
  codeNumber,
  z.pipe(
    typedCode.check(z.minLength(1, invalid.required)),
    z.transform((typed: string) => Number(typed)),
  ),
]);

/** Query options that only programs ask for. */
const more = {
  filters: {
    boxes_from: z.optional(integer(0, maxBoxNumber)),
    boxes_to: z.optional(integer(0, maxBoxNumber)),
  },
};

export const listCustomers = {
  scope: "read",
  summary:
    "Customers with their counts, with `boxes_from` and `boxes_to` those of a range of boxes; without `limit` all",
  query: listQuery(customerList, more),
  reply: listOf(Customer),
} satisfies Shapes;

export const sheetOfCustomers = {
  scope: "read",
  summary:
    "Customers as a spreadsheet or CSV: every one that the filters let through, at most 200,000; columns by role",
  query: sheetQuery(customerList, more),
  reply: sheetReply,
} satisfies Shapes;

export const getCustomer = {
  scope: "read",
  summary: "A customer",
  query: detailQuery,
  reply: CustomerDetail,
} satisfies Shapes;

/** Boxes by the year in which they are due: every past year, and some to come; those that are marked are counted apart. */
export const CustomerSummary = z.object({
  due: z.array(z.object({ year: z.int(), boxes: count })),
  marked: count,
  destroyed: count,
  deliveries: z.array(
    z.object({
      id,
      code: count,
      kind: z.enum(DeliveryKind),
      state: z.enum(DeliveryState),
      time: z.nullable(instant),
      boxes_count: count,
      boxcontents_count: count,
    }),
  ),
});
export type CustomerSummary = z.infer<typeof CustomerSummary>;

export const customerSummary = {
  scope: "read",
  summary: "What of a customer is due for destruction, by year, and the latest deliveries",
  reply: CustomerSummary,
} satisfies Shapes;

export const StoredMonth = z.object({
  /** `YYYY-MM` */
  month: z.string(),
  /** Metres that stood on places at the end of its last day in Berlin, of this month today. */
  meters: z.number(),
});
export type StoredMonth = z.infer<typeof StoredMonth>;

export const storedMetres = {
  scope: "read",
  summary: "The metres of shelf that a customer's boxes took, at the end of each of the last 24 months",
  query: detailQuery,
  reply: z.object({ months: z.array(StoredMonth) }),
} satisfies Shapes;

/** Where invoices go, and what a metre costs. */
export const chargedFields = {
  address_name: true,
  address_street: true,
  address_postcode: true,
  address_city: true,
  address_country: true,
  meter_price: true,
} as const;

export const createCustomer = {
  confirms: { user_ids: true, may_invite: [true] },
  signInCounts: true,
  managers: { user_ids: true, may_invite: [true] },
  scope: "stock",
  scopeWith: [
    [null, { user_ids: true, may_invite: true }],
    ["billing", { meter_price: true }],
  ],
  summary: "Create a customer; without `code` the highest one plus 1, or the lowest free one",
  body: z.object({ name, code: z.optional(newCode), ...fields }),
  reply: CustomerDetail,
} satisfies Shapes;

export const editCustomer = {
  confirms: { user_ids: true, may_invite: [true], ...chargedFields },
  signInCounts: true,
  whereChanged: true,
  managers: { user_ids: true, may_invite: [true] },
  scope: "stock",
  scopeWith: [
    [null, { user_ids: true, may_invite: true }],
    ["billing", { meter_price: true }],
  ],
  summary:
    "Change a customer's data, the code only while there are no boxes; `before` says what the caller saw: a field that has changed since is refused",
  body: z.object({ name: z.optional(name), code: z.optional(code), ...fields, before: z.optional(before) }),
  reply: CustomerDetail,
} satisfies Shapes;

export const deleteCustomer = {
  scope: "stock",
  summary: "Delete a customer without boxes",
  reply: null,
} satisfies Shapes;
