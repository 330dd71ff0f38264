import type { InvoiceSeller } from "./snapshot.ts";

/** Known facts of the provider, from settings (`PROVIDER_…`) or as typed in by staff; undefined means not known. */
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
  /** Why nothing is taxed that is exempt, where a customer's terms do not say it. */
  readonly exemptionReason?: string | undefined;
  /** True where invoices are issued that charge nothing; they are issued where nobody says otherwise. */
  readonly zeroInvoices?: boolean;
  /** The lines of the bank account on letters. */
  readonly bank: readonly string[];
}

/** Says whether invoices are issued that charge nothing. */
export const issuesZero = ({ zeroInvoices = true }: ProviderSettings): boolean => zeroInvoices;

/**
 * The seller of an invoice; what is not known is empty, and `contentProblems` says so: § 14 Abs. 4 UStG wants the address and a tax number, EN 16931 and
 * XRechnung (BG-6) whom the receiver asks.
 */
export function invoiceSeller(provider: ProviderSettings): InvoiceSeller {
  const { name, address, phone, email, vatId, taxNumber, register, contact, iban, bic } = provider;
  const [street = "", ...more] = address;
  const [, postcode = "", city = ""] = /^(\d{5})\s+(.+)$/.exec(more.at(-1) ?? "") ?? [];
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
