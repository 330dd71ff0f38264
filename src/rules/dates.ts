/** Business time (product 2). */
export const businessZone = "Europe/Berlin";

const parts = new Intl.DateTimeFormat("en-CA", {
  timeZone: businessZone,
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});

/** The calendar day of an instant in Berlin, `YYYY-MM-DD`. */
export function berlinDay(instant: Date): string {
  return parts.format(instant);
}

/** A day `YYYY-MM-DD` as people read it: `24.12.2026` (specification 9). */
export function showDate(day: string): string {
  return `${day.slice(8, 10)}.${day.slice(5, 7)}.${day.slice(0, 4)}`;
}

/**
 * A date that somebody typed, `24.12.2026`, `5.3.2027` or `24122026`, as `YYYY-MM-DD`;
 * null where it is none or does not exist in the calendar.
 */
export function parseGermanDate(text: string): string | null {
  const match = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text.trim()) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(text.trim());
  if (!match) return null;
  const [, day = "", month = "", year = ""] = match;
  const iso = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isDay(iso) ? iso : null;
}

/** Says whether `YYYY-MM-DD` is a day of the calendar. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

const instantPattern = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/** The day that is meant: `YYYY-MM-DD` itself, or the day of an ISO instant in Berlin (product 8); null where it is neither. */
export function dayMeant(text: string): string | null {
  if (isDay(text)) return text;
  const [, day = ""] = instantPattern.exec(text) ?? [];
  const instant = new Date(isDay(day) ? text : Number.NaN);
  return Number.isNaN(instant.getTime()) ? null : berlinDay(instant);
}

/** The day `count` days later, earlier where it is negative; days are `YYYY-MM-DD` and know no clock change. */
export function addDays(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + count);
  return date.toISOString().slice(0, 10);
}

/** The ISO weekday of a day `YYYY-MM-DD`: 1 Monday to 7 Sunday (specification 3). */
export function isoWeekday(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
}
