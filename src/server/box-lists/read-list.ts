import { headAmong } from "#rules/exchange/imports/columns.ts";
import { foundByItself, type Layout, mostAbove } from "#rules/exchange/imports/layout.ts";
import { listLimits } from "#rules/exchange/imports/list-limits.ts";
import { isBlankRow, textOf } from "#rules/exchange/imports/cell-values.ts";
import { unreadable } from "#rules/exchange/imports/unreadable.ts";
import type { ListRow } from "./list-row.ts";
import { readCsv } from "./read-csv.ts";
import { readXlsx } from "./read-xlsx.ts";
import { UnreadableList } from "./unreadable-list.ts";

const startsWith = (file: Buffer, bytes: string) =>
  file.subarray(0, bytes.length / 2).equals(Buffer.from(bytes, "hex"));
const zip = "504b0304";
/** Beginning of files that other programs write and call `.xls`: a page, or the XML of 2003. The mark of its encoding may stand before it. */
const webPage = /^[^<\w]{0,100}<(?:!doctype\s+html|!--|\?xml|html|head|body|meta|style|table|workbook)\b/i;
const oldOffice = "d0cf11e0a1b11ae1"; // also what hides a workbook behind a password

/** Says whether a file begins as those of an office program do. */
export const isOffice = (file: Buffer): boolean => startsWith(file, zip) || startsWith(file, oldOffice);

interface OpenList extends Omit<Layout, "head_row"> {
  readonly sheets: readonly string[];
  readonly rows: AsyncGenerator<ListRow>;
}

async function openList(file: Buffer, said: Layout): Promise<OpenList> {
  if (file.length === 0) throw new UnreadableList(unreadable.empty);
  if (file.length > listLimits.bytes) throw new UnreadableList(unreadable.tooLarge);
  if (startsWith(file, oldOffice)) throw new UnreadableList(unreadable.oldExcel);
  if (webPage.test(file.toString("latin1", 0, 2000).replaceAll("\0", ""))) throw new UnreadableList(unreadable.webPage);
  if (startsWith(file, zip)) return { ...foundByItself, ...(await readXlsx(file, said.sheet)) };
  return { sheets: [], sheet: null, ...readCsv(file, said) };
}

/** A list whose head is known and whose rows come as they are asked for; it says how it is read. */
export interface List extends Layout {
  /** The sheets of a workbook that people see; none of CSV. */
  readonly sheets: readonly string[];
  readonly heads: readonly string[];
  /** Below the head, without the blank ones. */
  readonly rows: AsyncGenerator<ListRow>;
}

/**
 * Reads a box list, CSV or XLSX as it turns out to be, laid out as it is `said` to be; else it is the first sheet that people see, and the
 * head is found.
 * @throws UnreadableList where it is none or larger than `listLimits`, also while its rows are read
 */
export async function readList(file: Buffer, said: Layout = foundByItself): Promise<List> {
  const { rows: all, ...found } = await openList(file, said);
  const { head, rows } = await findHead(withinLimits(all), said.head_row);
  if (!head && found.sheets.length < 2) throw new UnreadableList(unreadable.noRows); // else another sheet may be meant
  const heads = (head?.cells ?? []).map((cell) => textOf(cell).normalize("NFC").trim().slice(0, 200));
  return { ...found, head_row: head?.row ?? null, heads, rows };
}

/** Parts the head from the rows below it; what stands above it is passed over. */
async function findHead(rows: AsyncGenerator<ListRow>, wanted: number | null) {
  const first: ListRow[] = [];
  const isEnough = () => (wanted === null ? first.length === mostAbove : (first.at(-1)?.row ?? 0) >= wanted);
  for (let next = await rows.next(); !next.done; next = await rows.next()) {
    first.push(next.value);
    if (isEnough()) break;
  }
  const at = wanted === null ? headAmong(first.map(textsOf)) : first.findIndex(({ row }) => row === wanted);
  if (at < 0) throw new UnreadableList(unreadable.blankHead(wanted ?? 1));
  return { head: first[at], rows: concatRows(first.slice(at + 1), rows) };
}

const textsOf = ({ cells }: ListRow) => cells.map(textOf);

async function* concatRows(first: readonly ListRow[], rest: AsyncGenerator<ListRow>): AsyncGenerator<ListRow> {
  yield* first;
  yield* rest;
}

async function* withinLimits(rows: AsyncGenerator<ListRow>): AsyncGenerator<ListRow> {
  let count = -1; // the head is none
  for await (const { cells, ...row } of rows) {
    if (++count > listLimits.rows) throw new UnreadableList(unreadable.rows);
    if (isBlankRow(cells)) continue;
    if (!isBlankRow(cells.slice(listLimits.columns))) throw new UnreadableList(unreadable.columns);
    yield { ...row, cells: cells.slice(0, listLimits.columns) };
  }
}
