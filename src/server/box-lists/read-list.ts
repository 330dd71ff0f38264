import { listLimits } from "#rules/imports/list-limits.ts";
import { isBlankRow, textOf } from "#rules/imports/row-values.ts";
import { unreadable } from "#rules/imports/unreadable.ts";
import type { ListRow } from "./list-row.ts";
import { readCsv } from "./read-csv.ts";
import { readXlsx } from "./read-xlsx.ts";
import { UnreadableList } from "./unreadable-list.ts";

const startsWith = (file: Buffer, bytes: string) =>
  file.subarray(0, bytes.length / 2).equals(Buffer.from(bytes, "hex"));
const zip = "504b0304";
const oldOffice = "d0cf11e0a1b11ae1"; // also what hides a workbook behind a password

interface Opened {
  readonly sheets: readonly string[];
  readonly sheet: string | null;
  readonly rows: AsyncGenerator<ListRow>;
}

async function opened(file: Buffer, sheet: string | null): Promise<Opened> {
  if (file.length === 0) throw new UnreadableList(unreadable.empty);
  if (file.length > listLimits.bytes) throw new UnreadableList(unreadable.tooLarge);
  if (startsWith(file, oldOffice)) throw new UnreadableList(unreadable.oldExcel);
  if (startsWith(file, zip)) return readXlsx(file, sheet);
  return { sheets: [], sheet: null, rows: readCsv(file) };
}

/** A list whose head is known and whose rows come as they are asked for. */
export interface List {
  /** The sheets of a workbook that people see, and which of them this is; none of CSV. */
  readonly sheets: readonly string[];
  readonly sheet: string | null;
  readonly heads: readonly string[];
  /** Without the blank ones. */
  readonly rows: AsyncGenerator<ListRow>;
}

/**
 * Reads a box list, CSV or XLSX as it turns out to be; the first row that is not blank is the head. Of a workbook it is the sheet of
 * that name, or the first that people see.
 * @throws UnreadableList where it is none or larger than `listLimits`, also while its rows are read
 */
export async function readList(file: Buffer, wanted: string | null = null): Promise<List> {
  const { sheets, sheet, rows: all } = await opened(file, wanted);
  const rows = withinLimits(all);
  const head = await rows.next();
  if (head.done && sheets.length < 2) throw new UnreadableList(unreadable.noRows); // else another sheet may be meant
  const heads = (head.done ? [] : head.value.cells).map((cell) => textOf(cell).normalize("NFC").trim().slice(0, 200));
  return { sheets, sheet, heads, rows };
}

async function* withinLimits(rows: AsyncGenerator<ListRow>): AsyncGenerator<ListRow> {
  let count = -1; // the head is none
  for await (const { row, cells } of rows) {
    if (++count > listLimits.rows) throw new UnreadableList(unreadable.rows);
    if (isBlankRow(cells)) continue;
    if (!isBlankRow(cells.slice(listLimits.columns))) throw new UnreadableList(unreadable.columns);
    yield { row, cells: cells.slice(0, listLimits.columns) };
  }
}
