import { addDays } from "#rules/dates.ts";
import { addMonths } from "#rules/months.ts";

/** A month with its first day and the day after its last one, `YYYY-MM-DD`. */
export interface BilledMonth {
  readonly from: string;
  readonly to: string;
  readonly days: number;
}

/** The days of a month `YYYY-MM`. */
export function monthDays(month: string): BilledMonth {
  const from = `${month}-01`;
  const to = `${addMonths(month, 1)}-01`;
  return { from, to, days: countDays(from, to) };
}

/** Returns the number of days from a day on and before another one, `YYYY-MM-DD`. */
export const countDays = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);

/** The day after the last one that a preview of a month counts: a month that is under way is counted to the end of today. */
export const countedTo = ({ to }: BilledMonth, today: string): string => {
  const tomorrow = addDays(today, 1);
  return tomorrow < to ? tomorrow : to;
};
