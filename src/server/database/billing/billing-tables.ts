import type { Generated } from "kysely";
import type { Interval, StorageWhen } from "#rules/billing/billing-plan.ts";
import type { NumberSeries } from "#rules/billing/number-series.ts";
import type { InvoiceForm } from "#rules/billing/snapshot.ts";
import type { BilledItem, BilledUnit, PricedItem, StorageMode, VatCategory } from "#rules/billing/items.ts";

/** The tables of prices, and of what customers owe; amounts are decimal strings in euro. */
export interface BillingTables {
  /** One row at most: the provider as staff typed it in. */
  provider: {
    is_only: Generated<boolean>;
    street: string;
    postcode: string;
    city: string;
    contact_phone: string;
    contact_email: string;
    contact: string;
    vat_id: string;
    tax_number: string;
    register: string;
    iban: string;
    bic: string;
    creditor_id: string;
    exemption_reason: string;
    zero_invoices: boolean;
  };
  price_lists: {
    id: Generated<number>;
    name: string;
    vat_category: Generated<VatCategory>;
    vat_rate: Generated<string>;
    created: Generated<string>;
  };
  price_rules: {
    list_id: number;
    item: PricedItem;
    unit: BilledUnit;
    price: string;
    vat_category: VatCategory;
    vat_rate: string;
    valid_from: string;
  };
  customer_terms: {
    customer_id: number;
    price_list_id: number | null;
    storage_mode: Generated<StorageMode>;
    also_while_out: Generated<boolean>;
    minimum: string | null;
    minimum_scope: Generated<"storage" | "all">;
    invoice_form: Generated<InvoiceForm>;
    vat_id: Generated<string>;
    leitweg_id: Generated<string>;
    e_address: Generated<string>;
    e_scheme: Generated<"EM" | "0204" | "9930">;
    order_reference: Generated<string>;
    contract_reference: Generated<string>;
    payment_days: Generated<number>;
    sepa_mandate: Generated<string>;
    mandate_date: string | null;
    iban: Generated<string>;
    storage_when: Generated<StorageWhen>;
    interval: Generated<Interval>;
    address_extra: Generated<string>;
    exemption_reason: Generated<string>;
    discount_days: number | null;
    discount_percent: string | null;
  };
  /** Agreements with a customer from the first of a month on; the database writes them with `customer_terms` and `customers.meter_price`. */
  agreements: {
    customer_id: number;
    valid_from: string;
    price_list_id: number | null;
    storage_mode: StorageMode;
    also_while_out: boolean;
    minimum: string | null;
    minimum_scope: "storage" | "all";
    storage_when: StorageWhen;
    interval: Interval;
    meter_price: string;
  };
  /** The rate of trips and minimums of a price list from the first of a month on; the database writes it with `price_lists`. */
  list_rates: { list_id: number; valid_from: string; vat_category: VatCategory; vat_rate: string };
  service_entries: {
    id: Generated<number>;
    customer_id: number;
    day: string;
    item: BilledItem;
    unit: BilledUnit;
    quantity: string;
    price: string;
    vat_category: VatCategory;
    vat_rate: string;
    text: Generated<string>;
    cost_centre: Generated<string>;
    box_id: number | null;
    seq: number | null;
    delivery_id: number | null;
    copy_id: number | null;
    user_id: number | null;
    invoice_id: number | null;
    created: Generated<string>;
  };
  invoice_series: { kind: number; year: number; last: number };
  invoices: {
    id: Generated<number>;
    number: string;
    kind: 380 | 381;
    customer_id: number;
    period_from: string;
    period_to: string;
    corrects_id: number | null;
    snapshot: string;
    net: string;
    vat: string;
    gross: string;
    issued: Generated<string>;
    issued_by: number;
    due: string;
    xml: string | null;
    xml_sha256: Buffer | null;
  };
  /** Hash of each invoice as it was when it was issued, for the seals. */
  invoice_hashes: { invoice_id: number; number: string; issued: string; hash: Buffer };
  /** Statements of people after a restore about the numbers that had left the provider; the restore writes the questions. */
  restored_numbers: {
    id: Generated<number>;
    series: NumberSeries;
    year: number | null;
    taken: string;
    restored: Generated<string>;
    known: number;
    named: Generated<number | null>;
    user_id: Generated<number | null>;
    answered: Generated<string | null>;
  };
  invoice_notes: {
    invoice_id: number;
    sent: string | null;
    paid_on: string | null;
    /** Where it went by mail, and how that stands, which the database keeps in step with `messages`. */
    mail_to: Generated<string | null>;
    mail_state: Generated<"waiting" | "sent" | "failed" | null>;
    mail_failure: Generated<string | null>;
  };
  debit_files: { id: Generated<number>; created: Generated<string>; user_id: number };
  debited_invoices: { invoice_id: number; file_id: number; collect_on: string };
  debits_taken_back: {
    invoice_id: number;
    file_id: number;
    created: string;
    collect_on: string;
    taken_back: Generated<string>;
  };
  billed_months: {
    customer_id: number;
    month: string;
    invoice_id: number;
    in_advance: Generated<boolean>;
    settled_by: number | null;
  };
}
