import { berlinDay } from "./dates.ts";

/** Says whether a text is a month of the calendar, `2026-11`. */
export const isMonth = (text: string): boolean => /^(19|20|21)\d\d-(0[1-9]|1[0-2])$/.test(text);

/** The month `count` months later, earlier where it is negative. */
export function addMonths(month: string, count: number): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + count);
  return date.toISOString().slice(0, 7);
}

/** The month in Berlin. */
export const monthOf = (instant: Date): string => berlinDay(instant).slice(0, 7);

const names = new Intl.DateTimeFormat("de-DE", { month: "long", year: "numeric", timeZone: "UTC" });

/** `2026-11` as `November 2026`. */
export const showMonth = (month: string): string => names.format(new Date(`${month}-01T00:00:00Z`));
