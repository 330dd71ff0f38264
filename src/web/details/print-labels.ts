import { printLabels } from "#contract/calls/services.ts";
import { showCount } from "#rules/amounts.ts";
import { parseStart, sheetLabels } from "#rules/label-amounts.ts";
import { download } from "#web/api/download.ts";
import { keptText } from "#web/storage/kept.ts";

/** The first free label of the sheet in the printer, as it is typed. */
export const keptStart = keptText("labels-start");

/** Prints a label for each of these boxes, from the next free one of the sheet in the printer on; answers which those are. */
export async function printBoxLabels(codes: readonly string[]): Promise<string> {
  const start = parseStart(keptStart.get() ?? "1") ?? 1;
  await download(printLabels, { body: { codes: codes.map((code) => ({ code, amount: 1 })), start } });
  keptStart.set(String(((start - 1 + codes.length) % sheetLabels) + 1));
  const first = `Etikett ${start} des Bogens`;
  return codes.length === 1 ? first : `${showCount(codes.length)} Etiketten ab ${first}`;
}
