import { showBoxCode } from "#rules/stock/box-code.ts";
import { berlinDay, showDate } from "#rules/dates.ts";
import { showCase } from "#rules/stocktake/case-state.ts";
import { type Customer, customerHeading } from "#server/documents/paper/customer-head.ts";
import { drawLetterHead, drawSignature, postalAddress, signatureHeight } from "#server/documents/paper/letter.ts";
import { mm, Paper, type Printing } from "#server/documents/paper/page.ts";
import { Table } from "#server/documents/paper/table.ts";

export interface LossLetterData {
  readonly customer: Customer;
  /** The number of the case. */
  readonly id: number;
  /** True where somebody has decided that the loss is reported; the letter is a draft until then. */
  readonly isReported: boolean;
  readonly code: string;
  readonly foreignNumber: string | null;
  /** Instants: since when it is missing, and when it was seen last; null where no place is on record. */
  readonly since: string;
  readonly lastSeen: string | null;
  readonly contents: readonly string[];
}

const day = (instant: string) => showDate(berlinDay(new Date(instant)));

/** Informs a customer what is missing; where it stood they know no more than of any other box (product 4). */
export function lossLetter(data: LossLetterData, printing: Printing): Buffer {
  const { customer, id, isReported } = data;
  const paper = new Paper(printing, {
    title: isReported ? "Verlustmitteilung" : "Verlustmitteilung (Entwurf)",
    subtitle: customerHeading(customer),
  });
  drawLetterHead(paper, printing, customer, [
    ["Datum", showDate(printing.day)],
    ["Vorgang", showCase(id)],
  ]);
  paper.paragraph("Sehr geehrte Damen und Herren,");
  paper.y += mm(2);
  paper.paragraph(
    "eine Ihrer Boxen haben wir bei der Prüfung unseres Bestandes nicht an ihrem Platz gefunden. Auch eine zweite Person hat sie " +
      "bisher vergeblich gesucht. Wir müssen sie deshalb als verloren melden und suchen weiter nach ihr.",
  );
  paper.y += mm(4);
  drawBox(paper, data);
  paper.y += mm(5);
  paper.paragraph("Datenschutz", { weight: "bold" });
  paper.paragraph(
    "Enthält die Box personenbezogene Daten, so unterrichten wir Sie hiermit als Ihr Auftragsverarbeiter (Art. 33 Abs. 2 DSGVO). " +
      "Bitte prüfen Sie als Verantwortlicher, ob Sie den Vorfall binnen 72 Stunden, nachdem er Ihnen bekannt wurde, der " +
      "Aufsichtsbehörde melden (Art. 33 Abs. 1 DSGVO) und die Betroffenen benachrichtigen müssen (Art. 34 DSGVO). Wir geben " +
      "Ihnen dazu jede Auskunft, die wir haben.",
  );
  paper.y += mm(3);
  paper.paragraph("Sobald die Box gefunden ist, teilen wir Ihnen das mit.");
  const post = postalAddress(printing);
  if (post) paper.paragraph(`Ihre Antwort erreicht uns unter: ${post}.`);
  paper.y += mm(6);
  if (!paper.fits(signatureHeight)) paper.nextPage();
  drawSignature(paper, "Für das Archiv", printing.provider);
  return paper.finish();
}

function drawBox(paper: Paper, { code, foreignNumber, since, lastSeen, contents }: LossLetterData): void {
  const table = new Table(paper, {
    what: { title: "Angabe", width: 42, weight: "bold" },
    value: { title: "Box", width: "rest", hanging: true },
  });
  const [first = "nicht erfasst", ...others] = contents;
  table.group([{ what: "Box", value: showBoxCode(code) }]);
  if (foreignNumber !== null) table.group([{ what: "Ihre Nummer", value: foreignNumber }]);
  table.group([{ what: "Vermisst seit", value: day(since) }]);
  table.group([
    { what: "Zuletzt gesehen", value: lastSeen === null ? "nicht bekannt" : `am ${day(lastSeen)} in unserem Archiv` },
  ]);
  table.group([{ what: "Inhalt", value: first }, ...others.map((value) => ({ value }))], {
    again: { what: "Inhalt (Fortsetzung)" },
  });
}
