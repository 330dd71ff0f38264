import { Document } from "sepa";
import { amountSum } from "#rules/billing/decimal.ts";
import { sepaText } from "#rules/billing/direct-debit/sepa-text.ts";
import { debitOf, type InvoiceDebit, type InvoiceSnapshot } from "#rules/billing/snapshot.ts";
import { berlinDay, showDate } from "#rules/dates.ts";
import { berlinTime } from "#rules/times.ts";
import { inLatinLetters } from "./latin-letters.ts";

interface DebitFileContent {
  readonly id: number;
  readonly created: Date;
  /** With the day of the collection, `YYYY-MM-DD`. */
  readonly invoices: readonly { readonly snapshot: InvoiceSnapshot; readonly collect_on: string }[];
}

interface Collection extends InvoiceDebit {
  readonly snapshot: InvoiceSnapshot;
  readonly collect_on: string;
}

const longestName = 70;
const longestPurpose = 140;
const bankName = (name: string): string => sepaText(inLatinLetters(name), longestName);
/** The library writes the calendar day of its own zone: noon is on that day in each. */
const localDay = (day: string): Date => new Date(`${day}T12:00:00`);

/**
 * Direct debits for the bank: SEPA Core, pain.008.001.08 (DFÜ-Abkommen, Anlage 3), a group of payments for each day and account, each a recurring one. The same
 * file is the same text. Answers the id of the message, too, which names the file. @throws where the sum that the library writes is another one
 */
export function writeDirectDebits({ id, created, invoices }: DebitFileContent): { messageId: string; xml: string } {
  const collections = invoices.flatMap((invoice): Collection[] => {
    const debit = debitOf(invoice.snapshot);
    return debit ? [{ ...debit, ...invoice }] : [];
  });
  const [first] = collections;
  if (!first) throw new RangeError("A file of direct debits has one at least.");
  const stamp = `${berlinDay(created)} ${berlinTime(created)}`.replaceAll(/\D/g, "");
  const messageId = `LS-${stamp}-${id}`;
  const document = new Document("pain.008.001.08");
  document.grpHdr.id = messageId;
  document.grpHdr.created = new Date(`${berlinDay(created)}T${berlinTime(created)}:00`); // written as the clock says here, without a zone
  document.grpHdr.initiatorName = bankName(first.snapshot.seller.name);
  const groups = Map.groupBy(collections, ({ collect_on, creditor_id, snapshot: { seller } }) =>
    [collect_on, creditor_id, seller.iban, seller.name].join("\n"),
  );
  for (const [, group] of [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1))) addGroup(document, group);
  document.normalize();
  const xml = document.toString();
  const sum = amountSum(collections.map(({ snapshot }) => snapshot.gross));
  const counted = `<NbOfTxs>${collections.length}</NbOfTxs><CtrlSum>${sum}</CtrlSum>`;
  if (!xml.replaceAll(/>\s+</g, "><").includes(counted)) throw new Error(`The sum of ${messageId} is not ${sum}.`);
  return { messageId, xml };
}

function addGroup(document: Document, group: readonly Collection[]): void {
  const [first] = group;
  if (!first) return;
  const { seller } = first.snapshot;
  const payment = document.createPaymentInfo();
  Object.assign(payment, {
    collectionDate: localDay(first.collect_on),
    creditorIBAN: seller.iban ?? "",
    creditorName: bankName(seller.name),
    creditorId: first.creditor_id,
    batchBooking: true,
    sequenceType: "RCUR", // since 2016 the first one of a mandate is none of its own
  });
  document.addPaymentInfo(payment);
  for (const { snapshot, ...debit } of group) {
    const { number, issued_on, buyer, gross } = snapshot;
    payment.addTransaction(
      Object.assign(payment.createTransaction(), {
        debtorName: bankName(buyer.name),
        debtorIBAN: debit.iban,
        mandateId: debit.mandate,
        mandateSignatureDate: localDay(debit.signed_on),
        amount: Number(gross), // written with two decimals: exact up to what the library takes
        remittanceInfo: sepaText(`Rechnung ${number} vom ${showDate(issued_on)}, Kunde ${buyer.code}`, longestPurpose),
        end2endId: number,
      }),
    );
  }
}
