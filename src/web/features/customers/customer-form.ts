import * as z from "zod/mini";
import type { Sent } from "#contract/route.ts";
import type { CustomerDetail } from "#contract/schemas/customers.ts";
import type { editCustomer } from "#contract/calls/customers.ts";
import { nameLength, textLength } from "#contract/limits.ts";
import { parseMoney } from "#rules/money.ts";
import { invalid } from "#rules/form-texts.ts";

const optionalText = (max: number) => z.string().check(z.trim(), z.maxLength(max, invalid.tooLong(max)));

/** Five digits; a real one may begin with one zero (product 2). Above 99999 has words of its own. */
const postcode = z.string().check(
  z.trim(),
  z.refine((typed) => !/^\d{6,}$/.test(typed), { error: invalid.postcode, abort: true }),
  z.regex(/^((?!00)\d{5})?$/, invalid.range),
);

const basics = {
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: invalid.required, abort: true }),
      z.maxLength(nameLength, invalid.tooLong(nameLength)),
    ),
  notes: optionalText(textLength),
  address_name: optionalText(nameLength),
  address_street: optionalText(nameLength),
  address_postcode: postcode,
  address_city: optionalText(nameLength),
};

/** Optional; digits only, four at most (specification 5). It leaves as the string that was typed. */
const code = z
  .string()
  .check(
    z.trim(),
    z.regex(/^\d*$/, { error: invalid.range, abort: true }),
    z.maxLength(4, { error: invalid.customerCode }),
  );

/** An amount as it is typed in German; nothing typed is no charge. */
const meterPrice = z.pipe(
  z.string().check(z.refine((text) => amountOf(text) !== null, invalid.range)),
  z.transform((text) => amountOf(text) ?? ""),
);
const amountOf = (text: string) => parseMoney(text.trim() || "0");

/** The rules of a new customer (specification 5). */
export const newCustomerForm = z.object({ ...basics, code });
/** The rules of a customer's data (specification 5). */
export const customerForm = z.object({ ...basics, meter_price: meterPrice, user_ids: z.array(z.number()) });

export const emptyCustomer = {
  name: "",
  code: "",
  notes: "",
  address_name: "",
  address_street: "",
  address_postcode: "",
  address_city: "",
} satisfies z.input<typeof newCustomerForm>;

/** A customer's data as it was seen: what the server compares with before it overwrites anything. */
export function seenOf(customer: CustomerDetail) {
  const { name, notes = "", address_name, address_street, address_postcode, address_city } = customer;
  const { meter_price = "0.00", users = [] } = customer;
  const user_ids = users.map(({ id }) => id).sort((a, b) => a - b);
  return { name, notes, address_name, address_street, address_postcode, address_city, meter_price, user_ids };
}
export type Seen = ReturnType<typeof seenOf>;

/** A field of the form: what the server says about it stands beside it. */
export type CustomerField = keyof Seen;
export const customerFields: readonly CustomerField[] = [
  "name",
  "notes",
  "address_name",
  "address_street",
  "address_postcode",
  "address_city",
  "meter_price",
  "user_ids",
];
export type TypedCustomer = z.input<typeof customerForm>;

/** What the form shows of it. */
export const typedOf = (seen: Seen): TypedCustomer => ({ ...seen, meter_price: seen.meter_price.replace(".", ",") });

/** Which fields say something else. */
export function differing<T extends Readonly<Record<CustomerField, string | number[]>>>(one: T, other: T) {
  return customerFields.filter((field) => String(one[field]) !== String(other[field]));
}

/** What of the typed fields differs from what was seen, and what stood there; null where nothing does or one is wrong. */
export function changesOf(typed: TypedCustomer, seen: Seen): Sent<typeof editCustomer> | null {
  const { data } = customerForm.safeParse(typed);
  const changed = data ? differing(data, seen) : [];
  if (!data || changed.length === 0) return null;
  const pick = (of: Seen) => Object.fromEntries(changed.map((field) => [field, of[field]]));
  return { ...pick(data), before: pick(seen) };
}

/** Optional fields that were left empty are not sent. */
export function filledOf({ name: customerName, ...optional }: z.output<typeof newCustomerForm>) {
  return { name: customerName, ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== "")) };
}
