import { Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { type Layout, separators, type Encoding, encodingText } from "#rules/exchange/imports/layout.ts";
import { listLimits } from "#rules/exchange/imports/list-limits.ts";
import { unsafeText } from "#rules/lists/csv.ts";
import { unreadable } from "#rules/exchange/imports/unreadable.ts";
import type { ListRow } from "./list-row.ts";
import { UnreadableList } from "./unreadable-list.ts";

const beginsWith = (file: Buffer, ...bytes: number[]) => bytes.every((byte, index) => file[index] === byte);
const headBytes = 2000;

function encodingOf(file: Buffer): Encoding {
  if (beginsWith(file, 0xef, 0xbb, 0xbf)) return "utf-8";
  if (beginsWith(file, 0xff, 0xfe)) return "utf-16le";
  if (beginsWith(file, 0xfe, 0xff)) return "utf-16be";
  const head = file.subarray(0, headBytes);
  const zeros = [0, 1].map((odd) => head.filter((byte, index) => byte === 0 && index % 2 === odd).length);
  const [atEven = 0, atOdd = 0] = zeros;
  // in German and English every second byte is a zero, but for some letters
  if (Math.max(atEven, atOdd) > head.length / 4) return atOdd > atEven ? "utf-16le" : "utf-16be";
  return "utf-8";
}

function decodeStrictly(file: Buffer, encoding: Encoding): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(file);
  } catch {
    return null;
  }
}

/** Characters that no text has, including those that windows-1252 leaves free. */
// oxlint-disable-next-line no-control-regex -- which bytes are no text is the point
const noText = /[\0-\x08\x0e-\x1a\x1c-\x1f\x7f-\x9f]/;

/**
 * A text file as a string, in the encoding that is `wanted`, else in the first that fits all of it: by its mark, UTF-16 by its zeros, UTF-8,
 * Windows-1252.
 * @throws UnreadableList where it is no text in it
 */
function decode(file: Buffer, wanted: Encoding | null): { text: string; encoding: Encoding } {
  const first = wanted ?? encodingOf(file);
  const others: Encoding[] = wanted === null && first === "utf-8" ? ["windows-1252"] : [];
  for (const encoding of [first, ...others]) {
    const text = decodeStrictly(file, encoding);
    if (text !== null && !noText.test(text)) return { text, encoding };
  }
  throw new UnreadableList(wanted === null ? unreadable.noList : unreadable.otherEncoding(encodingText[wanted]));
}

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
