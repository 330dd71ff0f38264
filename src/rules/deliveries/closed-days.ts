import { addDays, isoWeekday } from "#rules/dates.ts";
import { listHolidays, type ClosedDay, type Land } from "./holidays.ts";

/** Why nobody delivers on a day `YYYY-MM-DD`; undefined where somebody does. */
export type ClosedOn = (day: string) => string | undefined;

/** Nobody has said that there is a day without deliveries. */
export const openAlways: ClosedOn = () => undefined;

/** The days without deliveries: those that were typed, and the holidays of the Land where one is set. */
export function closedOn(typed: readonly ClosedDay[], land?: Land): ClosedOn {
  const days = new Map(typed.map(({ day, name }) => [day, name]));
  const years = new Set<string>();
  const addHolidays = (year: string) => {
    years.add(year);
    if (land) for (const { day, name } of listHolidays(land, Number(year))) if (!days.has(day)) days.set(day, name);
  };
  return (day) => {
    const year = day.slice(0, 4);
    if (!years.has(year)) addHolidays(year);
    return days.get(day);
  };
}

/** The first day from `day` (`YYYY-MM-DD`) on that is from Monday to Friday and not closed. */
export function nextWorkingDay(day: string, closed: ClosedOn): string {
  let next = day;
  while (isoWeekday(next) > 5 || closed(next) !== undefined) next = addDays(next, 1);
  return next;
}

/** Returns the sentence that says to staff which holidays are in force; `land` is the name that people use. */
export const holidaysSentence = (land: string | null): string =>
  land === null
    ? "Feiertage gelten als Liefertage. Wessen Feiertage frei sind, stellt ein, wer den Server betreut."
    : `An gesetzlichen Feiertagen in ${land} und an Schließtagen wird nicht geliefert.`;
