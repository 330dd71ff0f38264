import { isDay, parseGermanDate, showDate } from "#rules/dates.ts";

/** The first and the last of a box's papers, each a year `2019` or a day `2019-03-31` as it was said; null where nobody said it. */
export interface Period {
  readonly from: string | null;
  readonly to: string | null;
}

export const noPeriod: Period = { from: null, to: null };

/** Beginning of a year, or of a day `YYYY-MM-DD` in it. */
const ofYear = /^[12]\d{3}(?=-|$)/;

/** Says whether a text is a year, or a day of the calendar in one of these years. */
export const isPeriodEnd = (text: string): boolean => ofYear.test(text) && (text.length === 4 || isDay(text));

/** Says whether a period ends before it begins. A year ends with its last day: `~` stands behind every day of it. */
export const isReversed = ({ from, to }: Period): boolean => from !== null && to !== null && from > `${to}~`;

/** A period as one text, `2015/2019-03-31`, with nothing where nobody said it; null where nobody said anything. */
export const periodText = ({ from, to }: Period): string | null =>
  from === null && to === null ? null : `${from ?? ""}/${to ?? ""}`;

/** The period of such a text. */
export function periodOf(text: string | null): Period {
  const [from, to] = (text ?? "").split("/");
  return { from: from || null, to: to || null };
}

/** A year, or a day as people read it. */
export const showPeriodEnd = (end: string): string => (end.length === 4 ? end : showDate(end));

/** A period as people read it: `2019`, `2015–2019`, `ab 01.03.2015`, `bis 2019`; empty where nobody said one. */
export function showBoxPeriod({ from, to }: Period): string {
  if (from === null) return to === null ? "" : `bis ${showPeriodEnd(to)}`;
  if (to === null) return `ab ${showPeriodEnd(from)}`;
  return from === to ? showPeriodEnd(from) : `${showPeriodEnd(from)}–${showPeriodEnd(to)}`;
}

/** A year or a day that somebody typed, `2019`, `31.3.2019` or `2019-03-31`; null where it is none. A year of two digits is not guessed. */
export function parsePeriodEnd(text: string): string | null {
  const typed = text.trim();
  const end = isPeriodEnd(typed) ? typed : /\./.test(typed) ? parseGermanDate(typed) : null;
  return end !== null && isPeriodEnd(end) ? end : null;
}

/**
 * A period that somebody typed: one end alone is both, `ab` and `bis` say one of them, and a dash or `bis` parts two. Null where it is none,
 * or could be several: `2019-12`, `2015–19`, `2015–`. It may be reversed.
 */
export function parsePeriod(text: string): Period | null {
  const typed = text.trim();
  const alone = parsePeriodEnd(typed);
  if (alone !== null) return { from: alone, to: alone };
  const [, word, rest = ""] = /^(ab|seit|bis)\s+(.+)$/i.exec(typed) ?? [];
  if (word !== undefined) {
    const end = parsePeriodEnd(rest);
    if (end === null) return null;
    return word.toLowerCase() === "bis" ? { from: null, to: end } : { from: end, to: null };
  }
  const parts = /^(.+?)\s*[–—]\s*(.+)$/.exec(typed) ?? /^(.+?)\s+(?:-|bis)\s+(.+)$/i.exec(typed) ?? dashed.exec(typed);
  const [from, to] = [parsePeriodEnd(parts?.[1] ?? ""), parsePeriodEnd(parts?.[2] ?? "")];
  return from === null || to === null ? null : { from, to };
}

/** Without blanks a hyphen separates what has none in it: years and German days. */
const dashed = /^([\d.]+)-([\d.]+)$/;
