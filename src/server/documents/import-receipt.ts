import { showContents, showCount, showThings } from "#rules/amounts.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { type ImportedBox, importedText } from "#rules/exchange/imports/import-state.ts";
import { showDayAndTime } from "#rules/times.ts";
import { type Customer, drawCustomerHead, customerHeading } from "#server/documents/paper/customer-head.ts";
import { Paper, type Printing } from "#server/documents/paper/page.ts";
import { Table } from "#server/documents/paper/table.ts";

export interface ImportReceiptData {
  readonly customer: Customer;
  readonly file: { readonly name: string; readonly sha256: string };
  readonly made: number;
  readonly changed: number;
  readonly unchanged: number;
  /** Rows with errors that were not taken over. */
  readonly left_out: number;
  /** Instants. */
  readonly committed: string;
  readonly undone: string | null;
  readonly boxes: readonly ImportedBox[];
}

/** Draws the receipt of what an import did to which box. */
export function importReceipt(data: ImportReceiptData, printing: Printing): Buffer {
  const { customer, file, boxes, made, changed, unchanged, left_out, committed, undone } = data;
  const paper = new Paper(printing, { title: "Importbeleg", subtitle: customerHeading(customer) });
  drawCustomerHead(paper, customer, [
    ["Datei", file.name],
    ["SHA-256", `${file.sha256.slice(0, 32)} ${file.sha256.slice(32)}`],
    ["Übernommen", showDayAndTime(committed)],
    ...(undone === null ? [] : [["Zurückgenommen", showDayAndTime(undone)] as const]),
    ["Boxen", `${showCount(made)} neu, ${showCount(changed)} geändert, ${showCount(unchanged)} unverändert`],
    ...(left_out === 0
      ? []
      : [["Nicht übernommen", showThings(left_out, "Zeile mit Fehlern", "Zeilen mit Fehlern")] as const]),
  ]);
  if (boxes.length === 0) paper.empty();
  else drawBoxes(paper, data);
  return paper.finish();
}

function drawBoxes(paper: Paper, { boxes }: ImportReceiptData): void {
  const table = new Table(paper, {
    row: { title: "Zeile", width: 18, align: "right" },
    code: { title: "Box", width: 30, weight: "bold" },
    what: { title: "Was geschah", width: 30 },
    contents: { title: "Neue Inhalte", width: "rest" },
  });
  for (const { row, code, made, contents } of boxes)
    table.group([
      {
        row: String(row),
        code: showBoxCode(code),
        what: importedText(made),
        contents: contents === 0 ? "" : showContents(contents),
      },
    ]);
}
