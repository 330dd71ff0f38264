/** What somebody should look at before a month is billed. */
export const billingWarnings = ["no_address", "no_price", "much_more", "credit", "months_open"] as const;
export type BillingWarning = (typeof billingWarnings)[number];

const warningText: Readonly<Record<BillingWarning, string>> = {
  no_address: "Anschrift fehlt",
  no_price: "Lagerung ohne Preis",
  much_more: "über 30 % mehr als zuvor",
  credit: "Guthaben, wird mit der nächsten Rechnung verrechnet",
  months_open: "frühere Monate offen",
};

/** What should be looked at, as words; each stays in one line. */
export const warningsText = (warnings: readonly BillingWarning[]): string =>
  warnings.map((warning) => warningText[warning].replaceAll(" ", "\u00a0")).join(", ");
