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

const soon = 2 * 60_000; // ms; that a scan takes longer on its way is worth a word

/** When something was scanned, and when it was booked where that was later: `24.12.2026 14:02, gebucht 16:40`. */
export function showBooked(happened: string | null, created: string): string {
  const booked = showDateTime(created);
  if (happened === null || Date.parse(created) - Date.parse(happened) <= soon) return booked;
  const day = `${showDay(happened)} `;
  return `${showDateTime(happened)}, gebucht ${booked.startsWith(day) ? booked.slice(day.length) : booked}`;
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
