import type { InvoiceSeller } from "./snapshot.ts";

/** What is set of the provider (`PROVIDER_…`), as far as invoices want it. */
export interface ProviderSettings {
  readonly name: string;
  /** The lines below the name on letters: the street first, postcode and city last. */
  readonly address: readonly string[];
  readonly phone: string | undefined;
  readonly email: string | undefined;
  readonly vatId: string | undefined;
  readonly taxNumber: string | undefined;
  readonly register: string | undefined;
  readonly contact: string | undefined;
  readonly iban: string | undefined;
  readonly bic: string | undefined;
  /** The creditor identifier, without which nothing is collected. */
  readonly creditorId: string | undefined;
}

/**
 * The seller of an invoice, or the names of the settings without which none is issued: § 14 Abs. 4 UStG wants the address and a tax number, EN 16931 and
 * XRechnung (BG-6) whom the receiver asks.
 */
export function invoiceSeller(provider: ProviderSettings): InvoiceSeller | { readonly missing: readonly string[] } {
  const { name, address, phone, email, vatId, taxNumber, register, contact, iban, bic } = provider;
  const [street = "", ...more] = address;
  const [, postcode = "", city = ""] = /^(\d{5})\s+(.+)$/.exec(more.at(-1) ?? "") ?? [];
  const missing = [
    ...(street === "" || postcode === "" ? ["PROVIDER_ADDRESS"] : []),
    ...(phone ? [] : ["PROVIDER_PHONE"]),
    ...(email ? [] : ["PROVIDER_EMAIL"]),
    ...(vatId || taxNumber ? [] : ["PROVIDER_VAT_ID"]),
    ...(contact ? [] : ["PROVIDER_CONTACT"]),
  ];
  if (missing.length > 0) return { missing };
  return {
    name,
    street,
    postcode,
    city,
    vat_id: vatId ?? null,
    tax_number: taxNumber ?? null,
    register: register ?? null,
    contact: { name: contact ?? "", phone: phone ?? "", email: email ?? "" },
    iban: iban?.replaceAll(" ", "") ?? null,
    bic: bic ?? null,
  };
}
