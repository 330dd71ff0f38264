import { showBoxCode } from "#rules/box-code.ts";
import { showDate } from "#rules/dates.ts";
import { DeliveryKind, showDeliveryCode } from "#rules/delivery-state.ts";
import { showMoney } from "#rules/money.ts";
import { showBoxes, showContents } from "#rules/amounts.ts";
import { type Customer, showCustomer } from "#server/documents/paper/customer-head.ts";
import { drawLetterHead, drawSignature, signatureHeight } from "#server/documents/paper/letter.ts";
import { mm, Paper, type Printing } from "#server/documents/paper/page.ts";
import { printableLines } from "#server/documents/paper/printable.ts";
import { Table } from "#server/documents/paper/table.ts";

export interface DeliveryNoteData {
  readonly code: number;
  readonly kind: DeliveryKind;
  /** A note of a cancelled delivery says so on every page. */
  readonly canceled: boolean;
  readonly customer: Customer;
  /** The day of the delivery, `YYYY-MM-DD` in Berlin; null where none is set. */
  readonly day: string | null;
  /** The time of day, `HH:MM` in Berlin, where another one than the option's was agreed. */
  readonly time: string | null;
  /** What was ordered, `from` and `to` as `HH:MM` in Berlin; null where the option is gone or there was none. */
  readonly option: {
    readonly description: string;
    readonly window: { readonly from: string; readonly to: string } | null;
  } | null;
  /** Whole boxes with the number of their contents. */
  readonly boxes: readonly { readonly code: string; readonly contents: number; readonly missing: boolean }[];
  /** Single contents, `code` that of their box. */
  readonly contents: readonly { readonly text: string; readonly code: string; readonly missing: boolean }[];
  /** Euro, a decimal string. */
  readonly price: string;
  readonly comment: string;
}

/** What is handed over, signed by both sides (product 9): to the customer, or back from there. */
export function deliveryNote(data: DeliveryNoteData, printing: Printing): Buffer {
  const isReturn = data.kind === DeliveryKind.return;
  const title = isReturn ? "Rückgabeschein" : "Lieferschein";
  const number = `${showDeliveryCode(data.code)}${data.canceled ? " · storniert" : ""}`;
  const paper = new Paper(printing, { title, subtitle: `${number} · ${showCustomer(data.customer)}` });
  drawLetterHead(paper, printing, data.customer, factsOf(data, isReturn));
  if (data.boxes.length + data.contents.length === 0) paper.empty();
  else drawLines(paper, data);
  drawComment(paper, data.comment);
  paper.y += mm(8);
  if (!paper.fits(2 * signatureHeight)) paper.nextPage();
  const [giver, taker] = isReturn ? [data.customer.name, printing.provider] : [printing.provider, data.customer.name];
  drawSignature(paper, "Übergeben", giver);
  drawSignature(paper, "Erhalten", taker);
  return paper.finish();
}

function factsOf(
  { code, day, time, option, price }: DeliveryNoteData,
  isReturn: boolean,
): [label: string, value: string][] {
  return [
    [isReturn ? "Rückgabe" : "Lieferung", showDeliveryCode(code)],
    ...(day === null ? [] : [[isReturn ? "Abholdatum" : "Lieferdatum", showDate(day)] as [string, string]]),
    ...(time === null ? [] : [["Uhrzeit", `${time} Uhr`] as [string, string]]),
    ...(option?.window && time === null
      ? [["Zeitfenster", `${option.window.from} bis ${option.window.to} Uhr`] as [string, string]]
      : []),
    ...(option ? [["Lieferoption", option.description] as [string, string]] : []),
    ["Preis", showMoney(price)],
  ];
}

function drawLines(paper: Paper, { boxes, contents }: DeliveryNoteData): void {
  const table = new Table(paper, {
    number: { title: "Pos.", width: 11, align: "right" },
    code: { title: "Box", width: 26, weight: "bold" },
    content: { title: "Inhalt", width: "rest" },
    missing: { title: "Hinweis", width: 26 },
  });
  const lines = [
    ...boxes.map((box) => ({
      ...box,
      text: box.contents > 0 ? `ganze Box, ${showContents(box.contents)}` : "ganze Box",
    })),
    ...contents,
  ];
  for (const [index, { code, text, missing }] of lines.entries())
    table.group([
      {
        number: String(index + 1),
        code: showBoxCode(code),
        content: text,
        missing: missing ? "nicht gefunden" : "",
      },
    ]);
  const missing = lines.filter((line) => line.missing).length;
  // A whole box's contents are in its line: "0 Inhalte" in the sum would deny them.
  const sum = [boxes.length > 0 && showBoxes(boxes.length), contents.length > 0 && showContents(contents.length)];
  table.total({
    code: "Summe",
    content: sum.filter(Boolean).join(", "),
    missing: missing > 0 ? `${missing} nicht gefunden` : "",
  });
}

function drawComment(paper: Paper, comment: string): void {
  if (comment.trim() === "") return;
  paper.y += mm(6);
  if (!paper.fits(mm(15))) paper.nextPage(); // never the heading alone
  paper.paragraph("Bemerkung", { weight: "bold" });
  for (const line of printableLines(comment.trim())) paper.paragraph(line);
}
