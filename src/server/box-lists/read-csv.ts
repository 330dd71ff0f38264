import { Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { type Layout, separators } from "#rules/exchange/imports/layout.ts";
import { listLimits } from "#rules/exchange/imports/list-limits.ts";
import { unsafeText } from "#rules/lists/csv.ts";
import { unreadable } from "#rules/exchange/imports/unreadable.ts";
import { decode } from "./decode.ts";
import type { ListRow } from "./list-row.ts";
import { UnreadableList } from "./unreadable-list.ts";

/** The separator that the head has most of, outside of quotes; `sep=;` in the first line says it, as Excel writes it. */
function separatorOf(text: string): { separator: string; from: number } {
  const [line = "", said] = /^sep=(.)\r?\n/i.exec(text) ?? [];
  if (said !== undefined) return { separator: said, from: line.length };
  const head = (/^\s*("(?:[^"]|"")*"|[^"\r\n])*/.exec(text.slice(0, listLimits.cell * 2)) ?? [""])[0];
  const bare = head.replaceAll(/"(?:[^"]|"")*"/g, "");
  const candidates = separators.filter((each) => each !== "|"); // which stands between the contents of a box, too
  const amounts = candidates.map((each) => bare.split(each).length - 1);
  return { separator: candidates[amounts.indexOf(Math.max(...amounts))] ?? ";", from: 0 };
}

const chunk = 64 * 1024; // characters that are parsed at once

function* pieces(text: string, from: number): Generator<string> {
  for (let at = from; at < text.length; at += chunk) yield text.slice(at, at + chunk);
}

/** The longest row: all its cells full, with their quotes. */
const longestRow = listLimits.listedCell + listLimits.columns * (listLimits.cell + 3);

/** A text file: how it is read, and its rows. */
export interface TextFile extends Pick<Layout, "separator" | "encoding"> {
  readonly rows: AsyncGenerator<ListRow>;
}

/** A CSV file, read as it is said to be, else as it looks. @throws UnreadableList where it is no text, and with its rows */
export function readCsv(file: Buffer, said: Layout): TextFile {
  const { text, encoding } = decode(file, said.encoding);
  const looks = separatorOf(text);
  const separator = said.separator ?? looks.separator;
  return { separator, encoding, rows: rowsOf(text, looks.from, separator) };
}

/**
 * The rows of a text, blank ones too.
 * @throws UnreadableList that names the row where a quote is wrong
 */
async function* rowsOf(text: string, from: number, separator: string): AsyncGenerator<ListRow> {
  const parser = Readable.from(pieces(text, from)).compose(
    parse({ delimiter: separator, relax_column_count: true, max_record_size: longestRow }),
  );
  let row = 0;
  try {
    for await (const cells of parser as AsyncIterable<string[]>) yield { row: ++row, cells: cells.map(unsafeText) };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const say = error.code === "CSV_MAX_RECORD_SIZE" ? unreadable.longRow : unreadable.quote;
    throw new UnreadableList(say(row + 1));
  }
}
