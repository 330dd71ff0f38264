import { showBoxCode } from "#rules/stock/box-code.ts";
import { BoxState } from "#rules/stock/box-state.ts";
import { showDate } from "#rules/dates.ts";
import { showBoxes, showContents, showMetres, showYear } from "#rules/amounts.ts";
import { drawQrCode, qrCode } from "#server/documents/codes/qr-code.ts";
import { type Customer, customerHeading } from "#server/documents/paper/customer-head.ts";
import { drawLetterHead, drawSignature, postalAddress, signatureHeight } from "#server/documents/paper/letter.ts";
import { mm, Paper, type Printing, proseLine, sizes } from "#server/documents/paper/page.ts";
import { boxStateStyle, dueLook, lookOf } from "#server/documents/paper/states.ts";
import { Table, totalHeight } from "#server/documents/paper/table.ts";

export interface DestroyRequestData {
  readonly customer: Customer;
  /** By code; `contents` their texts. Due are those not marked: their destroy year is this one or past. */
  readonly boxes: readonly {
    readonly code: string;
    readonly contents: readonly string[];
    readonly year: number | null;
    readonly destroyYear: number | null;
    /** The last day on which it must be kept, by what is known of it. */
    readonly keptUntil: string | null;
    readonly marked: boolean;
  }[];
  /** The batch in which they are proposed, by what it is destroyed, and until when and where it can be approved; null where there is none. */
  readonly batch: {
    readonly number: string;
    readonly norm: string;
    readonly until: string;
    readonly link: string | null;
  } | null;
  /** Linear metres of all of them. */
  readonly totals: { readonly boxes: number; readonly contents: number; readonly metres: number };
}

const consent =
  "Hiermit stimmen wir der datenschutzkonformen Vernichtung der oben aufgeführten Boxen zu. Uns ist bekannt, dass sie mit " +
  "ihrem gesamten Inhalt vernichtet werden und dies nicht rückgängig gemacht werden kann. Boxen, die erhalten bleiben " +
  "sollen, haben wir in der Aufstellung gestrichen.";

/** Asks a customer by letter to agree that boxes are destroyed (product 9). */
export function destroyRequest(data: DestroyRequestData, printing: Printing): Buffer {
  const { customer, boxes } = data;
  const paper = new Paper(printing, { title: "Vernichtungsanfrage", subtitle: customerHeading(customer) });
  drawLetterHead(paper, printing, customer, [["Datum", showDate(printing.day)]]);
  if (boxes.length === 0) {
    paper.paragraph("Derzeit ist keine Ihrer Boxen zur Vernichtung markiert oder fällig.");
    return paper.finish();
  }
  paper.paragraph("Sehr geehrte Damen und Herren,");
  paper.y += mm(2);
  paper.paragraph(
    "die folgenden Boxen sind zur Vernichtung markiert oder nach ihrem Vernichtungsjahr fällig. Bitte prüfen Sie die " +
      "Aufstellung und senden Sie uns Ihre Zustimmung unterschrieben zurück.",
  );
  paper.y += mm(4);
  if (data.batch) drawBatch(paper, data.batch);
  drawBoxes(paper, data);
  drawConsent(paper, printing, customer);
  return paper.finish();
}

const boxHeight = mm(26);

/** Draws the subject of the letter, in a frame: the number that the answer names, and a code that leads to the page. */
function drawBatch(paper: Paper, { number, norm, until, link }: NonNullable<DestroyRequestData["batch"]>): void {
  if (!paper.fits(boxHeight)) paper.nextPage();
  const { left, right, y: top } = paper;
  const inset = mm(3);
  paper.frame(left, top, right - left, boxHeight);
  if (link !== null) {
    const side = boxHeight - 2 * inset;
    drawQrCode(paper, qrCode(link), { x: right - inset - side, y: top + inset, side });
  }
  const lines = [
    [`Vorgang ${number}`, "bold"],
    [`${norm} nach DIN 66399 / ISO/IEC 21964`, "regular"],
    [`Freigabe bis ${showDate(until)}`, "bold"],
    [link === null ? "" : "Online freigeben: Bitte scannen Sie den Code und melden Sie sich an.", "regular"],
  ] as const;
  for (const [index, [text, weight]] of lines.entries())
    paper.text(left + inset, top + mm(6.5) + index * mm(5), text, { size: sizes.prose, weight });
  paper.y = top + boxHeight + mm(5);
}

function drawBoxes(paper: Paper, { boxes, totals }: DestroyRequestData): void {
  const table = new Table(paper, {
    code: { title: "Box", width: 27, weight: "bold" },
    content: { title: "Inhalt", width: "rest", hanging: true },
    year: { title: "Jahr", width: 12, align: "right" },
    destroyYear: { title: "Vernichten", width: 20, align: "right" },
    kept: { title: "Frist bis", width: 20, align: "right" },
    reason: { title: "Grund", width: 20 },
  });
  for (const [index, box] of boxes.entries()) {
    const code = showBoxCode(box.code);
    const [first = "", ...others] = box.contents;
    const head = {
      code,
      content: first,
      year: showYear(box.year),
      destroyYear: showYear(box.destroyYear),
      kept: box.keptUntil === null ? "" : showDate(box.keptUntil),
      reason: box.marked ? lookOf(boxStateStyle[BoxState.marked], "markiert") : lookOf(dueLook, "fällig"),
    };
    const below = index === boxes.length - 1 ? totalHeight : 0;
    table.group([head, ...others.map((content) => ({ content }))], { again: { code: `${code} (Fortsetzung)` }, below });
  }
  const sum = [showBoxes(totals.boxes), showContents(totals.contents), `${showMetres(totals.metres)} m`].join(", ");
  table.total({ code: "Summe", content: sum });
}

function drawConsent(paper: Paper, printing: Printing, customer: Customer): void {
  const texts = [consent, whereTo(printing)].filter(Boolean).map((text) => paper.wrapped(text));
  const height = texts.flat().length + 1; // with the heading
  paper.y += mm(7);
  if (!paper.fits(height * sizes.prose * proseLine + texts.length * mm(3) + signatureHeight)) paper.nextPage();
  paper.paragraph("Zustimmung", { weight: "bold" });
  for (const lines of texts) {
    paper.lines(lines);
    paper.y += mm(3);
  }
  drawSignature(paper, "Für den Kunden", customer.name);
}

/** Where the signed answer goes; empty where nothing is known but the name. */
function whereTo(printing: Printing): string {
  const post = postalAddress(printing);
  const email = printing.sender?.email;
  const ways = [post && `an ${post}`, email && `als Scan an ${email}`].filter(Boolean).join(" oder ");
  return ways && `Bitte senden Sie Zustimmung und Aufstellung unterschrieben ${ways} zurück.`;
}
