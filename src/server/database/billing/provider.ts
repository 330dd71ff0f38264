import type { ProviderSettings } from "#rules/billing/provider.ts";
import type { Reader } from "#server/database/database.ts";

/** Returns the known facts of the provider: values set on the server (`PROVIDER_…`) take precedence over those that staff typed in. */
export async function providerIn(db: Reader, set: ProviderSettings): Promise<ProviderSettings> {
  const kept = await db.selectFrom("provider").selectAll().executeTakeFirst();
  if (!kept) return set;
  const address = [kept.street, `${kept.postcode} ${kept.city}`.trim()].filter((line) => line !== "");
  return {
    name: set.name,
    address: set.address.length > 0 ? set.address : address,
    phone: set.phone ?? orNothing(kept.contact_phone),
    email: set.email ?? orNothing(kept.contact_email),
    vatId: set.vatId ?? orNothing(kept.vat_id),
    taxNumber: set.taxNumber ?? orNothing(kept.tax_number),
    register: set.register ?? orNothing(kept.register),
    contact: set.contact ?? orNothing(kept.contact),
    iban: set.iban ?? orNothing(kept.iban),
    bic: set.bic ?? orNothing(kept.bic),
    creditorId: set.creditorId ?? orNothing(kept.creditor_id),
    exemptionReason: orNothing(kept.exemption_reason),
    zeroInvoices: kept.zero_invoices,
    bank: set.bank,
  };
}

const orNothing = (text: string) => text || undefined;
