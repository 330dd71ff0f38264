import * as z from "zod/mini";
import type { editCustomer } from "#contract/calls/customers/customers.ts";
import { customerTextNames, customerTexts, forEachText, typedCode } from "#contract/fields/customer.ts";
import { postcodeProblem } from "#contract/fields/postcode.ts";
import { typedCharge } from "#contract/fields/money.ts";
import { name } from "#contract/fields/texts.ts";
import { homeCountry } from "#rules/countries.ts";
import type { RequestBody } from "#contract/route.ts";
import type { CustomerDetail } from "#contract/schemas/customers/customers.ts";

/** A postcode is one of the customer's country (specification 5 for Germany). */
const rightPostcode = z.superRefine<{ address_country: string; address_postcode: string }>((typed, context) => {
  const message = postcodeProblem(typed.address_country, typed.address_postcode);
  if (message !== undefined) context.addIssue({ code: "custom", path: ["address_postcode"], message });
});

/** The rules of a new customer (specification 5). */
export const newCustomerForm = z
  .object({ name, code: typedCode, ...customerTexts, address_country: z.string() })
  .check(rightPostcode);
/** The rules of a customer's data (specification 5). */
export const customerForm = z
  .object({
    name,
    ...customerTexts,
    address_country: z.string(),
    meter_price: typedCharge,
    user_ids: z.array(z.number()),
  })
  .check(rightPostcode);

export const emptyCustomer: z.input<typeof newCustomerForm> = {
  name: "",
  code: "",
  ...forEachText(""),
  address_country: homeCountry,
};

/** A customer's data as it was seen: what the server compares with before it overwrites anything. */
export function seenOf(customer: CustomerDetail) {
  const texts = forEachText("");
  for (const field of customerTextNames) texts[field] = customer[field] ?? "";
  const { address_country, meter_price = "0.00", users = [] } = customer;
  return {
    name: customer.name,
    ...texts,
    address_country,
    meter_price,
    user_ids: users.map(({ id }) => id).sort((a, b) => a - b),
  };
}
export type CustomerState = ReturnType<typeof seenOf>;

type CustomerField = keyof CustomerState;
const customerFields = Object.keys(customerForm.shape) as CustomerField[];
export type TypedCustomer = z.input<typeof customerForm>;

/** Returns the values that the form shows of a customer. */
export const toFormValues = (seen: CustomerState): TypedCustomer => ({
  ...seen,
  meter_price: seen.meter_price.replace(".", ","),
});

/** Returns the fields whose values differ. */
export function differing<T extends Readonly<Record<CustomerField, string | number[]>>>(one: T, other: T) {
  return customerFields.filter((field) => String(one[field]) !== String(other[field]));
}

/** Returns the typed fields that differ from the values seen, together with those. Null where nothing differs or a field is wrong. */
export function customerChanges(typed: TypedCustomer, seen: CustomerState): RequestBody<typeof editCustomer> | null {
  const { data } = customerForm.safeParse(typed);
  const changedFields = data ? differing(data, seen) : [];
  if (!data || changedFields.length === 0) return null;
  const pick = (of: CustomerState) => Object.fromEntries(changedFields.map((field) => [field, of[field]]));
  return { ...pick(data), before: pick(seen) };
}

/** Optional fields that were left empty are not sent. */
export function filledOf({ name: customerName, ...optional }: z.output<typeof newCustomerForm>) {
  return {
    name: customerName,
    ...Object.fromEntries(
      Object.entries(optional).filter(
        ([field, value]) => value !== "" && !(field === "address_country" && value === homeCountry),
      ),
    ),
  };
}
