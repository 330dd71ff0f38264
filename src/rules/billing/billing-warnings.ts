/** Points that somebody should look at before a month is billed. */
export const billingWarnings = ["no_price", "much_more", "months_open"] as const;
export type BillingWarning = (typeof billingWarnings)[number];

export const warningText: Readonly<Record<BillingWarning, string>> = {
  no_price: "Lagerung ohne Preis",
  much_more: "über 30 % mehr als zuvor",
  months_open: "frühere Monate offen",
};

/** Returns the words for the points to look at; each stays in one line. */
export const warningsText = (warnings: readonly BillingWarning[]): string =>
  warnings.map((warning) => warningText[warning].replaceAll(" ", "\u00a0")).join(", ");

/** Says in sentences what prevents an invoice, and what should be looked at. */
export const hintsText = (of: { problems: readonly string[]; warnings: readonly BillingWarning[] }): string =>
  [...of.problems, warningsText(of.warnings)].filter(Boolean).join(" ");
