import { showDate } from "#rules/dates.ts";
import { paymentTerms } from "#rules/billing/e-invoice/invoice-wording.ts";
import { discountOf, discountText } from "#rules/billing/discount.ts";
import { debitOf, type InvoiceSnapshot } from "#rules/billing/snapshot.ts";
import { showMoney } from "#rules/money.ts";
import { drawQrCode, qrCode } from "#server/documents/codes/qr-code.ts";
import { grey, mm, type Paper, sizes } from "#server/documents/paper/page.ts";
import { giroCode, showIban } from "./giro-code.ts";

const codeSide = mm(28); // of at most 69 modules each is wider than the third of a millimetre that a telephone reads
const height = mm(40);

/** By when and how an invoice is paid, with the code for banking apps; of a cancellation, that its invoice is not to be paid. */
export function drawPayment(paper: Paper, snapshot: InvoiceSnapshot): void {
  const code = giroCode(snapshot);
  paper.y += mm(6);
  if (!paper.fits(code === null ? mm(16) : height)) paper.nextPage();
  const top = paper.y;
  const codeLeft = paper.right - codeSide;
  const right = code === null ? paper.right : codeLeft - mm(8);
  for (const text of paymentTexts(snapshot)) {
    paper.paragraph(text, { right });
    paper.y += mm(1);
  }
  if (code === null) return;
  drawQrCode(paper, qrCode(code), { x: codeLeft, y: top, side: codeSide });
  const caption = { size: sizes.small, color: grey, align: "center" } as const;
  paper.text(codeLeft + codeSide / 2, top + codeSide + mm(4), "GiroCode", caption);
}

function paymentTexts(snapshot: InvoiceSnapshot): string[] {
  const { kind, number, corrects, gross, due_on, seller, pays_out } = snapshot;
  const amount = showMoney(gross);
  if (kind === 381)
    return [
      `Die Rechnung${corrects ? ` ${corrects.number} vom ${showDate(corrects.issued_on)}` : ""} ist damit in Höhe von ${amount} aufgehoben.`,
    ];
  if (gross === "0.00") return ["Es ist nichts zu zahlen."];
  if (debitOf(snapshot) || pays_out) return [paymentTerms(snapshot)];
  const discount = discountOf(snapshot);
  const due = [`Zahlbar bis ${showDate(due_on)}.`, discount && discountText(discount)].filter(Boolean).join(" ");
  if (seller.iban === null || number === "") return [due];
  const bic = seller.bic === null ? "" : `, BIC ${seller.bic}`;
  return [
    due,
    `Bitte überweisen Sie ${amount} mit dem Verwendungszweck ${number} auf das Konto ${showIban(seller.iban)}${bic}.`,
  ];
}
