import type { Format, FormatPart } from "./format-parts.ts";
import { shownDay, showsDays } from "./spreadsheet-day.ts";

/** A value of a spreadsheet as people see it; `number` where it is a whole one, `day` (`YYYY-MM-DD`) where it is one. */
export interface ShownValue {
  readonly shown: string;
  readonly number?: number;
  readonly day?: string;
}

const mostDigits = 15; // beyond them a spreadsheet has zeros
const general = "General";

/** A number as it is shown without a format; null where digits of it are lost. */
function plainNumber(value: number): string | null {
  const digitsText = String(Number(value.toPrecision(mostDigits)));
  return Math.abs(value) >= 10 ** mostDigits || digitsText.includes("e") ? null : digitsText.replace(".", ",");
}

const isDigit = ({ literal, text }: FormatPart) => !literal && /^[0#?]$/.test(text);
const isComma = ({ literal, text }: FormatPart) => !literal && text === ",";
const isUnknown = ({ literal, text }: FormatPart) => !literal && text !== general && /[a-z/]/i.test(text);

/** Digits laid on their places from the right; the first place takes all that are left. */
function laidOut(digits: string, parts: readonly FormatPart[], isGrouped: boolean): string {
  const places = parts.flatMap((part, at) => (isDigit(part) ? [at] : []));
  const integerDigits = digits === "0" ? "" : digits;
  const ofPlace = new Map<number, string>();
  for (const [index, at] of places.toReversed().entries()) {
    const end = integerDigits.length - index;
    const digit =
      at === places[0]
        ? integerDigits.slice(0, Math.max(end, 0))
        : integerDigits.slice(Math.max(end - 1, 0), Math.max(end, 0));
    ofPlace.set(at, digit === "" && parts[at]?.text === "0" ? "0" : digit);
  }
  if (isGrouped) {
    const integerText = places.map((at) => ofPlace.get(at)).join("");
    const groupedText = integerText.replaceAll(/\B(?=(\d{3})+$)/g, ".");
    for (const at of places) ofPlace.set(at, at === places[0] ? groupedText : "");
  }
  return parts.map((part, at) => ofPlace.get(at) ?? (isComma(part) ? "" : part.text)).join("");
}

/** A number without its sign by a format of digits; null where the format is none that can be read. */
function byDigits(value: number, parts: readonly FormatPart[]): string | null {
  if (parts.some(isUnknown)) return null;
  const percents = parts.filter(({ literal, text }) => !literal && text === "%").length;
  const lastDigit = parts.findLastIndex(isDigit);
  const point = parts.findIndex(({ literal, text }, at) => !literal && text === "." && at <= lastDigit + 1);
  if (lastDigit < 0) return parts.map(({ text }) => text).join("");
  const end = point < 0 ? parts.length : point;
  const whole = parts.slice(0, end);
  const behind = point < 0 ? [] : parts.slice(point + 1);
  const comma = whole.findIndex(isComma);
  if (comma >= 0 && !whole.slice(comma).some(isDigit)) return null; // shown by the thousand
  const decimals = behind.filter(isDigit).length;
  if (decimals > mostDigits) return null;
  const rounded = Number((value * 100 ** percents).toPrecision(mostDigits)).toFixed(decimals);
  const [digits = "", fraction = ""] = rounded.split(".");
  if (digits.length > mostDigits) return null;
  const fewest = behind.filter(({ literal, text }) => !literal && text === "0").length;
  const decimalsText = fraction.slice(0, fewest) + fraction.slice(fewest).replace(/0+$/, "");
  const tail = behind.filter((part) => !isDigit(part)).map(({ text }) => text);
  return laidOut(digits, whole, comma >= 0) + (point < 0 ? "" : `,${decimalsText}`) + tail.join("");
}

const isGeneral = (parts: readonly FormatPart[]) =>
  parts.some(({ literal, text }) => !literal && (text === general || text === "@"));

function byGeneral(value: number, parts: readonly FormatPart[]): string | null {
  const plainText = plainNumber(value);
  if (plainText === null || parts.some((part) => isDigit(part) || (part.text !== general && isUnknown(part))))
    return null;
  return parts.map(({ literal, text }) => (!literal && (text === general || text === "@") ? plainText : text)).join("");
}

/**
 * A number of a spreadsheet as its cell shows it in German; null where the format hides something of it, or is none that can be read:
 * whoever guessed would be sure of what nobody has seen.
 */
export function shownNumber(value: number, format: Format): ShownValue | null {
  const [positive = null, negative, zero] = format;
  const ownSign = value < 0 && negative !== undefined;
  const parts = value < 0 && negative !== undefined ? negative : value === 0 && zero !== undefined ? zero : positive;
  if (parts === null) return null;
  if (showsDays(parts)) return value < 0 ? null : shownDay(value, parts);
  const size = Math.abs(value);
  const formatted = isGeneral(parts) ? byGeneral(size, parts) : byDigits(size, parts);
  if (formatted === null || (formatted.trim() === "" && value !== 0)) return null;
  if (ownSign && !/[-–−(]/.test(formatted)) return null; // a sign that is only a colour
  const display = (value < 0 && !ownSign ? `-${formatted}` : formatted).trim();
  const digits = display.replaceAll(/\D/g, "").replace(/^0+(?=\d)/, "");
  const isWhole = digits === String(value) && !display.includes("%");
  return isWhole ? { shown: display, number: value } : { shown: display };
}

/** Says whether a format shows days or times. Without such a format, a value that counts as a day is a number to its reader. */
export const isOfDays = ([parts]: Format): boolean => parts !== null && parts !== undefined && showsDays(parts);

/** A text of a spreadsheet as its cell shows it; null where the format hides it. */
export function formatText(text: string, format: Format): string | null {
  const textParts = format.find((parts) => parts?.some((part) => !part.literal && part.text === "@"));
  const parts = format.length > 3 ? format[3] : textParts;
  if (parts === undefined || text === "") return text;
  if (parts === null) return null;
  const texts = parts.map((part) => (!part.literal && part.text === "@" ? text : part.text)).join("");
  return texts === "" ? null : texts;
}
