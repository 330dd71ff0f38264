import { addDays } from "#rules/dates.ts";

const monthPattern = /^(19|20)\d{2}-(0[1-9]|1[0-2])$/;

/** Whether `YYYY-MM` is a month. */
export const isMonth = (text: string): boolean => monthPattern.test(text);

/** The month of a day `YYYY-MM-DD`. */
export const monthOf = (day: string): string => day.slice(0, 7);

/** A month with its first day and the day after its last one, `YYYY-MM-DD`. */
export interface BilledMonth {
  readonly from: string;
  readonly to: string;
  readonly days: number;
}

/** The days of a month `YYYY-MM`. */
export function monthDays(month: string): BilledMonth {
  const from = `${month}-01`;
  const to = `${monthAfter(month, 1)}-01`;
  const days = Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
  return { from, to, days };
}

/** The month `count` months later, earlier where it is negative. */
export function monthAfter(month: string, count: number): string {
  const at = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + count;
  return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, "0")}`;
}

const names = ["Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober"];

/** `2026-11` as people read it: `November 2026`. */
export function showMonth(month: string): string {
  return `${[...names, "November", "Dezember"][Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`;
}

/** The day after the last one that a preview of a month counts: a month that is under way is counted to the end of today. */
export const countedTo = ({ to }: BilledMonth, today: string): string => {
  const tomorrow = addDays(today, 1);
  return tomorrow < to ? tomorrow : to;
};
