import { monthDays } from "#rules/billing/month.ts";
import { showMonth } from "#rules/months.ts";
import { addDays, showDate } from "#rules/dates.ts";

/** Until when a month is counted that is under way; nothing of one that is over. `until` is the day after the last one. */
export const underWayText = (month: string, until: string): string =>
  until < monthDays(month).to
    ? `Der ${showMonth(month)} läuft noch und ist bis zum ${showDate(addDays(until, -1))} gezählt.`
    : "";
