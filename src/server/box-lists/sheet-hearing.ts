import { isDay } from "#rules/dates.ts";
import { type Format, parseFormat } from "#rules/exchange/imports/formats/format-parts.ts";
import { isOfDays, shownNumber, formatText } from "#rules/exchange/imports/formats/spreadsheet-value.ts";
import { listLimits } from "#rules/exchange/imports/list-limits.ts";
import { type Cell, tooLongText } from "#rules/exchange/imports/cell-values.ts";
import { unreadable, wrongCell } from "#rules/exchange/imports/unreadable.ts";
import { cellColumn, type MergedCells } from "./merged-cells.ts";
import type { ListRow } from "./list-row.ts";
import type { Hearing } from "./unpack.ts";
import { UnreadableList } from "./unreadable-list.ts";
import { appendText } from "./workbook-parts.ts";

const lastRow = 1_048_576; // of a spreadsheet

const letterOf = (column: number): string =>
  (column >= 26 ? letterOf(Math.floor(column / 26) - 1) : "") + String.fromCharCode(65 + (column % 26));

/** Workbooks write characters that XML has not as their numbers, and people see line breaks: `_x000D_`; `_x005F_` is the sign before such a number. */
const uncoded = (text: string) =>
  text
    .replace(/_x(000D|000A|0009|005F)_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\r\n?/g, "\n");

const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:E[+-]?\d+)?$/i;
const general = parseFormat("General");
const dayMs = 86_400_000;

/** A moment as cells of the type `d` have it, as the number that spreadsheets count it by; not a number where it is none. */
function serialOf(moment: string): number {
  const [, day = "", time = "00:00"] =
    /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)Z?)?$/.exec(moment) ?? [];
  return isDay(day) ? (Date.parse(`${day}T${time}Z`) - Date.parse("1899-12-30T00:00Z")) / dayMs : Number.NaN;
}

/** Parts that a workbook has for the cells of its sheets. */
export interface CellParts {
  readonly texts: readonly string[];
  /** By the number of a cell's style; null where it is not known. */
  readonly formats: readonly (Format | null)[];
  readonly merged: MergedCells;
}

/** Hears the rows of a sheet, its cells as people see them. */
export class SheetHearing implements Hearing {
  readonly #parts: CellParts;
  readonly #rows: ListRow[];
  #row = 0;
  #isHidden = false;
  #cells: Cell[] = [];
  #column = -1;
  #type = "n";
  #style = 0;
  #value = "";
  #isValue = false;
  #isReading = false;
  #isFormula = false;

  constructor(parts: CellParts, rows: ListRow[]) {
    this.#parts = parts;
    this.#rows = rows;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === "row") this.#openRow(attributes["r"], attributes["hidden"]);
    if (name === "c") this.#openCell(attributes);
    if (name === "f") this.#isFormula = true;
    if (name === "rPh") this.#isReading = true;
    this.#isValue = name === "v" || (name === "t" && !this.#isReading);
  }

  text(piece: string): void {
    if (this.#isValue) this.#value = appendText(this.#value, piece);
  }

  close(name: string): void {
    this.#isValue = false;
    if (name === "rPh") this.#isReading = false;
    if (name === "c") this.#closeCell();
    if (name === "row") this.#closeRow();
  }

  #closeRow(): void {
    this.#parts.merged.fill(this.#row, this.#cells);
    this.#rows.push({ row: this.#row, cells: this.#cells, ...(this.#isHidden && { isHidden: true }) });
  }

  #openRow(said = String(this.#row + 1), hidden = "0"): void {
    const row = Number(said);
    if (!Number.isInteger(row) || row <= this.#row || row > lastRow) throw new UnreadableList(unreadable.broken);
    this.#row = row;
    this.#isHidden = /^(1|true)$/.test(hidden);
    this.#cells = [];
    this.#column = -1;
  }

  #openCell({ r: reference, t: type = "n", s: style = "0" }: Readonly<Record<string, string>>): void {
    this.#column = reference === undefined ? this.#column + 1 : cellColumn(reference);
    this.#type = type;
    this.#style = Number(style);
    this.#value = "";
    this.#isFormula = false;
  }

  #closeCell(): void {
    const cell = this.#cell();
    if (cell === "") return;
    if (this.#column >= listLimits.columns) throw new UnreadableList(unreadable.columns);
    while (this.#cells.length < this.#column) this.#cells.push("");
    this.#cells[this.#column] = cell;
  }

  #cell(): Cell {
    const name = `${letterOf(this.#column)}${this.#row}`;
    if (this.#isFormula) return { wrong: wrongCell.formula(name) };
    if (this.#type === "e") return { wrong: wrongCell.error(name, this.#value.slice(0, 20)) };
    if (this.#type === "n" || this.#type === "d") return this.#number(name);
    if (this.#type === "b") return this.#value === "1" ? "WAHR" : "FALSCH";
    const coded = this.#type === "s" ? this.#parts.texts[Number(this.#value)] : this.#value;
    const text = coded === undefined ? undefined : uncoded(coded);
    if (text === undefined) return { wrong: wrongCell.broken(name) };
    if (text.length > listLimits.listedCell) return { wrong: tooLongText(listLimits.listedCell) };
    const format = this.#parts.formats[this.#style];
    return (format ? formatText(text, format) : text) ?? { wrong: wrongCell.format(name) };
  }

  #number(name: string): Cell {
    const value = this.#value.trim();
    if (value === "") return "";
    const number = this.#type === "d" ? serialOf(value) : decimal.test(value) ? Number(value) : Number.NaN;
    if (!Number.isFinite(number)) return { wrong: wrongCell.broken(name) };
    const { formats } = this.#parts;
    const format = formats[this.#style] ?? (formats.length === 0 && this.#style === 0 ? general : null);
    const display = format && shownNumber(number, format);
    if (!display || (this.#type === "d" && !isOfDays(format))) return { wrong: wrongCell.format(name) };
    const isPlain = display.day === undefined && [undefined, display.shown].includes(display.number?.toString());
    return isPlain ? display.shown : display;
  }
}
