import { addDays, berlinDay, businessZone, isoWeekday, showDate } from "#rules/dates.ts";
import { type ClosedOn, openAlways } from "./closed-days.ts";

/** ISO weekdays (specification 3), as forms and lists show them. */
export const weekdays = [
  { day: 1, short: "MO", name: "Montag" },
  { day: 2, short: "DI", name: "Dienstag" },
  { day: 3, short: "MI", name: "Mittwoch" },
  { day: 4, short: "DO", name: "Donnerstag" },
  { day: 5, short: "FR", name: "Freitag" },
  { day: 6, short: "SA", name: "Samstag" },
  { day: 7, short: "SO", name: "Sonntag" },
] as const;

/** `2026-11-25` as "Mittwoch, 25.11.2026". */
export function showWeekday(day: string): string {
  return `${weekdays[isoWeekday(day) - 1]?.name}, ${showDate(day)}`;
}

/** Facts about a delivery option that decide its days. */
export interface DeliveryTimes {
  /** ISO weekdays 1 to 7, at least one. */
  readonly days: readonly number[];
  /** `HH:MM` or `HH:MM:SS` in Berlin. */
  readonly to: string;
  /** Hours before `to` by which an order must be there, 0 to 8760. */
  readonly prior: number;
}

/** The weekdays of an option as they travel, `"1,2,5"` (specification 3). */
export function parseDays(days: string): number[] {
  return days.split(",").map(Number);
}

/** Returns the facts that decide an option's days, from the option as it is transmitted. */
export function computeTimes({
  days,
  to,
  prior,
}: Pick<DeliveryTimes, "to" | "prior"> & { readonly days: string }): DeliveryTimes {
  return { days: parseDays(days), to, prior };
}

/** The weekdays of an option as people read them: `"MO DI FR"` (specification 2). */
export function shownDays(days: readonly number[]): string {
  return weekdays
    .filter(({ day }) => days.includes(day))
    .map(({ short }) => short)
    .join(" ");
}

/** Says whether the day `YYYY-MM-DD` falls on one of the ISO weekdays. */
export function isDeliveryDay(days: readonly number[], day: string): boolean {
  return days.includes(isoWeekday(day));
}

/** Thirty years: longer than all days that may be typed, if one weekday had them all. */
const mostAhead = 10_957;

/**
 * The first day, `YYYY-MM-DD` in Berlin, on which something ordered `now` can be delivered (specification 4, product 6):
 * today before the cutoff, else tomorrow, and from there on to the next of the option's weekdays that is not closed
 * (decision 118). The rule knows only today and tomorrow, however many hours `prior` has. Throws a RangeError where the option has no weekday.
 */
export function nextDeliveryDay(option: DeliveryTimes, now: Date, closed: ClosedOn = openAlways): string {
  const today = berlinDay(now);
  const base = isTooLate(option, now) ? addDays(today, 1) : today;
  for (let ahead = 0; ahead < mostAhead && option.days.length > 0; ahead++) {
    const day = addDays(base, ahead);
    if (isDeliveryDay(option.days, day) && closed(day) === undefined) return day;
  }
  throw new RangeError(`a delivery option without a weekday: "${option.days.join(",")}"`);
}

/** Two years, one of them with a leap day: a delivery farther from today is a slip of the finger. */
const farthestDays = 731;

/** The last day that something ordered `now` may be delivered on. */
export const lastDeliveryDay = (now: Date): string => addDays(berlinDay(now), farthestDays);

/** Says whether a day `YYYY-MM-DD` is too far from now, in either direction. */
export function isTooFar(day: string, now: Date): boolean {
  const today = berlinDay(now);
  return day > addDays(today, farthestDays) || day < addDays(today, -farthestDays);
}

/** Days that can be ordered at a moment, by the server's clock: the first and the last, `YYYY-MM-DD`, and the closed days between. */
export interface DeliveryDays {
  readonly next: string;
  readonly last: string;
  readonly closed: ClosedOn;
}

/** Returns the days that can be ordered `now`. */
export const deliveryDays = (option: DeliveryTimes, now: Date, closed: ClosedOn): DeliveryDays => ({
  next: nextDeliveryDay(option, now, closed),
  last: lastDeliveryDay(now),
  closed,
});

/** Returns the reason why an order cannot be delivered on the day `YYYY-MM-DD` (product 6); null where there is none. */
export function deliveryDayProblem(
  weekdaysOfOption: readonly number[],
  day: string,
  { next, last, closed }: DeliveryDays,
): "tooEarly" | "tooFar" | "wrongWeekday" | "closed" | null {
  if (day < next && closed(day) === undefined) return "tooEarly";
  if (day > last) return "tooFar";
  if (closed(day) !== undefined) return "closed";
  return isDeliveryDay(weekdaysOfOption, day) ? null : "wrongWeekday";
}

const hour = 3600; // seconds
const clock = new Intl.DateTimeFormat("de-DE", {
  timeZone: businessZone,
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
});

/** Seconds since midnight on a wall clock in Berlin. */
function wallSeconds(instant: Date): number {
  return secondsOf(clock.format(instant));
}

function secondsOf(time: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(":").map(Number);
  return hours * hour + minutes * 60 + seconds;
}

/** At the cutoff itself it is too late; a cutoff before midnight is one that today has never. */
function isTooLate({ to, prior }: DeliveryTimes, now: Date): boolean {
  return latestShown(now) >= secondsOf(to) - prior * hour;
}

/**
 * The latest time that the clock has shown today. In autumn it shows the hour from 2 to 3 twice, and what was too late
 * the first time stays so the second time: all of the hour has been.
 */
function latestShown(now: Date): number {
  const wallTime = wallSeconds(now);
  const repeated = wallSeconds(new Date(now.getTime() - hour * 1000)) === wallTime;
  return repeated ? wallTime - (wallTime % hour) + hour - 1 : wallTime;
}
