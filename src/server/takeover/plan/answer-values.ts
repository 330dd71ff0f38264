import { isEmail, normalEmail } from "#rules/access/users.ts";
import { isDay, parseGermanDate } from "#rules/dates.ts";
import { parseMoney } from "#rules/money.ts";
import { isBlank } from "#rules/texts/blank.ts";
import { isBefore, parseTime } from "#rules/times.ts";

/** A value that answers a question where no word does. */
export interface ValueChoice {
  /** As the file and the report name it: `eine freie Nummer`. */
  readonly name: string;
  readonly means: string;
  /** The value as it is planned with; null where the text is none. */
  readonly read: (text: string) => string | null;
}

export const numberValue = (name: string, min: number, max: number, means: string): ValueChoice => ({
  name,
  means,
  read: (text) => {
    const digits = text.replace(/^0+(?=\d)/, "");
    return /^\d{1,9}$/.test(digits) && Number(digits) >= min && Number(digits) <= max ? digits : null;
  },
});

export const emailValue: ValueChoice = {
  name: "eine E-Mail-Adresse",
  means: "mit dieser Adresse meldet sich der User an",
  read: (text) => (isEmail(normalEmail(text)) ? normalEmail(text) : null),
};

export const dayValue: ValueChoice = {
  name: "ein Datum wie 31.12.2019",
  means: "gilt statt dessen, was im alten System steht",
  read: (text) => (isDay(text) ? text : parseGermanDate(text)),
};

export const priceValue: ValueChoice = {
  name: "ein Betrag wie 12,50",
  means: "gilt statt dessen, was im alten System steht",
  read: parseMoney,
};

export const textValue = (name: string, max: number, means: string): ValueChoice => ({
  name,
  means,
  read: (text) => (isBlank(text) || text.length > max ? null : text),
});

const weekdays = ["mo", "di", "mi", "do", "fr", "sa", "so"];

/** Weekdays as `1,2,5` or `Mo, Di, Fr`; each once, in the order of the week. */
export const weekdaysValue: ValueChoice = {
  name: "Wochentage wie Mo, Mi, Fr",
  means: "an diesen Tagen wird geliefert",
  read: (text) => {
    const named = text.split(/[\s,;]+/).filter((word) => word !== "");
    const days = named.map((word) => weekdays.indexOf(word.toLowerCase()) + 1 || Number(word));
    const known = days.every((day) => Number.isInteger(day) && day >= 1 && day <= weekdays.length);
    return known && days.length > 0 ? [...new Set(days)].sort((one, other) => one - other).join(",") : null;
  },
};

/** From and to, as `08:00-16:00`. */
export const hoursValue: ValueChoice = {
  name: "zwei Uhrzeiten wie 08:00-16:00",
  means: "gelten als von und bis",
  read: (text) => {
    const [from = "", to = "", ...more] = text.split(/\s*[-–]\s*/).map((each) => parseTime(each) ?? "");
    return from !== "" && to !== "" && more.length === 0 && isBefore(from, to) ? `${from}-${to}` : null;
  },
};

export const postcodeValue: ValueChoice = {
  name: "eine PLZ mit fünf Ziffern",
  means: "gilt statt der alten",
  read: (text) => (/^(?!00)\d{5}$/.test(text) ? text : null),
};
