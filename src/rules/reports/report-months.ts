import { addMonths } from "#rules/months.ts";

/** Number of months in a report where none is specified, and the highest number. */
export const usualMonths = 12;
export const mostMonths = 60;

/** `count` months up to `last`, the earliest first. */
export const monthsUntil = (last: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => addMonths(last, index - count + 1));
