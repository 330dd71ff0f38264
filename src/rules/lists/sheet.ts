import type { ExportName } from "#rules/access/audit/audit.ts";
import { showMoment } from "#rules/access/audit/moments.ts";
import { showDate } from "#rules/dates.ts";
import { plainCsvLine, safeText } from "./csv.ts";

/**
 * Kind of value in a column. A `day` is `YYYY-MM-DD`, a `moment` an ISO instant, `money` a number of euros. A `list` is written as by `joinContents`.
 */
export type CellKind = "text" | "list" | "number" | "money" | "day" | "moment";

/** Value of a cell; null or undefined where the cell is empty. */
export type CellValue = string | number | null | undefined;

export interface SheetColumn<Row> {
  readonly head: string;
  /** Texts where nothing is said. */
  readonly kind?: CellKind;
  /** Only staff get the column. */
  readonly access?: "staff";
  readonly cell: (row: Row) => CellValue;
}

/** A list as a spreadsheet, declared once: what it is called, and its columns. */
export interface Sheet<Row> {
  /** Name of the sheet in the audit trail. */
  readonly key: ExportName;
  /** The name of the sheet and of its file: at most 31 characters, none of `[]:*?/\`. */
  readonly name: string;
  readonly columns: readonly SheetColumn<Row>[];
}

/** The columns of each field of a row; of one that has none, why it is left out. */
type FieldColumns<Row> = {
  readonly [Field in keyof Row]-?: readonly SheetColumn<Pick<Row, Field>>[] | string;
};

/** The columns of every field, in order. A field that is not named does not compile: it gets a column, or the reason why it has none. */
export const columnsOf = <Row>(fields: FieldColumns<Row>): readonly SheetColumn<Row>[] =>
  Object.values<readonly SheetColumn<Row>[] | string>(fields).flatMap((columns) =>
    typeof columns === "string" ? [] : columns,
  );

/** The columns that somebody gets. */
export const columnsFor = <Row>({ columns }: Sheet<Row>, isStaff: boolean) =>
  columns.filter(({ access }) => isStaff || access === undefined);

/** A cell of a CSV file as German spreadsheets read it, or with `plain` as programs do: as it is, in ISO, with a decimal point. */
function csvCell(kind: CellKind, value: CellValue, plain: boolean): string {
  if (value === null || value === undefined || value === "") return "";
  if (kind === "text" || kind === "list") return plain ? String(value) : safeText(String(value));
  if (plain) return kind === "money" ? Number(value).toFixed(2) : String(value);
  if (kind === "day") return showDate(String(value));
  if (kind === "moment") return showMoment(new Date(String(value)));
  return (kind === "money" ? Number(value).toFixed(2) : String(value)).replace(".", ",");
}

/** Rows as lines of a CSV file. */
export function csvLines<Row>(columns: readonly SheetColumn<Row>[], rows: readonly Row[], plain: boolean): string {
  const lineOf = (row: Row) => plainCsvLine(columns.map(({ kind = "text", cell }) => csvCell(kind, cell(row), plain)));
  return rows.map(lineOf).join("");
}
