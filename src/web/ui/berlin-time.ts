import { berlinDay, showDate } from "#rules/dates.ts";
import { berlinTime } from "#rules/times.ts";
import { typedDay } from "#rules/texts/typed-day.ts";

// The archive's times are Berlin's on every screen, wherever the reader's computer believes to be (specification 9).

/** The day of an instant (ISO 8601, UTC): `24.12.2026`. */
export const showDay = (instant: string): string => showDate(berlinDay(new Date(instant)));

/** An instant (ISO 8601, UTC): `24.12.2026 14:05`. */
export const showDateTime = (instant: string): string => `${showDay(instant)} ${berlinTime(new Date(instant))}`;

const soon = 2 * 60_000; // ms; that a scan takes longer on its way is worth a word

interface BookedTime {
  readonly happened: string | null;
  readonly happened_unknown: boolean;
  readonly created: string;
}

/** When something was scanned, and when it was booked where that was later: `24.12.2026 14:02, gebucht 16:40`. */
export function showBooked({ happened, happened_unknown: isUnknown, created }: BookedTime): string {
  const timeText = showDateTime(created);
  if (isUnknown) return `gebucht ${timeText}, Zeit des Scans unbekannt`;
  if (happened === null || Date.parse(created) - Date.parse(happened) <= soon) return timeText;
  const day = `${showDay(happened)} `;
  return `${showDateTime(happened)}, gebucht ${timeText.startsWith(day) ? timeText.slice(day.length) : timeText}`;
}

/**
 * A time that somebody typed, `24.12.2026 14:05` or `morgen 8:00`, as an instant in UTC (specification 9), of two an hour apart the first; null
 * where it is none, or where the clock jumps over it.
 */
export function parseBerlinTime(text: string): string | null {
  const match = /^(\S+?),?\s+(\d{1,2}):(\d{2})(?:\s*Uhr)?$/i.exec(text.trim());
  const day = typedDay(match?.[1] ?? "", berlinDay(new Date()));
  if (!match || !day) return null;
  const time = `${(match[2] ?? "").padStart(2, "0")}:${match[3]}`;
  const instants = ["+02:00", "+01:00"].map((summer) => new Date(`${day}T${time}:00${summer}`));
  const instant = instants.find(
    (one) => !Number.isNaN(one.getTime()) && berlinDay(one) === day && berlinTime(one) === time,
  );
  return instant?.toISOString() ?? null;
}
