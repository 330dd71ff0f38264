import { berlinDay } from "#rules/dates.ts";
import { typedDay } from "#rules/texts/typed-day.ts";

/** The day of an instant (ISO 8601, UTC) in the reader's own zone: `24.12.2026` (specification 9). */
export function showDay(instant: string): string {
  return new Date(instant).toLocaleDateString("de-DE", { year: "numeric", month: "2-digit", day: "2-digit" });
}

/** An instant (ISO 8601, UTC) in the reader's own zone: `24.12.2026 14:05` (specification 9). */
export function showDateTime(instant: string): string {
  const time = new Date(instant).toLocaleTimeString("de-DE", { hour: "2-digit", minute: "2-digit" });
  return `${showDay(instant)} ${time}`;
}

/**
 * A time that somebody typed in the reader's own zone, `24.12.2026 14:05` or `morgen 8:00`, as an instant in UTC (specification 9); null
 * where it is none, or where the clock jumps over it.
 */
export function parseLocalTime(text: string): string | null {
  const match = /^(\S+?),?\s+(\d{1,2}):(\d{2})(?:\s*Uhr)?$/i.exec(text.trim());
  const day = typedDay(match?.[1] ?? "", berlinDay(new Date()));
  if (!match || !day) return null;
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const [hours, minutes] = [Number(match[2]), Number(match[3])];
  const time = new Date(year, month - 1, date, hours, minutes);
  const isThere = time.getDate() === date && time.getHours() === hours && time.getMinutes() === minutes;
  return isThere ? time.toISOString() : null;
}
