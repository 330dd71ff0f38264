import { showVat } from "#rules/billing/amount-texts.ts";
import { discountCode, discountOf, discountText } from "#rules/billing/discount.ts";
import type { InvoiceLine, Vat } from "#rules/billing/invoice-lines.ts";
import { itemText, type VatCategory } from "#rules/billing/items.ts";
import { isSettlement } from "#rules/billing/settlement-lines.ts";
import { debitOf, type InvoiceDebit, type InvoiceSnapshot } from "#rules/billing/snapshot.ts";
import { addDays, showDate } from "#rules/dates.ts";

/** BT-120 and BT-121: why there is no tax (§ 14 Abs. 4 Nr. 8, § 14a Abs. 5 UStG); of an exemption EN 16931 has no code that fits all. */
const exemptions: Readonly<Record<Exclude<VatCategory, "S">, { readonly reason: string; readonly code: string }>> = {
  E: { reason: "Umsatzsteuerfreie Leistung", code: "" },
  AE: { reason: "Steuerschuldnerschaft des Leistungsempfängers", code: "VATEX-EU-AE" },
};

/** The same of an invoice: why something is exempt may have been typed; who owes the tax themselves reads so in the words of the law. */
export function exemptionOf(category: Exclude<VatCategory, "S">, { exemption }: InvoiceSnapshot) {
  const usual = exemptions[category];
  return category === "E" && exemption ? { ...usual, reason: exemption } : usual;
}

/** The rate of a sum of tax on paper, with the reason where one was typed. */
export const rateText = (sum: Vat, { exemption }: InvoiceSnapshot): string =>
  sum.vat_category === "E" && exemption ? `${showVat(sum)}: ${exemption}` : showVat(sum);

/** BT-20 line by line: the last one is a discount as XRechnung has it. */
export function termLines(snapshot: InvoiceSnapshot): string[] {
  const discount = discountOf(snapshot);
  const terms = paymentTerms(snapshot);
  if (discount === null) return [terms];
  const said = `${terms} ${discountText(discount)}`;
  return snapshot.form === "xrechnung" ? [said, discountCode(discount)] : [said];
}

/** Returns the text of BT-20 about the whole amount: the last day to pay, and that nothing is deducted. A cancelled invoice is not paid. */
export function paymentTerms(snapshot: InvoiceSnapshot): string {
  const { kind, corrects, payment_days, pays_out } = snapshot;
  const debit = debitOf(snapshot);
  if (debit) return debitNotice(debit, snapshot.due_on);
  if (kind === 381 && corrects) return `Wird mit Rechnung ${corrects.number} verrechnet.`;
  if (pays_out) return "Das Guthaben zahlen wir Ihnen aus.";
  if (payment_days === 0) return "Zahlbar sofort ohne Abzug.";
  return `Zahlbar innerhalb von ${payment_days === 1 ? "einem Tag" : `${payment_days} Tagen`} ohne Abzug.`;
}

/** Announces a direct debit to the customer: the account, the mandate and the day (SEPA Core rulebook, pre-notification). */
const debitNotice = ({ iban, mandate, creditor_id }: InvoiceDebit, due_on: string): string =>
  `Wir ziehen den Betrag am ${showDate(due_on)} oder am Bankarbeitstag danach vom Konto ${iban.slice(0, 4)} … ${iban.slice(-4)} ein (Mandat ${mandate}, Gläubiger-ID ${creditor_id}).`;

/** BT-22: what a cancellation takes back; empty for an invoice. */
export const cancellationNote = ({ kind, corrects }: InvoiceSnapshot): string =>
  kind === 381 && corrects ? `Stornorechnung zu Rechnung ${corrects.number} vom ${showDate(corrects.issued_on)}` : "";

const storageMeasures: Partial<Record<InvoiceLine["unit"], string>> = {
  metre_day: "Metertage, Preis für einen Monat",
  box_day: "Boxtage, Preis für einen Monat",
  metre_month: "Laufende Meter, je Monat",
  box_month: "Boxen, je Monat",
};

/** BT-154: what staff wrote, and what the code of the unit cannot say. */
export const lineDescription = ({ text, unit }: InvoiceLine): string =>
  [text, storageMeasures[unit] ?? ""].filter((part) => part !== "").join("; ");

/** BT-153: what a line is for. */
export const serviceName = (line: Pick<InvoiceLine, "item" | "from">): string =>
  isSettlement(line) ? "Ausgleich Lagerung" : itemText[line.item];

/** A line's service in a table: what it is, what staff wrote, and the days where it is for several. */
export function serviceText(line: InvoiceLine): string {
  const { text, from, to } = line;
  const service = text === "" ? serviceName(line) : `${serviceName(line)}: ${text}`;
  if (from === null || to === null) return service;
  return `${service}, ${showDate(from)} bis ${showDate(addDays(to, -1))}`;
}

/** BT-3: what an invoice and a cancellation are called. */
export const invoiceKindText: Readonly<Record<380 | 381, string>> = { 380: "Rechnung", 381: "Stornorechnung" };
