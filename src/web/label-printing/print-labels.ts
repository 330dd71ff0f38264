import { printLabels, printRowLabels } from "#contract/calls/paper/services.ts";
import { showCount } from "#rules/amounts.ts";
import { parseStart, sheetLabels } from "#rules/paper/label-amounts.ts";
import { download } from "#web/api/download.ts";
import { keptText } from "#web/storage/stored-value.ts";

/** The first free label of the sheet in the printer, as it is typed. */
export const keptStart = keptText("labels-start");

/** The same of the sheets with the signs of rows. */
const keptRowStart = keptText("row-labels-start");

/** Prints the label of a row; answers which one of the sheet it is. */
export async function printRowLabel(id: number): Promise<string> {
  const start = parseStart(keptRowStart.get() ?? "1") ?? 1;
  await download(printRowLabels, { body: { rows: [id], start } });
  keptRowStart.set(String((start % sheetLabels) + 1));
  return `Etikett ${start} des Bogens`;
}

/** Prints a label for each of these boxes, from the next free one of the sheet in the printer on; answers which those are. */
export async function printBoxLabels(codes: readonly string[]): Promise<string> {
  const start = parseStart(keptStart.get() ?? "1") ?? 1;
  await download(printLabels, { body: { codes: codes.map((code) => ({ code, amount: 1 })), start } });
  keptStart.set(String(((start - 1 + codes.length) % sheetLabels) + 1));
  const first = `Etikett ${start} des Bogens`;
  return codes.length === 1 ? first : `${showCount(codes.length)} Etiketten ab ${first}`;
}
