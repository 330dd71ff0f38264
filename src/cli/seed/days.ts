/** Points in time of the seed: whole minutes since 1970 in UTC, and whole days. */
const minutesOfDay = 1440;

export const dayOf = (minute: number) => Math.floor(minute / minutesOfDay);

/** The day after `day` that is no Saturday and no Sunday, or `day` itself. */
export function workDay(day: number): number {
  const weekday = weekdayOfDay(day);
  return weekday > 5 ? day + 8 - weekday : day;
}

/** 1 Monday to 7 Sunday. */
export function weekdayOfDay(day: number): number {
  return ((day + 3) % 7) + 1;
}

/** The first working minute on or after `day` that comes after `previous`, and not after `now` if there is one. */
export function later(previous: number, day: number, minute: number, now: number): number {
  const target = Math.min(workDay(day) * minutesOfDay + minute, now);
  return target > previous ? target : previous + 1;
}

const two = (value: number) => String(value).padStart(2, "0");
const clock = Array.from(
  { length: minutesOfDay },
  (_, minute) => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`,
);
const dayTexts = new Map<number, string>();

/** `2026-11-21` */
export function dayText(day: number): string {
  let text = dayTexts.get(day);
  if (text === undefined) {
    text = new Date(day * minutesOfDay * 60_000).toISOString().slice(0, 10);
    dayTexts.set(day, text);
  }
  return text;
}

/** `2026-11-21 08:15Z` */
export function minuteText(minute: number): string {
  return `${dayText(dayOf(minute))} ${clock[minute % minutesOfDay]}Z`;
}

export function yearOf(day: number): number {
  return Number(dayText(day).slice(0, 4));
}

/** When a box that was made at this minute was first put on a shelf: on the next working day. */
export function storedAt(created: number, now: number): number {
  return later(created, dayOf(created) + 1, created % minutesOfDay, now);
}
