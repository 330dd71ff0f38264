import { showDate } from "#rules/dates.ts";
import { showMonth } from "#rules/months.ts";

/** Highest number of invoices that one call sends, prints or zips. */
export const mostSent = 500;

/** For which time an invoice is, in words: `Oktober 2026`, or its first and last day (`YYYY-MM-DD` both). */
export function periodInWords({
  period_from: from,
  period_to: to,
}: {
  period_from: string;
  period_to: string;
}): string {
  const month = from.slice(0, 7);
  const isMonth = to.slice(0, 7) === month && from.endsWith("-01");
  return isMonth ? showMonth(month) : `${showDate(from)} bis ${showDate(to)}`;
}
