import { showBoxCode, showCustomerCode, maxBoxNumber } from "#rules/box-code.ts";
import { addDays, isDay, parseGermanDate } from "#rules/dates.ts";
import { type ImportField, type Mapping, importFieldText, placeFields } from "./columns.ts";
import { listLimits } from "./list-limits.ts";
import { listedContents } from "./listed-contents.ts";

/** What stands in a cell; `wrong` says what cannot be read of it, such as a formula. */
export type Cell = string | { readonly wrong: string };

/** What a row says of its box; what is empty says nothing. */
export interface RowValues {
  readonly number?: number;
  readonly contents?: readonly string[];
  readonly size?: number;
  readonly year?: number;
  readonly destroyYear?: number;
  readonly class?: string;
  /** `YYYY-MM-DD` */
  readonly begins?: string;
  readonly area?: string;
  readonly row?: number;
  readonly part?: number;
  readonly height?: number;
  readonly foreignNumber?: string;
}

/** What is wrong in a row, and in which of its columns; null where it is none of them. */
export interface RowError {
  readonly field: ImportField | null;
  readonly message: string;
}

export interface ReadRow {
  readonly values: RowValues;
  readonly errors: readonly RowError[];
}

/** Between what numbers may lie, and how long texts may be. */
export type Ranges = Readonly<Record<Exclude<ImportField, "number" | "code" | "begins">, readonly [number, number]>>;

/** A refused value, thrown and caught within the row. */
class Wrong extends Error {}

const quoted = (text: string) => `„${text.length > 60 ? `${text.slice(0, 60)}…` : text}“`;

function wholeNumber(text: string, what: string, [least, most]: readonly [number, number]): number {
  if (!/^\d{1,9}$/.test(text)) throw new Wrong(`${quoted(text)} ist ${what}.`);
  const value = Number(text);
  if (value < least || value > most) throw new Wrong(`${quoted(text)} liegt nicht zwischen ${least} und ${most}.`);
  return value;
}

/** Said of a text that is longer than `most` characters. */
export const tooLong = (most: number) => `Der Text ist länger als ${most.toLocaleString("de-DE")} Zeichen.`;

function shortText(text: string, [, most]: readonly [number, number]): string {
  if (text.length > most) throw new Wrong(tooLong(most));
  return text;
}

/** The number of a box, from its number or its whole code, which may have lost its zeros in front. */
function boxNumber(text: string, customerCode: number): number {
  const digits = text.replace(/[.\s]/g, "");
  if (!/^\d{1,10}$/.test(digits) || /^0*$/.test(digits)) throw new Wrong(`${quoted(text)} ist keine Boxnummer.`);
  if (digits.length <= 6 && Number(digits) <= maxBoxNumber) return Number(digits);
  const code = digits.padStart(10, "0");
  if (Number(code.slice(4)) === 0) throw new Wrong(`${quoted(text)} ist keine Boxnummer.`);
  if (Number(code.slice(0, 4)) !== customerCode)
    throw new Wrong(`${showBoxCode(code)} ist keine Box des Kunden ${showCustomerCode(customerCode)}.`);
  return Number(code.slice(4));
}

const spreadsheetZero = "1899-12-30"; // the day 0 of spreadsheets, which count a 29 February 1900
const latestSerial = 73_050; // 31.12.2099

function dayOf(text: string): string {
  const serial = /^\d{1,5}(\.0+)?$/.test(text) ? Number(text) : 0;
  if (serial > 59 && serial <= latestSerial) return addDays(spreadsheetZero, serial);
  const day = isDay(text) ? text : parseGermanDate(text);
  if (day === null || day < "1800-01-01" || day > "2100-12-31") throw new Wrong(`${quoted(text)} ist kein Datum.`);
  return day;
}

function contentsOf(text: string, [, most]: readonly [number, number]): string[] {
  return listedContents(text).map((content) => shortText(content, [1, most]));
}

type Reading = (text: string, ranges: Ranges, customerCode: number) => RowValues;

const readings: Readonly<Record<ImportField, Reading>> = {
  number: (text, _ranges, customerCode) => ({ number: boxNumber(text, customerCode) }),
  code: (text, _ranges, customerCode) => ({ number: boxNumber(text, customerCode) }),
  contents: (text, { contents }) => ({ contents: contentsOf(text, contents) }),
  size: (text, { size }) => ({ size: wholeNumber(text.replace(/\s*mm$/i, ""), "keine Größe in Millimetern", size) }),
  year: (text, { year }) => ({ year: wholeNumber(text, "kein Jahr", year) }),
  destroyYear: (text, { destroyYear }) => ({ destroyYear: wholeNumber(text, "kein Jahr", destroyYear) }),
  class: (text, ranges) => ({ class: shortText(text, ranges.class) }),
  begins: (text) => ({ begins: dayOf(text) }),
  area: (text, { area }) => ({ area: shortText(text, area) }),
  row: (text, { row }) => ({ row: wholeNumber(text, "keine Reihe", row) }),
  part: (text, { part }) => ({ part: wholeNumber(text, "kein Teil", part) }),
  height: (text, { height }) => ({ height: wholeNumber(text, "keine Höhe", height) }),
  foreignNumber: (text, { foreignNumber }) => ({ foreignNumber: shortText(text, foreignNumber) }),
};

const isBlankCell = (cell: Cell | undefined) => cell === undefined || (typeof cell === "string" && cell.trim() === "");

/** Whether nothing stands in a row: it is passed over. */
export const isBlankRow = (cells: readonly Cell[]) => cells.every(isBlankCell);

/** Reads a row of a list as its columns are mapped: what it says, and all that is wrong with it. */
export function readRow(cells: readonly Cell[], mapping: Mapping, customerCode: number, ranges: Ranges): ReadRow {
  const errors: RowError[] = [];
  let values: RowValues = {};
  for (const [index, field] of mapping.entries()) {
    const cell = cells[index];
    if (field === null || cell === undefined || isBlankCell(cell)) continue;
    try {
      if (typeof cell !== "string") throw new Wrong(cell.wrong);
      if (field !== "contents") shortText(cell, [0, listLimits.cell]);
      values = joined(values, readings[field](cell.trim(), ranges, customerCode));
    } catch (error) {
      if (!(error instanceof Wrong)) throw error;
      errors.push({ field, message: error.message });
    }
  }
  const beyond = cells.slice(mapping.length).some((cell) => !isBlankCell(cell));
  if (beyond) errors.push({ field: null, message: "Hinter der letzten Spalte steht noch etwas." });
  const named = mapping.findIndex((field) => field === "number" || field === "code");
  const namedBy = mapping[named] ?? "number";
  const nameless = errors.every(({ field }) => field !== "number" && field !== "code") && values.number === undefined;
  if (nameless) errors.push({ field: namedBy, message: "Hier fehlt, welche Box es ist." });
  const given = placeFields.filter((field) => values[field as keyof RowValues] !== undefined);
  const wrongPlace = errors.some(({ field }) => field !== null && placeFields.includes(field));
  const missing = placeFields.find((field) => !given.includes(field));
  if (given.length > 0 && missing !== undefined && !wrongPlace)
    errors.push({ field: given[0] ?? null, message: `Zu einem Platz gehört auch „${importFieldText[missing]}“.` });
  return { values, errors };
}

/** What one more cell adds; a box that is named twice must be the same. */
function joined(values: RowValues, more: RowValues): RowValues {
  if (values.number !== undefined && more.number !== undefined && values.number !== more.number)
    throw new Wrong(`Boxnummer und Code nennen verschiedene Boxen: ${values.number} und ${more.number}.`);
  if (values.contents && more.contents) return { ...values, contents: [...values.contents, ...more.contents] };
  return { ...values, ...more };
}
