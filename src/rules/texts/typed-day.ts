import { addDays, parseGermanDate } from "#rules/dates.ts";

const yearsAhead = 20; // a year of two digits further ahead was one of the century before
const days: Readonly<Record<string, number>> = { heute: 0, morgen: 1, übermorgen: 2 };

/**
 * The day that somebody means who has typed to the end, by `today` in Berlin: besides whole dates `24.11.26`, `24.11.` (the next such
 * day, today included) and `morgen`. Null where it is none. While it is typed `24.11.20` may become `24.11.2026`.
 */
export function typedDay(text: string, today: string): string | null {
  const input = text.trim().toLowerCase();
  const ahead = days[input];
  if (ahead !== undefined) return addDays(today, ahead);
  const [, day, month, year] = /^(\d{1,2})\.(\d{1,2})\.?(?:(?<=\.)(\d{2}))?$/.exec(input) ?? [];
  if (!day || !month) return parseGermanDate(input);
  const thisYear = Number(today.slice(0, 4));
  if (year) return parseGermanDate(`${day}.${month}.${fullYear(Number(year), thisYear)}`);
  // 29 February comes after eight years at the latest
  for (let next = thisYear; next <= thisYear + 8; next++) {
    const date = parseGermanDate(`${day}.${month}.${next}`);
    if (date && date >= today) return date;
  }
  return null;
}

/** A year of two digits: of those with such an end the last one that is not too far ahead. */
function fullYear(end: number, thisYear: number): number {
  const latest = thisYear + yearsAhead;
  return latest - ((latest - end) % 100);
}
