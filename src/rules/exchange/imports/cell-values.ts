import { showBoxCode, showCustomerCode, maxBoxNumber } from "#rules/stock/box-code.ts";
import { dayMeant, parseGermanDate } from "#rules/dates.ts";
import type { ShownValue } from "#rules/exchange/imports/formats/spreadsheet-value.ts";
import { isReversed, parsePeriod, parsePeriodEnd, showPeriodEnd } from "#rules/stock/period.ts";
import { reversedPeriod } from "#rules/texts/period-refusals.ts";
import { typedDay } from "#rules/texts/typed-day.ts";
import { type FieldOf, importColumns, type ImportField, labelOf, type Mapping, placeFields } from "./columns.ts";
import { listLimits } from "./list-limits.ts";
import { listedContents } from "./listed-contents.ts";

/** Content of a cell, as people see it; `wrong` says what cannot be read of the cell, such as a formula. */
export type Cell = string | ShownValue | { readonly wrong: string };

/** Returns the text that people see in a cell; empty where the cell cannot be read. */
export const textOf = (cell: Cell): string => (typeof cell === "string" ? cell : "shown" in cell ? cell.shown : "");

/** Values that a row states of its box; an empty cell states nothing. Days are `YYYY-MM-DD`. */
export type RowValues = {
  readonly [Field in "number" | FieldOf<"size" | "number">]?: number;
} & { readonly [Field in FieldOf<"text" | "day" | "periodEnd">]?: string } & {
  readonly [Field in FieldOf<"contents" | "numbers">]?: readonly string[];
};

/** Error in a row, and the column that has it; null where none of the columns does. */
export interface RowError {
  readonly field: ImportField | null;
  readonly message: string;
  /** Answer for the whole list by which the sender resolves the error: that a year alone is its 31 December. */
  readonly asks?: "year";
  /** The column from 0, and the text that stands in its cell, where the whole row was at hand. */
  readonly column?: number;
  readonly cell?: string;
}

export interface ReadRow {
  readonly values: RowValues;
  readonly errors: readonly RowError[];
}

/** Between what numbers may lie, and how long texts may be. */
export type Ranges = Readonly<
  Record<Exclude<ImportField, FieldOf<"box" | "day" | "period" | "periodEnd">>, readonly [number, number]>
>;

/** Statements about a list as a whole, along with its columns. */
export interface Reading {
  readonly mapping: Mapping;
  readonly customerCode: number;
  readonly ranges: Ranges;
  /** True where a year alone means its 31 December, where a day is asked for. */
  readonly yearEnd: boolean;
  /** `YYYY-MM-DD`: years of two digits are understood by it, as in the fields of the screens. */
  readonly today: string;
}

/** A refused value, thrown and caught within the row. */
class Wrong extends Error {
  readonly asks: RowError["asks"];
  constructor(message: string, asks?: RowError["asks"]) {
    super(message);
    this.asks = asks;
  }
}

const quote = (text: string) => `„${text.length > 60 ? `${text.slice(0, 60)}…` : text}“`;

function wholeNumber(text: string, what: string, [least, most]: readonly [number, number]): number {
  if (!/^\d{1,9}$/.test(text)) throw new Wrong(`${quote(text)} ist ${what}.`);
  const value = Number(text);
  if (value < least || value > most) throw new Wrong(`${quote(text)} liegt nicht zwischen ${least} und ${most}.`);
  return value;
}

/** Said of a text that is longer than `most` characters. */
export const tooLongText = (most: number) => `Der Text ist länger als ${most.toLocaleString("de-DE")} Zeichen.`;

function shortText(text: string, [, most]: readonly [number, number]): string {
  if (text.length > most) throw new Wrong(tooLongText(most));
  return text;
}

/**
 * The number of a box, from its number or its whole code, which may have lost its zeros in front; dots or blanks stand before each three digits,
 * or nowhere.
 */
function boxNumber(text: string, customerCode: number): number {
  const isGrouped = /^\d{1,4}([. \u00a0\u202f])\d{3}\1\d{3}$|^\d{1,3}[. \u00a0\u202f]\d{3}$/.test(text);
  const digits = isGrouped ? text.replace(/\D/g, "") : text;
  if (!/^\d{1,10}$/.test(digits) || /^0*$/.test(digits)) throw new Wrong(`${quote(text)} ist keine Boxnummer.`);
  if (digits.length <= 6 && Number(digits) <= maxBoxNumber) return Number(digits);
  const code = digits.padStart(10, "0");
  if (Number(code.slice(4)) === 0) throw new Wrong(`${quote(text)} ist keine Boxnummer.`);
  if (Number(code.slice(0, 4)) !== customerCode)
    throw new Wrong(`${showBoxCode(code)} ist keine Box des Kunden ${showCustomerCode(customerCode)}.`);
  return Number(code.slice(4));
}

const [firstDay, lastDay] = ["1800-01-01", "2100-12-31"];
const yearAlone = /^(?:1[89]\d\d|20\d\d|2100)$/;

const withTime = /^(.*\d)(?:T|,? +)(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?: ?Uhr)?$/;

/** A day as people and programs write it, also with a time of it; null where it is none. */
function writtenDay(text: string, today: string): string | null {
  const [, bare = text] = withTime.exec(text) ?? [];
  if (/^\d{1,2}\.\d{1,2}\.\d{2}$/.test(bare)) return typedDay(bare, today);
  return dayMeant(bare) ?? parseGermanDate(bare);
}

/** A day: of a cell that shows one, or as people write it. A number is none, and a year is one only where the sender has said which. */
function dayOf({ text, day }: CellResult, { yearEnd, today }: Reading): string {
  const isYear = day === undefined && yearAlone.test(text);
  if (isYear && !yearEnd) throw new Wrong(`${quote(text)} ist nur ein Jahr. Ist der 31. Dezember gemeint?`, "year");
  if (isYear) return `${text}-12-31`;
  if (day === undefined && /^[+-]?\d+(?:[.,]\d+)?$/.test(text))
    throw new Wrong(`${quote(text)} ist eine Zahl und kein Datum wie 31.12.2024.`);
  const read = day ?? writtenDay(text, today);
  if (read === null || read < firstDay || read > lastDay) throw new Wrong(`${quote(text)} ist kein Datum.`);
  return read;
}

const inMillimetres: Readonly<Record<string, number>> = { mm: 1, cm: 10, m: 1000 };

/** A size in mm, where no unit is named, or one as it stands there: `40 cm`, `0,4 m`. */
function sizeOf({ text, digits }: CellResult, range: readonly [number, number]): number {
  const what = "keine Größe in Millimetern";
  const [, whole = "", part = "", unit = ""] = /^(\d{1,6})(?:[.,](\d{1,2}|(?<=,)\d{3}))? ?(mm|cm|m)$/i.exec(text) ?? [];
  if (whole === "") return wholeNumber(digits, what, range);
  const value = Number(`${whole}.${part || 0}`) * (inMillimetres[unit.toLowerCase()] ?? 1);
  if (Math.abs(value - Math.round(value)) > 1e-6) throw new Wrong(`${quote(text)} ist ${what}.`);
  return wholeNumber(String(Math.round(value)), what, range);
}

function listedTexts(text: string, [, most]: readonly [number, number]): string[] {
  return listedContents(text).map((content) => shortText(content, [1, most]));
}

/** Content of a cell: the text as it is seen, and the digits and the day of the value that spreadsheets calculate with. */
interface CellResult {
  readonly text: string;
  readonly digits: string;
  readonly day?: string | undefined;
}
function givenOf(cell: Exclude<Cell, { wrong: string }>): CellResult {
  const text = textOf(cell).normalize("NFC").trim();
  if (typeof cell === "string") return { text, digits: text };
  return { text, digits: cell.number === undefined ? text : String(cell.number), day: cell.day };
}

/** Returns the period that a cell shows: a year, also of a day that is shown as its year alone, or the day itself. */
const shownPeriod = ({ text, day }: CellResult) => (day === undefined || yearAlone.test(text) ? text : day);

function endOfPeriod(given: CellResult): string {
  const end = parsePeriodEnd(shownPeriod(given));
  if (end === null) throw new Wrong(`${quote(given.text)} ist weder ein Jahr wie 2019 noch ein Datum wie 31.03.2019.`);
  return end;
}

function wholePeriod(given: CellResult): RowValues {
  const period = parsePeriod(shownPeriod(given));
  if (period === null)
    throw new Wrong(`${quote(given.text)} ist keine Laufzeit wie 2019, 2015–2019 oder 01.03.2015–31.12.2019.`);
  if (isReversed(period)) throw new Wrong(reversedPeriod.message);
  const { from, to } = period;
  return { ...(from !== null && { periodFrom: from }), ...(to !== null && { periodTo: to }) };
}

/** Returns the values that a cell of this field adds to its row. */
function valuesOf(field: ImportField, given: CellResult, reading: Reading): RowValues {
  const { ranges, customerCode } = reading;
  const column = importColumns[field];
  if (column.kind === "box") return { number: boxNumber(given.digits, customerCode) };
  if (column.kind === "day") return { [field]: dayOf(given, reading) };
  if (column.kind === "period") return wholePeriod(given);
  if (column.kind === "periodEnd") return { [field]: endOfPeriod(given) };
  const range = ranges[field as keyof Ranges];
  if (column.kind === "contents" || column.kind === "numbers") return { [field]: listedTexts(given.text, range) };
  if (column.kind === "size") return { size: sizeOf(given, range) };
  if (column.kind === "text") return { [field]: shortText(given.text, range) };
  return { [field]: wholeNumber(given.digits, column.not, range) };
}

const isUnread = (cell: Cell): cell is { readonly wrong: string } => typeof cell === "object" && "wrong" in cell;
/** Says whether nothing stands in a cell; a cell that cannot be read is not blank. */
export const isBlankCell = (cell: Cell | undefined) =>
  cell === undefined || (!isUnread(cell) && textOf(cell).trim() === "");

/** Says whether nothing stands in a row, which is then passed over. */
export const isBlankRow = (cells: readonly Cell[]) => cells.every(isBlankCell);

/** Reads a row of a list as its columns are mapped: what it says, and all that is wrong with it. */
export function readRow(cells: readonly Cell[], reading: Reading): ReadRow {
  const { mapping } = reading;
  const errors: RowError[] = [];
  let values: RowValues = {};
  for (const [index, field] of mapping.entries()) {
    const cell = cells[index];
    if (field === null || cell === undefined || isBlankCell(cell)) continue;
    try {
      if (isUnread(cell)) throw new Wrong(cell.wrong);
      const cellValue = givenOf(cell);
      if (field !== "contents") shortText(cellValue.text, [0, listLimits.cell]);
      values = mergeValues(values, valuesOf(field, cellValue, reading));
    } catch (error) {
      if (!(error instanceof Wrong)) throw error;
      errors.push({ field, message: error.message, ...(error.asks && { asks: error.asks }) });
    }
  }
  const beyond = cells.slice(mapping.length).some((cell) => !isBlankCell(cell));
  if (beyond) errors.push({ field: null, message: "Hinter der letzten Spalte steht noch etwas." });
  const keyColumn = mapping.findIndex((field) => field === "number" || field === "code");
  const namedBy = mapping[keyColumn] ?? "number";
  const nameless = errors.every(({ field }) => field !== "number" && field !== "code") && values.number === undefined;
  if (nameless) errors.push({ field: namedBy, message: "Hier fehlt, welche Box es ist." });
  const presentFields = placeFields.filter((field) => values[field as keyof RowValues] !== undefined);
  const wrongPlace = errors.some(({ field }) => field !== null && placeFields.includes(field));
  const missing = placeFields.find((field) => !presentFields.includes(field));
  if (presentFields.length > 0 && missing !== undefined && !wrongPlace)
    errors.push({ field: presentFields[0] ?? null, message: `Zu einem Platz gehört auch „${labelOf(missing)}“.` });
  return { values, errors };
}

/** Adds the values of one more cell; a box that is named twice must be the same. */
function mergeValues(values: RowValues, more: RowValues): RowValues {
  if (values.number !== undefined && more.number !== undefined && values.number !== more.number)
    throw new Wrong(`Boxnummer und Code nennen verschiedene Boxen: ${values.number} und ${more.number}.`);
  for (const end of ["periodFrom", "periodTo"] as const)
    if (values[end] !== undefined && more[end] !== undefined && values[end] !== more[end])
      throw new Wrong(
        `Die Spalten der Laufzeit widersprechen sich: ${showPeriodEnd(values[end])} und ${showPeriodEnd(more[end])}.`,
      );
  if (values.contents && more.contents) return { ...values, contents: [...values.contents, ...more.contents] };
  return { ...values, ...more };
}
