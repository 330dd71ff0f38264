import * as z from "zod/mini";
import { maxBoxNumber, maxCustomerCode } from "#rules/box-code.ts";
import { invalid } from "#rules/form-texts.ts";
import { staff } from "./audience.ts";
import { DeliveryOption } from "./delivery-options.ts";
import { customerList } from "#contract/lists/customers.ts";
import type { Shapes } from "#contract/route.ts";
import { listQuery } from "./list-query.ts";
import { nameLength, textLength } from "#contract/limits.ts";
import { amount, count, detailQuery, id, instant, integer, listOf, money, name, text } from "./shapes.ts";

const address = {
  address_name: z.string(),
  address_postcode: z.string(),
  address_city: z.string(),
  address_street: z.string(),
};

export const Customer = z.object({
  id,
  code: count,
  name: z.string(),
  created: instant,
  ...address,
  notes: staff(z.string()),
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
  users: staff(z.array(z.object({ id, first_name: z.string(), last_name: z.string(), email: z.string() }))),
});
export type CustomerDetail = z.infer<typeof CustomerDetail>;

const postcode = text(20).check(
  z.refine((value) => value === "" || !/^\d{6,}$/.test(value), invalid.postcode),
  z.refine((value) => value === "" || /^\d{6,}$/.test(value) || /^(?!00)\d{5}$/.test(value), invalid.range),
);
const fields = {
  notes: z.optional(text(textLength)),
  address_name: z.optional(text(nameLength)),
  address_postcode: z.optional(postcode),
  address_city: z.optional(text(nameLength)),
  address_street: z.optional(text(nameLength)),
  meter_price: z.optional(amount),
  user_ids: z.optional(z.array(id).check(z.maxLength(1000))),
};

/** What a form showed when it was opened. */
const before = z.partial(
  z.object({
    name: text(nameLength),
    notes: text(textLength),
    address_name: text(nameLength),
    address_postcode: text(nameLength),
    address_city: text(nameLength),
    address_street: text(nameLength),
    meter_price: text(nameLength),
    user_ids: z.array(id).check(z.maxLength(1000)),
  }),
);

/** Sent as a string by the forms (specification 5); empty means: the next free one (product 2). */
const code = z.union([
  z.nullable(integer(0, maxCustomerCode, invalid.range)),
  z.pipe(
    z.string().check(z.regex(/^\d*$/, invalid.range), z.maxLength(4, invalid.customerCode)),
    z.transform((value: string) => (value === "" ? null : Number(value))),
  ),
]);

export const listCustomers = {
  summary:
    "Customers with their counts, with `boxes_from` and `boxes_to` those of a range of boxes; without `limit` all",
  query: listQuery(customerList, {
    filters: {
      boxes_from: z.optional(integer(0, maxBoxNumber)),
      boxes_to: z.optional(integer(0, maxBoxNumber)),
    },
  }),
  reply: listOf(Customer),
} satisfies Shapes;

export const getCustomer = {
  summary: "A customer",
  query: detailQuery,
  reply: CustomerDetail,
} satisfies Shapes;

export const createCustomer = {
  summary: "Create a customer; without `code` the highest one plus 1",
  body: z.object({ name, code: z.optional(code), ...fields }),
  reply: CustomerDetail,
} satisfies Shapes;

export const editCustomer = {
  summary: "Change a customer's data; `before` says what the caller saw: a field that has changed since is refused",
  body: z.object({ name: z.optional(name), ...fields, before: z.optional(before) }),
  reply: CustomerDetail,
} satisfies Shapes;

export const deleteCustomer = {
  summary: "Delete a customer without boxes",
  reply: null,
} satisfies Shapes;
