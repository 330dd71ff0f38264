import type { ProviderSettings } from "#rules/billing/provider.ts";

/** Issuer of invoices in tests. */
export const testProvider = {
  name: "Muster Archiv GmbH",
  address: ["Hafenstraße 1", "28195 Bremen"],
  phone: "0421 12345",
  email: "rechnung@muster.example",
  vatId: "DE136695976",
  taxNumber: undefined,
  register: "Amtsgericht Bremen HRB 12345",
  contact: "Frau Kasse",
  iban: "DE02120300000000202051",
  bic: "BYLADEM1001",
  creditorId: "DE98ZZZ09999999999",
  bank: [],
} as const satisfies ProviderSettings;

/** The same as settings. */
export const providerSettings = {
  PROVIDER_ADDRESS: testProvider.address.join("|"),
  PROVIDER_PHONE: testProvider.phone,
  PROVIDER_EMAIL: testProvider.email,
  PROVIDER_VAT_ID: testProvider.vatId,
  PROVIDER_REGISTER: testProvider.register,
  PROVIDER_CONTACT: testProvider.contact,
  PROVIDER_IBAN: testProvider.iban,
  PROVIDER_BIC: testProvider.bic,
  PROVIDER_CREDITOR_ID: testProvider.creditorId,
  DATEV_CONSULTANT: "29098",
  DATEV_CLIENT: "55003",
  DATEV_REVENUE: "S=8400;E=8100;AE=8337",
};
