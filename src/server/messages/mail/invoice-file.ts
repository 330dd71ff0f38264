import { sql } from "kysely";
import { periodInWords } from "#rules/billing/sending.ts";
import { discountOf, discountText } from "#rules/billing/discount.ts";
import { debitOf, type InvoiceSnapshot } from "#rules/billing/snapshot.ts";
import { invoiceKindText, paymentTerms } from "#rules/billing/e-invoice/invoice-wording.ts";
import { berlinDay, showDate } from "#rules/dates.ts";
import { showMoney } from "#rules/money.ts";
import type { Reader } from "#server/database/database.ts";
import type { PdfWorkers } from "#server/documents/pdf-workers.ts";
import type { MailFile } from "./mail-transport.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

/** An invoice as it is sent: its sentences and its files. */
export interface InvoiceFiles {
  readonly paragraphs: readonly string[];
  readonly files: readonly MailFile[];
}

interface MailedInvoice {
  number: string;
  snapshot: InvoiceSnapshot;
  xml: string | null;
}

const mailedInvoice = selectList<MailedInvoice>(fromTable("i", "number", "snapshot", "xml"));

/** Returns the files that go out with the mail of an invoice; nothing where it was cancelled meanwhile. The sender asks, in nobody's scope. */
export async function invoiceFiles(
  db: Reader,
  press: PdfWorkers,
  id: number,
  signal: AbortSignal,
): Promise<InvoiceFiles | undefined> {
  const { rows } = await sql<MailedInvoice>`
    select ${mailedInvoice} from invoices i
    where id = ${id}::int and not exists (select from invoices x where x.corrects_id = i.id)`.execute(db);
  const [invoice] = rows;
  if (!invoice) return undefined;
  const { number, snapshot } = invoice;
  const xml = invoice.xml === null ? null : Buffer.from(invoice.xml);
  const printing = { provider: snapshot.seller.name, day: berlinDay(new Date(`${snapshot.issued_on}T12:00:00Z`)) };
  const pdf = await press.set("invoicePdf", { snapshot, xml }, printing, signal);
  const isXml = snapshot.form === "xrechnung" && xml !== null;
  return {
    paragraphs: sentencesOf(snapshot, isXml),
    files: [
      ...(isXml ? [{ filename: `${number}.xml`, contentType: "application/xml", content: xml }] : []),
      { filename: `${number}.pdf`, contentType: "application/pdf", content: pdf },
    ],
  };
}

function sentencesOf(snapshot: InvoiceSnapshot, isXml: boolean): string[] {
  const { kind, number, gross, due_on, corrects } = snapshot;
  const [debit, discount] = [debitOf(snapshot), discountOf(snapshot)];
  const what = `${invoiceKindText[kind]} ${number} vom ${showDate(snapshot.issued_on)}`;
  if (kind === 381) return [`im Anhang finden Sie die ${what} zu unserer Rechnung ${corrects?.number ?? ""}.`];
  return [
    `im Anhang finden Sie die ${what} für ${periodInWords(snapshot)} über ${showMoney(gross)}.`,
    debit === null
      ? snapshot.pays_out
        ? paymentTerms(snapshot)
        : [`Bitte überweisen Sie den Betrag bis zum ${showDate(due_on)}.`, discount && discountText(discount)]
            .filter(Boolean)
            .join(" ")
      : `Den Betrag ziehen wir mit dem Mandat ${debit.mandate} ein, frühestens am ${showDate(due_on)}.`,
    ...(isXml ? ["Die XML-Datei ist die Rechnung, das PDF zeigt sie zum Lesen."] : []),
  ];
}
