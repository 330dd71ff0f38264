import { showBoxCode } from "#rules/box-code.ts";
import { showDate } from "#rules/dates.ts";
import { showBoxes, showContents, showMetres, showYear } from "#rules/amounts.ts";
import { type Customer, showCustomer } from "#server/documents/paper/customer-head.ts";
import { drawLetterHead, drawSignature, signatureHeight } from "#server/documents/paper/letter.ts";
import { mm, Paper, type Printing, sizes } from "#server/documents/paper/page.ts";
import { Table } from "#server/documents/paper/table.ts";

export interface DestroyRequestData {
  readonly customer: Customer;
  /** By code; `contents` their texts. Due are those not marked: their destroy year is this one or past. */
  readonly boxes: readonly {
    readonly code: string;
    readonly contents: readonly string[];
    readonly year: number | null;
    readonly destroyYear: number | null;
    readonly marked: boolean;
  }[];
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
  const paper = new Paper(printing, { title: "Vernichtungsanfrage", subtitle: showCustomer(customer) });
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
  drawBoxes(paper, data);
  drawConsent(paper, customer);
  return paper.finish();
}

function drawBoxes(paper: Paper, { boxes, totals }: DestroyRequestData): void {
  const table = new Table(paper, {
    code: { title: "Box", width: 27, weight: "bold" },
    content: { title: "Inhalt", width: "rest", hanging: true },
    year: { title: "Jahr", width: 12, align: "right" },
    destroyYear: { title: "Vernichten", width: 20, align: "right" },
    reason: { title: "Grund", width: 20 },
  });
  for (const box of boxes) {
    const code = showBoxCode(box.code);
    const [first = "", ...others] = box.contents;
    const head = {
      code,
      content: first,
      year: showYear(box.year),
      destroyYear: showYear(box.destroyYear),
      reason: box.marked ? "markiert" : "fällig",
    };
    table.group([head, ...others.map((content) => ({ content }))], { code, reason: "(Fortsetzung)" });
  }
  const sum = [showBoxes(totals.boxes), showContents(totals.contents), `${showMetres(totals.metres)} m`].join(", ");
  table.total({ code: "Summe", content: sum });
}

function drawConsent(paper: Paper, customer: Customer): void {
  paper.y += mm(7);
  const textHeight = 5 * sizes.prose * 1.4;
  if (!paper.fits(textHeight + mm(6) + signatureHeight)) paper.nextPage();
  paper.paragraph("Zustimmung", { weight: "bold" });
  paper.paragraph(consent);
  paper.y += mm(6);
  drawSignature(paper, "Für den Kunden", customer.name);
}
