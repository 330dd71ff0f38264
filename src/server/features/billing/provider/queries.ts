import type { ProviderField } from "#contract/fields/provider.ts";
import type { Provider } from "#contract/schemas/billing/provider.ts";
import { sellerProblems } from "#rules/billing/e-invoice/content-problems.ts";
import { invoiceSeller, issuesZero, type ProviderSettings } from "#rules/billing/provider.ts";
import { providerIn } from "#server/database/billing/provider.ts";
import type { Reader } from "#server/database/database.ts";
import type { Scope } from "#server/database/scope.ts";

/** Returns the fields that the server's settings determine. */
const fieldsSet = (set: ProviderSettings): ProviderField[] => {
  const isSet: Readonly<Record<ProviderField, unknown>> = {
    street: set.address[0],
    postcode: set.address[0],
    city: set.address[0],
    contact_phone: set.phone,
    contact_email: set.email,
    contact: set.contact,
    vat_id: set.vatId,
    tax_number: set.taxNumber,
    register: set.register,
    iban: set.iban,
    bic: set.bic,
    creditor_id: set.creditorId,
    exemption_reason: set.exemptionReason,
  };
  return (Object.keys(isSet) as ProviderField[]).filter((field) => isSet[field] !== undefined);
};

/** The provider as invoices name it; what is set on the server goes before what was typed in. */
export async function providerKnown(db: Reader, _scope: Scope, set: ProviderSettings): Promise<Provider> {
  const provider = await providerIn(db, set);
  const seller = invoiceSeller(provider);
  const { name, street, postcode, city, contact, vat_id, tax_number, register, iban, bic } = seller;
  return {
    name,
    street,
    postcode,
    city,
    contact_phone: contact.phone,
    contact_email: contact.email,
    contact: contact.name,
    vat_id: vat_id ?? "",
    tax_number: tax_number ?? "",
    register: register ?? "",
    iban: iban ?? "",
    bic: bic ?? "",
    creditor_id: provider.creditorId ?? "",
    exemption_reason: provider.exemptionReason ?? "",
    zero_invoices: issuesZero(provider),
    set: fieldsSet(set),
    problems: [...sellerProblems(seller)],
  };
}
