import { joinContents } from "#rules/lists/box-list.ts";
import { isDay, showDate } from "#rules/dates.ts";
import { showBoxPeriod, showPeriodEnd } from "#rules/stock/period.ts";
import { type Cell, type RowError, type RowValues, textOf } from "./cell-values.ts";
import type { ImportField, Mapping } from "./columns.ts";
import { listLimits } from "./list-limits.ts";

/** Text of one cell of a list: its row as the file counts, its column from 0. */
export interface CellText {
  readonly row: number;
  readonly column: number;
  readonly text: string;
}

/** Corrections that people made in the cells of a list, by row. */
export class Corrections {
  readonly #rows: ReadonlyMap<number, readonly CellText[]>;

  constructor(corrections: readonly CellText[]) {
    this.#rows = Map.groupBy(corrections, ({ row }) => row);
  }

  /** Returns the cells of a row as they were corrected. */
  apply(row: number, cells: readonly Cell[]): readonly Cell[] {
    const corrections = this.#rows.get(row);
    if (!corrections) return cells;
    const corrected = [...cells];
    for (const { column, text } of corrections) {
      while (corrected.length < column) corrected.push("");
      corrected[column] = text;
    }
    return corrected;
  }
}

/** Fields that stand in the column of another one where they have none of their own. */
const within: Partial<Record<ImportField, ImportField>> = {
  number: "code",
  code: "number",
  periodFrom: "period",
  periodTo: "period",
};

/** Returns the column of a field, from 0; -1 where the list has none. */
export function columnOfField(mapping: Mapping, field: ImportField): number {
  const other = within[field];
  return mapping.includes(field) || !other ? mapping.indexOf(field) : mapping.indexOf(other);
}

/** Returns an error with its cell: of contents in several columns it is the one that cannot be read, or the longest. */
export function locateError(error: RowError, cells: readonly Cell[], mapping: Mapping): RowError {
  const { field } = error;
  if (field === null) return error;
  const columns = mapping.flatMap((each, at) => (each === field ? at : []));
  const isUnread = (at: number) => typeof cells[at] === "object" && "wrong" in cells[at];
  const lengthOf = (at: number) => textOf(cells[at] ?? "").length;
  const longest = columns.toSorted((one, other) => lengthOf(other) - lengthOf(one))[0];
  const column = columns.find(isUnread) ?? longest ?? columnOfField(mapping, field);
  return column < 0
    ? error
    : { ...error, column, cell: textOf(cells[column] ?? "").slice(0, listLimits.corrected + 1) };
}

/** Returns the text of a cell by what was read of it: its field in the column that it stands in. */
function textRead(values: RowValues, field: ImportField): string {
  if (field === "period") return showBoxPeriod({ from: values.periodFrom ?? null, to: values.periodTo ?? null });
  const value = values[field === "code" ? "number" : field];
  if (value === undefined) return "";
  if (typeof value === "number") return String(value);
  if (typeof value !== "string") return joinContents(value);
  if (field === "periodFrom" || field === "periodTo") return showPeriodEnd(value);
  return isDay(value) ? showDate(value) : value;
}

/**
 * Returns the cell that an error stands in, with its text, as it can be corrected; null where the error is about no cell, or its text is too long
 * to be typed.
 */
export function cellOfError(error: RowError, values: RowValues, mapping: Mapping): Omit<CellText, "row"> | null {
  if (error.field === null) return null;
  const column = error.column ?? columnOfField(mapping, error.field);
  const field = mapping[column];
  if (!field) return null;
  const text = error.cell ?? textRead(values, field);
  return text.length > listLimits.corrected ? null : { column, text };
}
