import { isDay, parseGermanDate } from "#rules/dates.ts";

/** That an invoice was paid, and on which day (`YYYY-MM-DD`). */
export interface Payment {
  readonly number: string;
  readonly paid_on: string;
}

const separators = /[\t;]/;

/** Highest number of payments at once. */
export const mostPayments = 1000;

/**
 * Payments as they are copied out of a spreadsheet: a line each with the number of the invoice and the day, separated by a tab or a semicolon; what stands in further
 * columns, and a first line without a day, which is a heading, are left out. Answers the first line that is none, from 1.
 */
export function readPayments(text: string): { readonly payments: Payment[] } | { readonly wrong: number } {
  const payments: Payment[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const [number = "", typed = ""] = line.split(separators).map((cell) => cell.trim());
    if (line.trim() === "") continue;
    const paid_on = isDay(typed) ? typed : parseGermanDate(typed);
    if (number !== "" && paid_on !== null) payments.push({ number, paid_on });
    else if (index > 0 || /\d/.test(typed)) return { wrong: index + 1 };
  }
  return { payments };
}
