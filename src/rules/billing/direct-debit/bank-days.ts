import { addDays, isoWeekday } from "#rules/dates.ts";
import { easterSunday } from "#rules/deliveries/holidays.ts";

/** Whether money moves in SEPA on a day `YYYY-MM-DD`: no weekend, none of the six holidays of the ECB's system (T2). */
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

/** When an invoice that is due on a day can be debited: then, and at the earliest on the bank day after today (SEPA Core: handed in a day before). */
export const collectionDay = (due: string, today: string): string => {
  const tomorrow = addDays(today, 1);
  return bankDayFrom(due > tomorrow ? due : tomorrow);
};
