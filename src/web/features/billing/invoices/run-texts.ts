import type { billingWarnings } from "#contract/schemas/billing/billing.ts";

const warningText: Readonly<Record<(typeof billingWarnings)[number], string>> = {
  no_address: "Anschrift fehlt",
  no_price: "Lagerung ohne Preis",
  much_more: "über 30 % mehr als zuvor",
};

/** What should be looked at before an invoice is issued, as words; each stays in one line. */
export const warningsText = (warnings: readonly (keyof typeof warningText)[]): string =>
  warnings.map((warning) => warningText[warning].replaceAll(" ", "\u00a0")).join(", ");
