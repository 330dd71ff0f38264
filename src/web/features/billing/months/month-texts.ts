import type { billingWarnings } from "#contract/schemas/billing/billing.ts";
import { monthDays } from "#rules/billing/month.ts";
import { showMonth } from "#rules/months.ts";
import { addDays, showDate } from "#rules/dates.ts";

const warningText: Readonly<Record<(typeof billingWarnings)[number], string>> = {
  no_address: "Anschrift fehlt",
  no_price: "Lagerung ohne Preis",
  much_more: "über 30 % mehr als zuvor",
};

/** What should be looked at, as words; each stays in one line. */
export const warningsText = (warnings: readonly (keyof typeof warningText)[]): string =>
  warnings.map((warning) => warningText[warning].replaceAll(" ", "\u00a0")).join(", ");

/** Until when a month is counted that is under way; nothing of one that is over. `until` is the day after the last one. */
export const underWayText = (month: string, until: string): string =>
  until < monthDays(month).to
    ? `Der ${showMonth(month)} läuft noch und ist bis zum ${showDate(addDays(until, -1))} gezählt.`
    : "";
