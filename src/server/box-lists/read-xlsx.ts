import { unreadable } from "#rules/exchange/imports/unreadable.ts";
import type { ListRow } from "./list-row.ts";
import { MergedCells, readMerges } from "./merged-cells.ts";
import { SheetHearing } from "./sheet-hearing.ts";
import { ZipArchive } from "./unpack.ts";
import { UnreadableList } from "./unreadable-list.ts";
import { formatsOf, readWorkbookParts, sharedTexts } from "./workbook-parts.ts";

/** A workbook: the sheets that people see in it, which of them is read, and its rows. */
export interface Workbook {
  readonly sheets: readonly string[];
  readonly sheet: string;
  readonly rows: AsyncGenerator<ListRow>;
}

/**
 * The rows of one of a workbook's visible sheets, the first where none is named: all that it has, blank ones too, values only.
 * @throws UnreadableList
 */
export async function readXlsx(file: Buffer, wanted: string | null): Promise<Workbook> {
  const archive = await ZipArchive.open(file);
  const { sheets, texts, styles } = await readWorkbookParts(archive);
  const names = [...sheets.keys()];
  const sheet = wanted ?? names[0] ?? "";
  const part = sheets.get(sheet);
  if (part === undefined) throw new UnreadableList(unreadable.otherSheets(sheet));
  return { sheets: names, sheet, rows: rowsOf(archive, part, { texts, styles }) };
}

async function* rowsOf(
  unpacked: ZipArchive,
  part: string,
  { texts, styles }: { texts: string | undefined; styles: string | undefined },
): AsyncGenerator<ListRow> {
  const parts = {
    texts: texts === undefined ? [] : await sharedTexts(unpacked, texts),
    formats: styles === undefined ? [] : await formatsOf(unpacked, styles),
    merged: new MergedCells(await readMerges(unpacked, part)),
  };
  const rows: ListRow[] = [];
  for await (const _ of unpacked.hear(part, new SheetHearing(parts, rows))) yield* rows.splice(0);
}
