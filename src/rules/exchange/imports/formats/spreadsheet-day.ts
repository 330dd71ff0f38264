import { addDays } from "#rules/dates.ts";
import type { FormatPart } from "./format-parts.ts";

const day0 = "1899-12-30";
/** From the 1 March 1900 on spreadsheets agree which day a number is; before it some count a 29 February that there was not. */
const firstSerial = 61;
const endOfDays = 2_958_466; // of the year 9999
const daySeconds = 86_400;

const months = "Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split(" ");
const shortMonths = "Jan Feb Mrz Apr Mai Jun Jul Aug Sep Okt Nov Dez".split(" ");
const weekdays = "Sonntag Montag Dienstag Mittwoch Donnerstag Freitag Samstag".split(" ");

const isTime = ({ literal, text }: FormatPart) => !literal && /^[hs]+$/i.test(text);
const isDayPart = ({ literal, text }: FormatPart) => !literal && /^(?:[ymdhs]+|AM\/PM|A\/P)$/i.test(text);

/** Says whether a format shows days or times. */
export const showsDays = (parts: readonly FormatPart[]) => parts.some(isDayPart);

const pad = (value: number, width: number) => String(value).padStart(width, "0");

function partText(text: string, day: string, seconds: number): string | null {
  const [year, month, date] = day.split("-").map(Number) as [number, number, number];
  const clock = { h: Math.floor(seconds / 3600), n: Math.floor(seconds / 60) % 60, s: seconds % 60 };
  switch (text) {
    case "yy":
      return pad(year % 100, 2);
    case "yyyy":
      return String(year);
    case "m":
    case "mm":
      return pad(month, text.length);
    case "mmm":
      return shortMonths[month - 1] ?? null;
    case "mmmm":
      return months[month - 1] ?? null;
    case "d":
    case "dd":
      return pad(date, text.length);
    case "ddd":
    case "dddd": {
      const weekday = weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? "";
      return text === "ddd" ? weekday.slice(0, 2) : weekday;
    }
    case "h":
    case "hh":
      return pad(clock.h, text.length);
    case "n":
    case "nn":
      return pad(clock.n, text.length);
    case "s":
    case "ss":
      return pad(clock.s, text.length);
    default:
      return null;
  }
}

/** Months are minutes behind hours and before seconds: those are called `n` here. */
function withMinutes(parts: readonly FormatPart[]): FormatPart[] {
  return parts.map((part, at) => {
    if (part.literal || !/^mm?$/i.test(part.text)) return part;
    const dayParts = parts.filter((each, index) => index === at || isDayPart(each));
    const place = dayParts.indexOf(part);
    const [before, after] = [dayParts[place - 1], dayParts[place + 1]];
    const isMinute = (before && isTime(before) && /^h/i.test(before.text)) || (after && /^s/i.test(after.text));
    return isMinute ? { literal: false, text: "n".repeat(part.text.length) } : part;
  });
}

/**
 * A day as a cell shows it, and which one it is where day, month and year are all seen; null where it cannot be said, before March 1900 or by a
 * format that shows only part of what is known (12 hours of 24).
 */
export function shownDay(serial: number, format: readonly FormatPart[]): { shown: string; day?: string } | null {
  const total = Math.round(serial * daySeconds);
  const number = Math.floor(total / daySeconds);
  const parts = withMinutes(format);
  const hasLetter = (letter: string) =>
    parts.some(({ literal, text }) => !literal && text.toLowerCase().startsWith(letter));
  const isClock = !hasLetter("y") && !hasLetter("m") && !hasLetter("d");
  if (number >= endOfDays || number < (isClock ? 0 : firstSerial)) return null;
  const day = addDays(day0, number);
  let result = "";
  for (const { literal, text } of parts) {
    const partResult = literal || /^[^a-z]$/i.test(text) ? text : partText(text.toLowerCase(), day, total % daySeconds);
    if (partResult === null) return null;
    result += !literal && text === "/" ? "." : partResult; // the sign between the parts of a day is the reader's own
  }
  const isWhole =
    hasLetter("y") && hasLetter("m") && parts.some(({ literal, text }) => !literal && /^d{1,2}$/i.test(text));
  return isWhole ? { shown: result, day } : { shown: result };
}
