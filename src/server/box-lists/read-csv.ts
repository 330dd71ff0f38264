import { Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { listLimits } from "#rules/imports/list-limits.ts";
import { unsafeText } from "#rules/lists/csv.ts";
import { unreadable } from "#rules/imports/unreadable.ts";
import { decode } from "./decode.ts";
import type { ListRow } from "./list-row.ts";
import { UnreadableList } from "./unreadable-list.ts";

const separators = [";", "\t", ","];

/** The separator that the head has most of, outside of quotes; `sep=;` in the first line says it, as Excel writes it. */
export function separatorOf(text: string): { separator: string; from: number } {
  const [line = "", said] = /^sep=(.)\r?\n/i.exec(text) ?? [];
  if (said !== undefined) return { separator: said, from: line.length };
  const head = (/^\s*("(?:[^"]|"")*"|[^"\r\n])*/.exec(text.slice(0, listLimits.cell * 2)) ?? [""])[0];
  const bare = head.replaceAll(/"(?:[^"]|"")*"/g, "");
  const amounts = separators.map((each) => bare.split(each).length - 1);
  return { separator: separators[amounts.indexOf(Math.max(...amounts))] ?? ";", from: 0 };
}

const chunk = 64 * 1024; // characters that are parsed at once

function* pieces(text: string, from: number): Generator<string> {
  for (let at = from; at < text.length; at += chunk) yield text.slice(at, at + chunk);
}

/** The longest row: all its cells full, with their quotes. */
const longestRow = listLimits.listedCell + listLimits.columns * (listLimits.cell + 3);

/**
 * The rows of a CSV file, blank ones too, the head first.
 * @throws UnreadableList that names the row where a quote is wrong
 */
export async function* readCsv(file: Buffer): AsyncGenerator<ListRow> {
  const text = decode(file);
  const { separator, from } = separatorOf(text);
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
