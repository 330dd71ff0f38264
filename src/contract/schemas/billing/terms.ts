import * as z from "zod/mini";
import { discountPercent } from "#contract/fields/billing.ts";
import { day, givenDay } from "#contract/fields/day.ts";
import { integer } from "#contract/fields/numbers.ts";
import { seen } from "#contract/fields/seen.ts";
import { text } from "#contract/fields/texts.ts";
import { nameLength } from "#contract/limits.ts";
import type { Shapes } from "#contract/route.ts";
import { amount, count, id, selection } from "#contract/schemas/shapes.ts";
import { intervals, storageWhens } from "#rules/billing/billing-plan.ts";
import { eSchemes, invoiceForms } from "#rules/billing/snapshot.ts";
import { minimumScopes, storageModes } from "#rules/billing/items.ts";

/** Agreement with a customer. Without a price list the price of a metre is that of the storage, and trips cost what their delivery costs. */
export const Terms = z.object({
  price_list: z.nullable(z.object({ id, name: z.string() })),
  storage_mode: z.enum(storageModes),
  /** True where boxes that the customer has count as if they stood in the store. */
  also_while_out: z.boolean(),
  /** Euro a month; null where none is agreed. */
  minimum: z.nullable(z.string()),
  minimum_scope: z.enum(minimumScopes),
  invoice_form: z.enum(invoiceForms),
  vat_id: z.string(),
  leitweg_id: z.string(),
  /** Where the receiver's program takes invoices, by its scheme: an address of e-mail, a Leitweg-ID, a VAT id. */
  e_address: z.string(),
  e_scheme: z.enum(eSchemes),
  order_reference: z.string(),
  contract_reference: z.string(),
  payment_days: count,
  /** A cash discount: within how many days, and per cent; null where none is agreed. */
  discount_days: z.nullable(count),
  discount_percent: z.nullable(z.string()),
  /** One more line of the address on invoices (BT-51). */
  address_extra: z.string(),
  /** Why there is no tax on what is exempt (BT-120); empty where it is the archive's reason, or the usual one. */
  exemption_reason: z.string(),
  /** The mandate of a direct debit, when it was signed, and the account that is debited; empty and null where the customer transfers. */
  sepa_mandate: z.string(),
  mandate_date: z.nullable(day),
  iban: z.string(),
  /** Time at which storage is billed, at the end of its period or at the beginning, and the length of a period. */
  storage_when: z.enum(storageWhens),
  interval: z.enum(intervals),
  /** Since when prices, the way of counting and the minimum hold, or from when on they will: the first of a month. */
  valid_from: day,
});
export type Terms = z.infer<typeof Terms>;

export const getTerms = {
  scope: "billing",
  summary: "What is agreed with a customer about prices and the storage",
  query: z.object(selection),
  reply: Terms,
} satisfies Shapes;

/** Terms that can be agreed; a term that is left out has its default. */
const agreed = {
  price_list: z.nullable(id),
  storage_mode: z._default(z.enum(storageModes), "day"),
  also_while_out: z._default(z.boolean(), false),
  minimum: z._default(z.nullable(amount), null),
  minimum_scope: z._default(z.enum(minimumScopes), "storage"),
  invoice_form: z._default(z.enum(invoiceForms), "zugferd"),
  vat_id: z._default(text(20), ""),
  leitweg_id: z._default(text(46), ""),
  e_address: z._default(text(nameLength), ""),
  e_scheme: z._default(z.enum(eSchemes), "EM"),
  order_reference: z._default(text(nameLength), ""),
  contract_reference: z._default(text(nameLength), ""),
  payment_days: z._default(integer(0, 365), 14),
  discount_days: z._default(z.nullable(integer(1, 365)), null),
  discount_percent: z._default(z.nullable(discountPercent), null),
  address_extra: z._default(text(nameLength), ""),
  exemption_reason: z._default(text(nameLength), ""),
  sepa_mandate: z._default(text(35), ""),
  mandate_date: z._default(z.nullable(givenDay), null),
  iban: z._default(text(42), ""),
  storage_when: z._default(z.enum(storageWhens), "arrears"),
  interval: z._default(z.enum(intervals), "month"),
};

export const setTerms = {
  confirms: true,
  status: 200,
  scope: "billing",
  summary:
    "Agree with a customer on prices and how the storage is counted, from the first of a month on (`valid_from`; by default of this one, or of the first that is not billed). What was done from then on is charged anew. `confirmed` where months that are over then cost something else; `before` says what the caller saw: a field that has changed since is refused",
  body: z.object({
    ...agreed,
    valid_from: z.optional(z.nullable(givenDay)),
    confirmed: z.optional(z.boolean()),
    before: seen(...(Object.keys(agreed) as (keyof typeof agreed)[])),
  }),
  reply: Terms,
} satisfies Shapes;
