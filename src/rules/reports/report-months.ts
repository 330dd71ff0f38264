import { addMonths } from "#rules/months.ts";

/** How many months a report shows where nothing is said, and at most. */
export const usualMonths = 12;
export const mostMonths = 60;

/** `count` months up to `last`, the earliest first. */
export const monthsUntil = (last: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => addMonths(last, index - count + 1));
