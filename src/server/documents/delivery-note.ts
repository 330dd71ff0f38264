import { showBoxCode } from "#rules/stock/box-code.ts";
import { showDate } from "#rules/dates.ts";
import { addressLines, type DeliveryAddress, driverFacts } from "#rules/deliveries/delivery-address.ts";
import { DeliveryKind, deliveryNoun, isInbound, showDeliveryCode } from "#rules/deliveries/delivery-state.ts";
import { showMoney } from "#rules/money.ts";
import { ContentState } from "#rules/stock/content-state.ts";
import { showBoxes, showContents, showThings } from "#rules/amounts.ts";
import { contentText } from "#rules/texts/blanked.ts";
import { barcodeBars, barOperators, drawBarcode } from "#server/documents/codes/barcode.ts";
import { type Customer, customerHeading } from "#server/documents/paper/customer-head.ts";
import {
  drawLetterHead,
  drawSignature,
  type LetterFact,
  factsLeft,
  signatureHeight,
} from "#server/documents/paper/letter.ts";
import { mm, Paper, type PaperHead, type Printing, proseLine, sizes } from "#server/documents/paper/page.ts";
import { printableLines } from "#server/documents/paper/printable.ts";
import { canceledLook, contentStateStyle, lookOf } from "#server/documents/paper/states.ts";
import { Table, totalHeight } from "#server/documents/paper/table.ts";

export interface DeliveryNoteData {
  readonly code: number;
  readonly kind: DeliveryKind;
  /** A note of a cancelled delivery says so on every page. */
  readonly canceled: boolean;
  readonly customer: Customer;
  /** Where it goes, if not to the address of the letters. */
  readonly address: DeliveryAddress | null;
  /** The day of the delivery, `YYYY-MM-DD` in Berlin; null where none is set. */
  readonly day: string | null;
  /** The time of day, `HH:MM` in Berlin, where another one than the option's was agreed. */
  readonly time: string | null;
  /** Option that was ordered, `from` and `to` as `HH:MM` in Berlin; null where the option is gone or there was none. */
  readonly option: {
    readonly description: string;
    readonly window: { readonly from: string; readonly to: string } | null;
  } | null;
  /** Whole boxes with the number of their contents. */
  readonly boxes: readonly {
    readonly code: string;
    readonly contents: number;
    readonly isNew?: boolean;
    readonly missing: boolean;
  }[];
  /** Empty boxes that are brought. */
  readonly emptyBoxes?: number;
  /** Single contents, `code` that of their box. */
  readonly contents: readonly { readonly text: string; readonly code: string; readonly missing: boolean }[];
  /** Euro, a decimal string. */
  readonly price: string;
  /** Empty where nobody said one. */
  readonly costCentre: string;
  readonly comment: string;
}

const aboveSignatures = mm(8);
const signaturesHeight = aboveSignatures + 2 * signatureHeight;

/** Draws the note of what is handed over, signed by both sides (product 9): to the customer, or back from there. */
export function deliveryNote(data: DeliveryNoteData, printing: Printing): Buffer {
  const paper = new Paper(printing, headOf(data));
  drawNote(paper, data, printing);
  return paper.finish();
}

/** Several notes in one file, in their order, each with pages of its own: every customer signs one. */
export function deliveryNotes({ notes }: { readonly notes: readonly DeliveryNoteData[] }, printing: Printing): Buffer {
  const [first, ...others] = notes;
  const name = "Lieferscheine";
  const paper = new Paper(printing, { name, ...(first ? headOf(first) : { title: name }) });
  if (first) drawNote(paper, first, printing);
  else paper.empty();
  for (const note of others) {
    paper.nextPart(headOf(note));
    drawNote(paper, note, printing);
  }
  return paper.finish();
}

const titles: Record<DeliveryKind, string> = {
  0: "Lieferschein",
  1: "Rückgabeschein",
  2: "Abholschein",
  3: "Scanauftrag",
};

function headOf({ kind, code, canceled, customer }: DeliveryNoteData): PaperHead {
  const number = `${showDeliveryCode(code)}${canceled ? " · storniert" : ""}`;
  return {
    title: titles[kind],
    subtitle: `${number} · ${customerHeading(customer)}`,
  };
}

function drawNote(paper: Paper, data: DeliveryNoteData, printing: Printing): void {
  const fromCustomer = isInbound(data.kind);
  drawNumber(paper, data.code);
  drawLetterHead(paper, printing, recipientOf(data), factsOf(data));
  const forDriver = data.address ? driverFacts(data.address).map(([label, text]) => `${label}: ${text}`) : [];
  if (forDriver.length > 0) drawText(paper, "Für den Fahrer", forDriver.join("\n"));
  const comment = data.comment.trim();
  if (data.boxes.length + data.contents.length === 0) paper.empty();
  else drawLines(paper, data, comment === "" ? signaturesHeight : 0);
  if (comment !== "") drawText(paper, "Bemerkung", comment);
  if (data.kind === DeliveryKind.copy) return; // nobody takes anything over
  paper.y += aboveSignatures;
  const [giver, taker] = fromCustomer
    ? [data.customer.name, printing.provider]
    : [printing.provider, data.customer.name];
  drawSignature(paper, "Übergeben", giver);
  drawSignature(paper, "Erhalten", taker);
}

/** The customer's name, and where it goes. */
function recipientOf({ customer, address }: DeliveryNoteData): Customer {
  if (!address) return customer;
  const lines = addressLines(address);
  return { ...customer, address: lines[0] === customer.name ? lines : [customer.name, ...lines] };
}

const dayNames: Record<DeliveryKind, string> = {
  0: "Lieferdatum",
  1: "Abholdatum",
  2: "Abholdatum",
  3: "Fertig bis",
};

function factsOf(data: DeliveryNoteData): LetterFact[] {
  const { kind, code, canceled, day, time, option, emptyBoxes = 0, price, costCentre } = data;
  const facts: (LetterFact | false)[] = [
    [deliveryNoun[kind], showDeliveryCode(code)],
    canceled && ["Status", lookOf(canceledLook, "storniert")],
    day !== null && [dayNames[kind], showDate(day)],
    time !== null && ["Uhrzeit", `${time} Uhr`],
    time === null && !!option?.window && ["Zeitfenster", `${option.window.from} bis ${option.window.to} Uhr`],
    option !== null && ["Lieferoption", option.description],
    emptyBoxes > 0 && ["Wir bringen", showThings(emptyBoxes, "leere Box", "leere Boxen")],
    ["Preis", showMoney(price)],
    costCentre !== "" && ["Kostenstelle", costCentre],
  ];
  return facts.filter((fact) => fact !== false);
}

/** The delivery's number as a bar code; set C takes an even number of digits. */
function drawNumber(paper: Paper, code: number): void {
  const number = showDeliveryCode(code);
  const bars = barcodeBars(number.length % 2 === 0 ? number : `0${number}`);
  drawBarcode(paper, barOperators(bars), { x: factsLeft, y: paper.top + mm(1), height: mm(9) });
}

function drawLines(paper: Paper, { boxes, contents }: DeliveryNoteData, below: number): void {
  const table = new Table(paper, {
    number: { title: "Pos.", width: 11, align: "right" },
    code: { title: "Box", width: 26, weight: "bold" },
    content: { title: "Inhalt", width: "rest" },
    missing: { title: "Hinweis", width: 30 },
  });
  const lines = [
    ...boxes.map((box) => ({
      ...box,
      text: box.isNew ? "neue Box" : box.contents > 0 ? `ganze Box, ${showContents(box.contents)}` : "ganze Box",
    })),
    ...contents.map((content) => ({ ...content, text: contentText(content.text) })),
  ];
  for (const [index, { code, text, missing }] of lines.entries()) {
    const line = {
      number: String(index + 1),
      code: showBoxCode(code),
      content: text,
      missing: missing ? lookOf(contentStateStyle[ContentState.nonExistent], "nicht gefunden") : "",
    };
    table.group([line], { below: index === lines.length - 1 ? totalHeight + below : 0 });
  }
  const missing = lines.filter((line) => line.missing).length;
  // A whole box's contents are in its line: "0 Inhalte" in the sum would deny them.
  const sum = [boxes.length > 0 && showBoxes(boxes.length), contents.length > 0 && showContents(contents.length)];
  table.total({
    code: "Summe",
    content: sum.filter(Boolean).join(", "),
    missing: missing > 0 ? `${missing} nicht gefunden` : "",
  });
}

/** The comment; its last lines stand on the page of the signatures. */
function drawText(paper: Paper, title: string, text: string): void {
  const lines = printableLines(text).flatMap((line) => paper.wrapped(line));
  const firstHeight = Math.min(lines.length, 2) * sizes.prose * proseLine;
  const below = lines.length > 2 ? 0 : signaturesHeight;
  paper.y += mm(6);
  if (!paper.fits(sizes.prose * proseLine + firstHeight + below)) paper.nextPage(); // never the heading alone
  paper.paragraph(title, { weight: "bold" });
  paper.lines(lines, { below: signaturesHeight });
}
