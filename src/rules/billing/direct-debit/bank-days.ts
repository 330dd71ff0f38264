import { addDays, berlinDay, isoWeekday } from "#rules/dates.ts";
import { easterSunday } from "#rules/deliveries/holidays.ts";
import { berlinTime, isBefore } from "#rules/times.ts";

/** Says whether money moves in SEPA on a day `YYYY-MM-DD`: no weekend, none of the six holidays of the ECB's system (T2). */
function isBankDay(day: string): boolean {
  const weekday = isoWeekday(day);
  const easter = easterSunday(Number(day.slice(0, 4)));
  const holidays = [addDays(easter, -2), addDays(easter, 1)];
  const fixed = ["01-01", "05-01", "12-25", "12-26"];
  return weekday < 6 && !holidays.includes(day) && !fixed.includes(day.slice(5));
}

/** The first day from `day` on, `YYYY-MM-DD`, on which money moves. */
export function bankDayFrom(day: string): string {
  let first = day;
  while (!isBankDay(first)) first = addDays(first, 1);
  return first;
}

/**
 * The first day on which what is handed in now can be debited: the bank has a file on the day when it takes it, before its hour of closing (`HH:MM` in Berlin) on
 * a bank day, and SEPA Core wants one bank day between (EPC016-06, D-1).
 */
export function firstCollectionDay(now: Date, cutoff: string): string {
  const today = berlinDay(now);
  const taken = bankDayFrom(isBefore(berlinTime(now), cutoff) ? today : addDays(today, 1));
  return bankDayFrom(addDays(taken, 1));
}

/** When an invoice that is due on a day can be debited, at the earliest on the first one that is possible; days are `YYYY-MM-DD`. */
export const collectionDay = (due: string, first: string): string => bankDayFrom(due > first ? due : first);
