import { printLabels, printRowLabels } from "#contract/calls/paper/services.ts";
import { showCount } from "#rules/amounts.ts";
import { parseStart } from "#rules/paper/label-amounts.ts";
import { labelsOfPage } from "#rules/paper/label-sizes.ts";
import { download } from "#web/api/download.ts";
import { keptText, type StoredValue } from "#web/storage/stored-value.ts";
import { keptPaper, keptRowPaper, type LabelPaper, sheetInput, usualPaper } from "./label-paper.ts";

/** The first free label of the sheet in the printer, as it is typed. */
export const keptStart = keptText("labels-start");

/** The same of the sheets with the signs of rows and places. */
export const keptRowStart = keptText("row-labels-start");

/** The next free label: `used` prints so many from there on, `text` says which those are. */
export function nextFree(start: StoredValue<string>, paper: LabelPaper) {
  const labels = labelsOfPage(paper.size);
  const first = parseStart(start.get() ?? "1", labels) ?? 1;
  const used = (count: number) => start.set(String(((first - 1 + count) % labels) + 1));
  return { first, used, text: labels === 1 ? "Etikett der Rolle" : `Etikett ${first} des Bogens` };
}

/** Prints the label of a row; answers which one of the sheet it is. */
export async function printRowLabel(id: number): Promise<string> {
  const paper = keptRowPaper.get() ?? usualPaper;
  const { first, used, text } = nextFree(keptRowStart, paper);
  await download(printRowLabels, { body: { rows: [id], start: first, ...sheetInput(paper) } });
  used(1);
  return text;
}

/** Prints a label for each of these boxes, from the next free one of the sheet in the printer on; answers which those are. */
export async function printBoxLabels(codes: readonly string[]): Promise<string> {
  const paper = keptPaper.get() ?? usualPaper;
  const { first, used, text } = nextFree(keptStart, paper);
  const body = { codes: codes.map((code) => ({ code, amount: 1 })), start: first, ...sheetInput(paper) };
  await download(printLabels, { body });
  used(codes.length);
  return codes.length === 1 ? text : `${showCount(codes.length)} Etiketten ab ${text}`;
}
