import type { BilledCustomer } from "#contract/schemas/billing/billing.ts";
import type { Reply } from "#contract/route.ts";
import type { previewInvoice } from "#contract/calls/billing/billing.ts";
import { monthDays } from "#rules/billing/month.ts";
import { showMonth } from "#rules/months.ts";
import { addDays, showDate } from "#rules/dates.ts";

/** Until when a month is counted that is under way; nothing of one that is over. `until` is the day after the last one. */
export const underWayText = (month: string, until: string): string =>
  until < monthDays(month).to
    ? `Der ${showMonth(month)} läuft noch und ist bis zum ${showDate(addDays(until, -1))} gezählt.`
    : "";

/** Explains how a preview is counted. */
export const countingText = ({ month, until, in_advance }: Reply<typeof previewInvoice>): string =>
  in_advance
    ? "Die Lagerung ist im Voraus berechnet; was davon abweicht, gleicht die nächste Rechnung aus."
    : underWayText(month, until);

type Standing = Pick<BilledCustomer, "billed_with" | "period_from" | "period_to">;

/** With which month a customer is billed where it is another one, or for which months where they are several; otherwise nothing. */
export function standingText({ billed_with, period_from, period_to }: Standing, month: string): string {
  if (billed_with !== null) return `wird mit ${showMonth(billed_with)} abgerechnet`;
  const [first, last] = [period_from.slice(0, 7), period_to.slice(0, 7)];
  return first === month && last === month ? "" : `${showMonth(first)} bis ${showMonth(last)}`;
}
