import { berlinDay, businessZone, showDate } from "./dates.ts";

/** Says whether one time of day, `HH:MM` or `HH:MM:SS`, lies before the other. */
export function isBefore(one: string, other: string): boolean {
  return whole(one) < whole(other);
}
const whole = (time: string) => time.padEnd(8, ":00");

const clock = new Intl.DateTimeFormat("de-DE", {
  timeZone: businessZone,
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** The time of day of an instant in Berlin, `HH:MM`. */
export function berlinTime(instant: Date): string {
  return clock.format(instant);
}

/** An instant, ISO 8601, as sentences and papers say it, in Berlin: `24.12.2026, 14:05 Uhr`. */
export function showDayAndTime(instant: string): string {
  const at = new Date(instant);
  return `${showDate(berlinDay(at))}, ${berlinTime(at)} Uhr`;
}

/** A time of day as people type it, `8`, `8:30`, `08.30` or `0830`, as `08:30`; null where it is none. */
export function parseTime(typed: string): string | null {
  const [, hour = "", minute = "00"] = /^(\d{1,2})(?:[:.]?(\d{2}))?(?: ?Uhr)?$/.exec(typed.trim()) ?? [];
  if (hour === "" || Number(hour) > 23 || Number(minute) > 59) return null;
  return `${hour.padStart(2, "0")}:${minute}`;
}
