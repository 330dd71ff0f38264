import * as z from "zod/mini";
import { seen } from "#contract/fields/seen.ts";
import { addressTexts } from "#contract/fields/address.ts";
import type { Shapes } from "#contract/route.ts";
import { id, selection } from "#contract/schemas/shapes.ts";

/** Where a delivery goes, as it was when it was ordered. */
export const DeliveryAddress = z.object({
  name: z.string(),
  street: z.string(),
  postcode: z.string(),
  city: z.string(),
  contact: z.string(),
  phone: z.string(),
  hours: z.string(),
  note: z.string(),
});
export type DeliveryAddress = z.infer<typeof DeliveryAddress>;

/** An address of a customer; the default one is taken where an order names none. */
export const CustomerAddress = z.object({ id, ...DeliveryAddress.shape, is_default: z.boolean() });
export type CustomerAddress = z.infer<typeof CustomerAddress>;

const { name, ...texts } = addressTexts;
const optional = z.partial(z.object(texts)).shape;

export const listAddresses = {
  scope: "read",
  summary: "List the addresses that a customer is delivered to, the default one first",
  query: z.object(selection),
  reply: z.object({ results: z.array(CustomerAddress) }),
} satisfies Shapes;

export const createAddress = {
  scope: "stock",
  summary: "Add an address to a customer; the first one is the default, and a new default replaces the one before",
  body: z.object({ name, ...optional, is_default: z._default(z.boolean(), false) }),
  reply: CustomerAddress,
} satisfies Shapes;

export const editAddress = {
  scope: "stock",
  summary:
    "Change an address, or make it the default; deliveries that were ordered before keep what they had. `before` says what the caller saw: what has changed since is refused",
  body: z.object({
    name: z.optional(name),
    ...optional,
    is_default: z.optional(z.boolean()),
    before: seen(
      ...(["name", "street", "postcode", "city", "contact", "phone", "hours", "note", "is_default"] as const),
    ),
  }),
  reply: CustomerAddress,
} satisfies Shapes;

export const deleteAddress = {
  scope: "stock",
  summary:
    "Remove an address; deliveries that were ordered before keep it. Of several the oldest one becomes the default",
  reply: null,
} satisfies Shapes;
