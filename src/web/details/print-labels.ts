import { printLabels } from "#contract/calls/services.ts";
import { showThings } from "#rules/amounts.ts";
import { parseLabelStart } from "#rules/label-amounts.ts";
import { download } from "#web/api/download.ts";
import { keptText } from "#web/storage/kept.ts";
import { notify } from "#web/ui/feedback/notify.ts";

/** The first free label of a part-used sheet, as it was typed last. */
export const labelStart = keptText("labels-start");

/** Prints one label for each of these boxes, the first one where the part-used sheet is free; says so, or why not. */
export async function printBoxLabels(codes: readonly string[]): Promise<void> {
  const start = parseLabelStart(labelStart.get() ?? "") ?? 1;
  const body = { codes: codes.map((code) => ({ code, amount: 1 })), start };
  try {
    const file = await download(printLabels, { body });
    const from = start === 1 ? "" : ` ab Etikett ${start} des Bogens`;
    notify(`${showThings(codes.length, "Etikett", "Etiketten")}${from}: ${file}`);
  } catch (error) {
    notify((error as Error).message, "error");
  }
}
