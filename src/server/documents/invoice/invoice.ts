import { countryLine, homeCountry } from "#rules/countries.ts";
import { showDate } from "#rules/dates.ts";
import { invoiceKindText } from "#rules/billing/e-invoice/invoice-wording.ts";
import { buyerLines, type InvoiceSnapshot } from "#rules/billing/snapshot.ts";
import type { Customer } from "#server/documents/paper/customer-head.ts";
import { drawLetterHead, type LetterFact } from "#server/documents/paper/letter.ts";
import { mm, Paper, type PaperHead, type Printing } from "#server/documents/paper/page.ts";
import { drawAsBefore } from "#server/documents/paper/printable.ts";
import { facturXMetadata, facturXName } from "./factur-x.ts";
import { showIban } from "./giro-code.ts";
import { drawInvoiceLines, drawSums } from "./invoice-tables.ts";
import { drawPayment } from "./payment.ts";

/** Input of the press for an invoice. */
export interface InvoicePrint {
  readonly snapshot: InvoiceSnapshot;
  /** The e-invoice, a Cross Industry Invoice in UTF-8, that the PDF carries; null where it is paper alone. */
  readonly xml: Uint8Array | null;
}

/**
 * An invoice, or what cancels one, as a letter (DIN 5008) in PDF/A; with its XML PDF/A-3 as ZUGFeRD and Factur-X want it. It says what its snapshot says and
 * nothing else, not even the day on which it is printed: the same snapshot and XML give the same bytes. Without a number it is a draft.
 */
export const invoicePdf = (print: InvoicePrint): Buffer => inItsLetters(print.snapshot, () => setInvoice(print));

const inItsLetters = <T>({ letters }: InvoiceSnapshot, draw: () => T): T => (letters ? draw() : drawAsBefore(draw));

function setInvoice({ snapshot, xml }: InvoicePrint): Buffer {
  const { kind, number } = snapshot;
  const paper = new Paper(printingOf(snapshot), {
    ...headOf(snapshot),
    name: `${invoiceKindText[kind]} ${number}`.trim(),
    ...(number === "" && { watermark: "ENTWURF" }),
    ...(xml && {
      attachment: {
        name: facturXName,
        type: "text/xml",
        bytes: Buffer.from(xml),
        description: "Rechnungsdaten nach EN 16931",
        relationship: "Alternative",
        metadata: facturXMetadata,
      },
    }),
  });
  drawInvoice(paper, snapshot);
  return paper.finish();
}

/** Several of them in one file to be printed, in their order, each on pages of its own. */
export function invoicesPdf({ snapshots }: { readonly snapshots: readonly InvoiceSnapshot[] }): Buffer {
  const [first, ...others] = snapshots;
  if (!first) throw new Error("There is nothing to print.");
  const paper = new Paper(printingOf(first), { ...headOf(first), name: "Rechnungen" });
  drawInvoice(paper, first);
  for (const snapshot of others) {
    paper.nextPart(headOf(snapshot));
    drawInvoice(paper, snapshot);
  }
  return paper.finish();
}

const headOf = ({ kind, number, buyer }: InvoiceSnapshot): PaperHead => ({
  title: invoiceKindText[kind],
  subtitle: [number, buyer.code].filter(Boolean).join(" · "), // it fits beside the title on every page
});

function drawInvoice(paper: Paper, snapshot: InvoiceSnapshot): void {
  inItsLetters(snapshot, () => drawLetter(paper, snapshot));
}

function drawLetter(paper: Paper, snapshot: InvoiceSnapshot): void {
  drawLetterHead(paper, printingOf(snapshot), receiverOf(snapshot), factsOf(snapshot));
  paper.paragraph(introductionOf(snapshot));
  paper.y += mm(4);
  drawInvoiceLines(paper, snapshot);
  drawSums(paper, snapshot);
  drawPayment(paper, snapshot);
}

/** The provider's head as it was when the invoice was issued, its day that of the invoice. */
function printingOf({ seller, issued_on }: InvoiceSnapshot): Printing {
  const bank = [
    ["IBAN", seller.iban && showIban(seller.iban)],
    ["BIC", seller.bic],
    ["USt-IdNr.", seller.vat_id],
    ["Steuernummer", seller.tax_number],
    ["", seller.register],
  ].flatMap(([label, value]) => (value ? [`${label} ${value}`.trim()] : []));
  const address = [seller.street, `${seller.postcode} ${seller.city}`];
  const { phone, email } = seller.contact;
  return { provider: seller.name, day: issued_on, sender: { address, phone, email, bank } };
}

function receiverOf({ buyer }: InvoiceSnapshot): Customer {
  const { code, name, country = homeCountry } = buyer;
  return {
    code: Number(code),
    name,
    address: [name, ...buyerLines(buyer), countryLine(country)].filter((line) => line.trim()),
  };
}

/** Returns the facts that stand beside the address, except those that are not known or agreed. */
function factsOf({ number, issued_on, period_from, period_to, seller, buyer }: InvoiceSnapshot): LetterFact[] {
  const facts: readonly (readonly [string, string | null])[] = [
    ["Nummer", number],
    ["Datum", showDate(issued_on)],
    ["Zeitraum", `${showDate(period_from)} bis ${showDate(period_to)}`],
    ["Bestellung", buyer.order_reference],
    ["Vertrag", buyer.contract_reference],
    ["Leitweg-ID", buyer.leitweg_id],
    ["Ihre USt-ID", buyer.vat_id],
    ["Auskunft", seller.contact.name],
  ];
  return facts.flatMap(([label, value]) => (value ? [[label, value] as const] : []));
}

function introductionOf({ kind, period_from, period_to, corrects }: InvoiceSnapshot): string {
  const period = `vom ${showDate(period_from)} bis ${showDate(period_to)}`;
  if (kind === 380) return `Für unsere Leistungen ${period} berechnen wir Ihnen:`;
  const first = corrects ? ` ${corrects.number} vom ${showDate(corrects.issued_on)}` : "";
  return `Hiermit stornieren wir die Rechnung${first} über unsere Leistungen ${period}:`;
}
