import { addMonths } from "#rules/months.ts";
import { monthDays } from "./month.ts";

/** For how many months a customer is billed at once, by the calendar. */
export const intervals = ["month", "quarter", "year"] as const;
export type Interval = (typeof intervals)[number];
export const intervalText: Readonly<Record<Interval, string>> = {
  month: "jeden Monat",
  quarter: "jedes Vierteljahr",
  year: "jedes Jahr",
};

/** Times at which the storage is paid: when its period is over, or when it begins. */
export const storageWhens = ["arrears", "advance"] as const;
export type StorageWhen = (typeof storageWhens)[number];
export const storageWhenText: Readonly<Record<StorageWhen, string>> = {
  arrears: "nachträglich",
  advance: "im Voraus",
};

const lengths: Readonly<Record<Interval, number>> = { month: 1, quarter: 3, year: 12 };

/** The months `YYYY-MM` of the interval that a month lies in. */
export function intervalMonths(month: string, interval: Interval): string[] {
  const length = lengths[interval];
  const first = addMonths(month, -((Number(month.slice(5)) - 1) % length));
  return Array.from({ length }, (_, nth) => addMonths(first, nth));
}

/** When a customer is billed. */
export interface BillingTimes {
  readonly interval: Interval;
  readonly storage_when: StorageWhen;
  /** First days of months (`YYYY-MM-DD`) from which on something else about the times is agreed than before. */
  readonly changed?: readonly string[];
}

/** Plan of what one invoice of a customer is for. */
export interface BillingPlan {
  /** Months `YYYY-MM` one after the other. */
  readonly months: readonly string[];
  /** With which of them they are billed: the last one, or the first one in advance. */
  readonly month: string;
  /** Those that are not over, whose storage is billed as it stands the day before the first of them. */
  readonly ahead: readonly string[];
  /** True where the invoice can be issued. */
  readonly isDue: boolean;
}

/**
 * With which months one is billed that is not billed yet: those of its interval that lie side by side with it and are not billed either (`billed`, months),
 * so that no change of the interval leaves one out or bills one twice; where the times are agreed anew another invoice begins. A month that is over is billed as it was, in advance or not. `today` is `YYYY-MM-DD`.
 */
export function billingPlan(
  month: string,
  { interval, storage_when, changed = [] }: BillingTimes,
  billed: ReadonlySet<string>,
  today: string,
): BillingPlan {
  const whole = intervalMonths(month, interval);
  const at = whole.indexOf(month);
  const isBilled = (each: string) => billed.has(each);
  const isAnew = (each: string) => changed.includes(`${each}-01`);
  const from = Math.max(whole.slice(0, at).findLastIndex(isBilled) + 1, whole.slice(0, at + 1).findLastIndex(isAnew));
  const until = whole.findIndex((each, nth) => nth > at && (isBilled(each) || isAnew(each)));
  const months = whole.slice(from, until === -1 ? whole.length : until);
  const [first = month, last = month] = [months[0], months.at(-1)];
  const isAhead = storage_when === "advance";
  const isOver = (each: string) => monthDays(each).to <= today;
  return {
    months,
    month: isAhead ? first : last,
    ahead: isAhead ? months.filter((each) => !isOver(each)) : [],
    isDue: isAhead ? monthDays(first).from <= today : isOver(last),
  };
}
