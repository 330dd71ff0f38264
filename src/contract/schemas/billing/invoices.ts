import * as z from "zod/mini";
import { month } from "#contract/fields/billing.ts";
import { day, givenDay } from "#contract/fields/day.ts";
import { ids, integer } from "#contract/fields/numbers.ts";
import { name } from "#contract/fields/texts.ts";
import { withOneOf } from "#contract/fields/one-of.ts";
import type { Shapes } from "#contract/route.ts";
import { staff } from "#contract/schemas/audience.ts";
import { InvoiceLine } from "#contract/schemas/billing/billing.ts";
import { ServiceEntry } from "#contract/schemas/billing/service-entries.ts";
import { sheetFormat, sheetReply } from "#contract/schemas/list-query.ts";
import { count, id, instant, listOf, reference, selection } from "#contract/schemas/shapes.ts";
import { vatCategories } from "#rules/billing/items.ts";
import { lineSources } from "#rules/billing/line-sources.ts";
import { mostPayments } from "#rules/billing/payments.ts";
import { mostSent } from "#rules/billing/sending.ts";
import { invoiceForms } from "#rules/billing/snapshot.ts";
import { maxPageSize } from "#rules/lists/paging.ts";

const named = z.object({ id, number: z.string() });

/**
 * Document that was issued: an invoice (380) or a cancellation (381), whose amounts are positive too. Amounts are in euro; `period_to` is the last
 * day that the document is for.
 */
export const Invoice = z.object({
  id,
  number: z.string(),
  kind: z.union([z.literal(380), z.literal(381)]),
  customer: z.object({ id, code: count, name: z.string() }),
  period_from: day,
  period_to: day,
  net: z.string(),
  vat: z.string(),
  gross: z.string(),
  issued: instant,
  due: day,
  form: z.enum(invoiceForms),
  /** Invoice that a cancellation takes back, and cancellation that took an invoice back. */
  corrects: z.nullable(named),
  cancelled_by: z.nullable(named),
  /** Noted later: when staff sent it, and when it was paid. */
  sent: staff(z.nullable(instant)),
  paid_on: z.nullable(day),
  /** Where it would go by mail, as agreed; and where it went or is going, with how that stands and why it failed. */
  mail: staff(
    z.object({
      agreed: z.nullable(z.string()),
      to: z.nullable(z.string()),
      state: z.nullable(z.enum(["waiting", "sent", "failed"])),
      failure: z.nullable(z.string()),
    }),
  ),
});
export type Invoice = z.infer<typeof Invoice>;

/** A file of direct debits (`/billing/sepa/`) that an invoice stands in, or stood in until it was taken back; `collect_on` is the bank day of the collection. */
export const InvoiceDebitFile = z.object({
  file: id,
  created: instant,
  collect_on: day,
  taken_back: z.nullable(instant),
});
export type InvoiceDebitFile = z.infer<typeof InvoiceDebitFile>;

/** A line as it was issued, and what is known of what it is made of; `before` is what a settlement takes off, as another invoice billed it. */
export const IssuedLine = z.object({
  ...InvoiceLine.shape,
  source: z.enum(lineSources),
  before: z.nullable(z.object({ ...named.shape, quantity: z.string() })),
});
export type IssuedLine = z.infer<typeof IssuedLine>;

/** The same with all that it says. */
export const InvoiceDetail = z.object({
  ...Invoice.shape,
  /** The newest first; one at most is not taken back. */
  debits: staff(z.array(InvoiceDebitFile)),
  buyer: z.object({
    name: z.string(),
    street: z.string(),
    /** One more line of the address; empty where there is none. */
    address_extra: z.string(),
    postcode: z.string(),
    city: z.string(),
    /** ISO 3166-1 */
    country: z.string(),
  }),
  /** A cash discount: until which day how much less is enough; null where none is offered. Euro. */
  discount: z.nullable(z.object({ percent: z.string(), until: day, amount: z.string(), due: z.string() })),
  lines: z.array(IssuedLine),
  vats: z.array(
    z.object({ vat_category: z.enum(vatCategories), vat_rate: z.string(), net: z.string(), vat: z.string() }),
  ),
});
export type InvoiceDetail = z.infer<typeof InvoiceDetail>;

const filters = { customer: z.optional(id), month: z.optional(month), is_sent: z.optional(z.boolean()) };

const chosen = z.array(id).check(z.minLength(1), z.maxLength(mostSent));

export const listInvoices = {
  right: "may_see_invoices",
  scope: "billing",
  summary:
    "Invoices and cancellations, the newest first; of a `customer`, of a `month`, or, for staff, those that were sent or not (`is_sent`). Customers' users find those of their customers where they have the right",
  query: z.object({
    ...filters,
    limit: z.optional(integer(1, maxPageSize)),
    offset: z.optional(integer(0)),
    ...selection,
  }),
  reply: listOf(Invoice),
} satisfies Shapes;

export const sheetOfInvoices = {
  right: "may_see_invoices",
  scope: "billing",
  summary: "Invoices and cancellations as a spreadsheet or CSV: all that the filters let through, at most 200,000",
  query: z.object({ ...filters, ...sheetFormat }),
  reply: sheetReply,
} satisfies Shapes;

export const getInvoice = {
  right: "may_see_invoices",
  scope: "billing",
  summary: "An invoice with its lines, as it was issued",
  query: z.object(selection),
  reply: InvoiceDetail,
} satisfies Shapes;

export const issueInvoice = {
  scope: "billing",
  summary:
    "Issue the invoice of a customer that a month is billed with (the last one of a quarter or a year; in advance the first one), which is over, or, in advance, has begun: it gets the next number, and nothing of it changes afterwards. `gross` is what the preview said: where it is another sum by now nothing is issued. A credit that is left waits for an invoice that is more; `pay_out` issues it, to be paid out to who leaves",
  body: z.object({ customer: reference, month, gross: z.optional(z.string()), pay_out: z.optional(z.boolean()) }),
  reply: InvoiceDetail,
} satisfies Shapes;

export const cancelInvoice = {
  scope: "billing",
  summary:
    "Cancel an invoice by a cancellation of its own number; `number` repeats the invoice's. Its months can be billed anew then. One that stands in a file of direct debits is collected all the same: `debit_file` names that file, or nothing is cancelled",
  body: z.object({ number: name, debit_file: z.optional(z.nullable(id)) }),
  reply: InvoiceDetail,
} satisfies Shapes;

export const noteInvoice = {
  status: 200,
  scope: "billing",
  summary: "Note on which day an invoice was paid (null: not yet), and whether it was sent (`is_sent`)",
  body: withOneOf(
    z.object({ paid_on: z.optional(z.nullable(givenDay)), is_sent: z.optional(z.boolean()) }),
    "paid_on",
    "is_sent",
  ),
  reply: InvoiceDetail,
} satisfies Shapes;

export const sendInvoices = {
  status: 200,
  scope: "billing",
  summary:
    "Send invoices by mail, each with its files to the address that its customer's terms name. What was sent already, is on its way, was cancelled or has no such address is left out and told why; `again` sends what was sent before, too",
  body: z.object({ invoices: chosen, again: z.optional(z.boolean()) }),
  reply: z.object({ queued: count, left: z.array(z.object({ ...named.shape, reason: z.string() })) }),
} satisfies Shapes;

export const noteSent = {
  status: 200,
  scope: "billing",
  summary: "Note of many invoices that they were sent, by hand or on paper, or not (`is_sent`)",
  body: z.object({ invoices: chosen, is_sent: z.boolean() }),
  reply: z.object({ changed: count }),
} satisfies Shapes;

export const printInvoices = {
  scope: "billing",
  summary: "Invoices as one PDF to be printed, in the order of their numbers, each on pages of its own",
  query: z.object({ ids: ids(mostSent) }),
  reply: "application/pdf",
} satisfies Shapes;

export const zipInvoices = {
  scope: "billing",
  summary: "The PDFs of invoices as one zip, with the XML of those that are e-invoices without a PDF",
  query: z.object({ ids: ids(mostSent) }),
  reply: "application/zip",
} satisfies Shapes;

export const notePayments = {
  status: 200,
  scope: "billing",
  summary:
    "Note of many invoices on which day each was paid, by their numbers: all of them or, where a number is none, no one",
  body: z.object({
    payments: z.array(z.object({ number: name, paid_on: givenDay })).check(z.minLength(1), z.maxLength(mostPayments)),
  }),
  reply: z.object({ changed: count }),
} satisfies Shapes;

export const invoiceXml = {
  right: "may_see_invoices",
  scope: "billing",
  summary: "The XML of an invoice: the original of an e-invoice, the same bytes each time; a paper one has none",
  reply: "application/xml",
} satisfies Shapes;

export const invoicePdf = {
  right: "may_see_invoices",
  scope: "billing",
  summary: "The invoice as PDF/A-3, with its XML inside where it has one; the same bytes each time",
  reply: "application/pdf",
} satisfies Shapes;

const { id: _, ...service } = ServiceEntry.shape;

/** A service that an invoice took, as it was billed. */
export const InvoiceService = z.object(service);
export type InvoiceService = z.infer<typeof InvoiceService>;

/** Days on which the same stood in the store: `to` is the day after the last one, `line` the position on the invoice. */
export const InvoiceRun = z.object({ line: count, from: day, to: day, mm: count, boxes: count });
export type InvoiceRun = z.infer<typeof InvoiceRun>;

const ofLine = {
  /** The position on the invoice, from 1; all where none is named. */
  line: z.optional(integer(1)),
};
const lineQuery = z.object({
  ...ofLine,
  limit: z.optional(integer(1, maxPageSize)),
  offset: z.optional(integer(0)),
  ...selection,
});

export const invoiceStorage = {
  right: "may_see_invoices",
  scope: "billing",
  summary:
    "What the storage of an invoice, or of one `line`, is made of: how much stood there on which days, as it was counted when it was issued. Empty for what was issued before that was kept",
  query: lineQuery,
  reply: listOf(InvoiceRun),
} satisfies Shapes;

export const invoiceServices = {
  right: "may_see_invoices",
  scope: "billing",
  summary:
    "The services and trips that an invoice, or one `line` of it, is made of, by day, each with its box or its delivery; of a cancelled one as they were",
  query: lineQuery,
  reply: listOf(InvoiceService),
} satisfies Shapes;

export const sheetOfInvoiceServices = {
  right: "may_see_invoices",
  scope: "billing",
  summary: "The same as a spreadsheet or CSV",
  query: z.object({ ...ofLine, ...sheetFormat }),
  reply: sheetReply,
} satisfies Shapes;

export const boxMovements = {
  right: "may_see_invoices",
  scope: "billing",
  summary:
    "The annex of an invoice as PDF: which boxes came and went on which day of its time, what stood in the store then, and each service and trip",
  reply: "application/pdf",
} satisfies Shapes;
