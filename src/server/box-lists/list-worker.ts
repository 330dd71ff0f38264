import { flushCompileCache } from "node:module";
import { AmountColumns } from "#rules/exchange/imports/amount-columns.ts";
import { ColumnSamples } from "#rules/exchange/imports/column-samples.ts";
import { Corrections, locateError } from "#rules/exchange/imports/corrections.ts";
import { readRow } from "#rules/exchange/imports/cell-values.ts";
import { unreadable } from "#rules/exchange/imports/unreadable.ts";
import { RowsTogether } from "#rules/exchange/imports/rows-together.ts";
import type { ReaderMessage, ReaderTask } from "./list-reader.ts";
import { readList } from "./read-list.ts";
import { UnreadableList } from "./unreadable-list.ts";

// Process that reads one list: it reports its rows batch by batch, and goes on when it is asked to.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => undefined);
process.on("disconnect", () => process.exit());
flushCompileCache();

const rowsAtOnce = 2000;
const charactersAtOnce = 1024 * 1024;

let goOn: () => void = () => undefined;
process.on("message", (message: ReaderTask | "on") => {
  if (message === "on") goOn();
  else void read(message).then(reply, (error: unknown) => reply(failureOf(error)));
});

const reply = (answer: ReaderMessage) => process.send?.(answer);

const failureOf = (error: unknown): ReaderMessage =>
  error instanceof UnreadableList ? { refused: error.message } : { failed: String((error as Error).stack ?? error) };

/** A batch that the server has kept before the next one is made: neither side holds the whole list. */
const sendRows = (rows: readonly string[]) =>
  new Promise<void>((resolve) => {
    goOn = resolve;
    reply({ rows: `[${rows.join(",")}]`, count: rows.length });
  });

async function read({ file, layout, reading, corrections = [] }: ReaderTask): Promise<ReaderMessage> {
  const { rows, ...list } = await readList(Buffer.from(file.buffer, file.byteOffset, file.byteLength), layout);
  const { sheets, heads } = list;
  const together = new RowsTogether();
  const [amounts, samples] = [new AmountColumns(heads.length), new ColumnSamples(heads.length)];
  const corrected = new Corrections(corrections);
  let [total, hidden, characters, batch] = [0, 0, 0, [] as string[]];
  for await (const { row, cells: written, isHidden } of rows) {
    total++;
    if (isHidden) hidden++;
    amounts.add(written);
    samples.add(written);
    if (reading === null) continue;
    const cells = corrected.apply(row, written);
    const { values, errors } = readRow(cells, reading);
    const all = [...errors, ...together.add(row, values)].map((error) => locateError(error, cells, reading.mapping));
    const text = JSON.stringify({ row, values, errors: all });
    batch.push(text);
    characters += text.length;
    if (batch.length < rowsAtOnce && characters < charactersAtOnce) continue;
    await sendRows(batch);
    [characters, batch] = [0, []];
  }
  if (batch.length > 0) await sendRows(batch);
  if (total === 0 && (reading !== null || sheets.length < 2)) throw new UnreadableList(unreadable.noRows);
  const columns = { amounts: amounts.columns(), samples: samples.columns() };
  return { ...list, ...columns, total, hidden, memory: process.resourceUsage().maxRSS * 1024 };
}
