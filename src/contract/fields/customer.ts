import * as z from "zod/mini";
import { nameLength, textLength } from "#contract/limits.ts";
import { invalid } from "#rules/texts/form-texts.ts";
import { orNothing } from "./nothing.ts";
import { text, visible } from "./texts.ts";

/** Five digits; a real one may begin with one zero (product 2). Above 99999 has words of its own. */
export const postcode = z.string().check(
  visible,
  z.trim(),
  z.refine((typed) => !/^\d{6,}$/.test(typed), { error: invalid.postcode, abort: true }),
  z.regex(/^((?!00)\d{5})?$/, invalid.range),
);

/** A postcode of whichever country: by which rule it is judged says the address as a whole (`postcodeProblem`). */
const anyPostcode = text(nameLength);

/**
 * The texts of a customer, none of them required: each is a column of that name. What stands here is in the calls, in the
 * server's queries and in the rules of the forms.
 */
export const customerTexts = {
  notes: orNothing(text(textLength)),
  address_name: orNothing(text(nameLength)),
  address_street: orNothing(text(nameLength)),
  address_postcode: orNothing(anyPostcode),
  address_city: orNothing(text(nameLength)),
};
export type CustomerText = keyof typeof customerTexts;
export const customerTextNames = Object.keys(customerTexts) as CustomerText[];

/** The same for each of them. */
export const forEachText = <T>(value: T): Record<CustomerText, T> =>
  Object.fromEntries(customerTextNames.map((field) => [field, value])) as Record<CustomerText, T>;

/** Optional; digits only, four at most (specification 5). It leaves the form as the string that was typed; the call takes a number too. */
export const typedCode = z
  .string()
  .check(z.trim(), z.regex(/^\d*$/, invalid.range), z.maxLength(4, invalid.customerCode));
