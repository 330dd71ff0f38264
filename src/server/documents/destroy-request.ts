import { showBoxCode } from "#rules/box-code.ts";
import { BoxState } from "#rules/box-state.ts";
import { showDate } from "#rules/dates.ts";
import { showBoxes, showContents, showMetres, showYear } from "#rules/amounts.ts";
import { type Customer, showCustomer } from "#server/documents/paper/customer-head.ts";
import { drawLetterHead, drawSignature, postalAddress, signatureHeight } from "#server/documents/paper/letter.ts";
import { mm, Paper, type Printing, proseLine, sizes } from "#server/documents/paper/page.ts";
import { boxStateLook, dueLook, lookOf } from "#server/documents/paper/states.ts";
import { Table, totalHeight } from "#server/documents/paper/table.ts";

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
  drawConsent(paper, printing, customer);
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
  for (const [index, box] of boxes.entries()) {
    const code = showBoxCode(box.code);
    const [first = "", ...others] = box.contents;
    const head = {
      code,
      content: first,
      year: showYear(box.year),
      destroyYear: showYear(box.destroyYear),
      reason: box.marked ? lookOf(boxStateLook[BoxState.marked], "markiert") : lookOf(dueLook, "fällig"),
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
