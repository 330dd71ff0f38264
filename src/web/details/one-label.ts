import { printLabels } from "#contract/calls/services.ts";
import { parseStart, sheetLabels } from "#rules/label-amounts.ts";
import { download } from "#web/api/download.ts";
import { keptText } from "#web/storage/kept.ts";

/** The first free label of the sheet in the printer, as it is typed. */
export const keptStart = keptText("labels-start");

/** Prints a box's label on the next free one of the sheet in the printer; answers which that was. */
export async function printOneLabel(code: string): Promise<string> {
  const start = parseStart(keptStart.get() ?? "1") ?? 1;
  await download(printLabels, { body: { codes: [{ code, amount: 1 }], start } });
  keptStart.set(String((start % sheetLabels) + 1));
  return `Etikett ${start} des Bogens`;
}
