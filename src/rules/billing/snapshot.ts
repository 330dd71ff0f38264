import type { InvoiceLine, InvoiceTotals, Vat } from "./invoice-lines.ts";
import type { BilledItem, BilledUnit } from "./items.ts";

/** Issuer of an invoice, as it was then: the provider's settings. */
export interface InvoiceSeller {
  readonly name: string;
  readonly street: string;
  readonly postcode: string;
  readonly city: string;
  /** `DE123456789`; null where only a tax number is set. At least one of both is there. */
  readonly vat_id: string | null;
  readonly tax_number: string | null;
  /** The commercial register, as it stands on letters; null where there is none. */
  readonly register: string | null;
  /** BG-6: whom the receiver asks. */
  readonly contact: { readonly name: string; readonly phone: string; readonly email: string };
  readonly iban: string | null;
  readonly bic: string | null;
}

/** A direct debit as it was agreed when the invoice was issued (BG-19). */
export interface InvoiceDebit {
  /** The reference of the mandate (BT-89), and the day on which it was signed. */
  readonly mandate: string;
  readonly signed_on: string;
  /** The account that is debited (BT-91), without spaces. */
  readonly iban: string;
  /** The provider's creditor identifier (BT-90); empty where none is set: then nothing is issued. */
  readonly creditor_id: string;
}

/** In which form an invoice goes out. */
export const invoiceForms = ["zugferd", "xrechnung", "paper"] as const;
export type InvoiceForm = (typeof invoiceForms)[number];

/** Schemes of an electronic address (BT-49-1): e-mail, Leitweg-ID, German VAT id. */
export const eSchemes = ["EM", "0204", "9930"] as const;

/** The buyer as known when the invoice was issued. */
export interface InvoiceBuyer {
  /** The customer's code, four digits. */
  readonly code: string;
  readonly name: string;
  readonly street: string;
  /** BT-51: one more line, such as a building or a department. */
  readonly address_extra?: string;
  readonly postcode: string;
  readonly city: string;
  /** BT-55, ISO 3166-1; invoices of before there were countries have none, and are of customers in Germany. */
  readonly country?: string;
  readonly vat_id: string | null;
  /** BT-10 of an XRechnung: the Leitweg-ID, or null: then the customer's code stands there. */
  readonly leitweg_id: string | null;
  /** BT-49 with its scheme: an address of e-mail (`EM`), a Leitweg-ID (`0204`), a VAT id (`9930`). */
  readonly e_address: string;
  readonly e_scheme: (typeof eSchemes)[number];
  /** BT-13 and BT-12; empty where none is agreed. */
  readonly order_reference: string;
  readonly contract_reference: string;
}

/**
 * All that an invoice says, as it was issued: its XML and its paper are made of this and of nothing else. Amounts are decimal strings in euro, days
 * `YYYY-MM-DD` in Berlin; `period_to` is the last day of what is billed.
 */
export interface InvoiceSnapshot extends InvoiceTotals {
  /** 380 an invoice, 381 a cancellation, whose amounts are positive too. */
  readonly kind: 380 | 381;
  readonly number: string;
  readonly issued_on: string;
  readonly due_on: string;
  readonly payment_days: number;
  readonly period_from: string;
  readonly period_to: string;
  /** BT-25 and BT-26 of a cancellation: what it takes back. */
  readonly corrects: { readonly number: string; readonly issued_on: string } | null;
  readonly seller: InvoiceSeller;
  readonly buyer: InvoiceBuyer;
  readonly form: InvoiceForm;
  /** Only where the customer has given a mandate. */
  readonly debit?: InvoiceDebit;
  /** A cash discount, where one is agreed: within how many days, and per cent with two decimals. */
  readonly discount?: { readonly days: number; readonly percent: string };
  /** That it ends with a credit, which is paid out (decision 174): its sum is negative. */
  readonly pays_out?: true;
  /** BT-120 of what is exempt, where somebody has typed why. */
  readonly exemption?: string;
  readonly lines: readonly InvoiceLine[];
  /** That its paper writes out letters that the font lacks (decision 173); what was issued before shows a sign for each, as it did then. */
  readonly letters?: "latin";
  /** Services that the invoice had taken, on its cancellation: they are open again, and may change (decision 166). */
  readonly services?: readonly BilledService[];
}

/** A service as it was billed. */
export interface BilledService extends Vat {
  readonly day: string;
  readonly item: BilledItem;
  readonly unit: BilledUnit;
  readonly quantity: string;
  readonly price: string;
  readonly text: string;
  readonly cost_centre: string;
  readonly box_id: number | null;
  readonly delivery_id: number | null;
}

/** The lines of the receiver's address below the name, as letters have them: what is beside the street stands above it. */
export const buyerLines = ({ street, address_extra = "", postcode, city }: InvoiceBuyer): readonly string[] => [
  address_extra,
  street,
  `${postcode} ${city}`,
];

/** The direct debit by which an invoice is paid; null of a transfer, and of a cancellation, which is set off. */
export const debitOf = ({ kind, debit }: Pick<InvoiceSnapshot, "kind" | "debit">): InvoiceDebit | null =>
  kind === 380 ? (debit ?? null) : null;
