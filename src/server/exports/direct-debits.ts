import { amountSum } from "#rules/billing/decimal.ts";
import { sepaText } from "#rules/billing/direct-debit/sepa-text.ts";
import { element, group } from "#rules/billing/e-invoice/xml-text.ts";
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
/**
 * Direct debits for the bank: SEPA Core, pain.008.001.08 (DFÜ-Abkommen, Anlage 3), a group of payments for each day and account, each a recurring one. The same
 * file is the same text. Answers the id of the message, too, which names the file. @throws where there is none
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
  const groups = Map.groupBy(collections, ({ collect_on, creditor_id, snapshot: { seller } }) =>
    [collect_on, creditor_id, seller.iban, seller.name].join("\n"),
  );
  const payments = [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
  const written = group(
    "CstmrDrctDbtInitn",
    group(
      "GrpHdr",
      element("MsgId", messageId),
      element("CreDtTm", `${berlinDay(created)}T${berlinTime(created)}:00`), // as the clock says here, without a zone
      totals(collections),
      group("InitgPty", element("Nm", bankName(first.snapshot.seller.name))),
    ),
    ...payments.map((payment, at) => paymentOf(payment, `${messageId}.${at}`)),
  );
  const xml = `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="${schema}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="${schema} pain.008.001.08.xsd">${written}</Document>`;
  return { messageId, xml: xml.replaceAll("\n", "") };
}

const schema = "urn:iso:std:iso:20022:tech:xsd:pain.008.001.08";

const totals = (collections: readonly Collection[]): string =>
  element("NbOfTxs", String(collections.length)) +
  element("CtrlSum", amountSum(collections.map(({ snapshot }) => snapshot.gross)));

const account = (name: string, iban: string): string =>
  group(name, group("Id", element("IBAN", iban.replaceAll(/\s/g, ""))));
/** The bank of an account: its IBAN says which. */
const agent = (name: string): string => group(name, group("FinInstnId", group("Othr", element("Id", "NOTPROVIDED"))));

function paymentOf(collections: readonly Collection[], id: string): string {
  const [first] = collections;
  if (!first) return "";
  const { seller } = first.snapshot;
  const scheme = group("SchmeNm", element("Prtry", "SEPA"));
  return group(
    "PmtInf",
    element("PmtInfId", id),
    element("PmtMtd", "DD"),
    element("BtchBookg", "true"),
    totals(collections),
    group(
      "PmtTpInf",
      group("SvcLvl", element("Cd", "SEPA")),
      group("LclInstrm", element("Cd", "CORE")),
      element("SeqTp", "RCUR"), // since 2016 the first one of a mandate is none of its own
    ),
    element("ReqdColltnDt", first.collect_on),
    group("Cdtr", element("Nm", bankName(seller.name))),
    account("CdtrAcct", seller.iban ?? ""),
    agent("CdtrAgt"),
    element("ChrgBr", "SLEV"),
    group("CdtrSchmeId", group("Id", group("PrvtId", group("Othr", element("Id", first.creditor_id), scheme)))),
    ...collections.map((collection, at) => transactionOf(collection, `${id}.${at}`)),
  );
}

function transactionOf({ snapshot, ...debit }: Collection, id: string): string {
  const { number, issued_on, buyer, gross } = snapshot;
  const purpose = sepaText(`Rechnung ${number} vom ${showDate(issued_on)}, Kunde ${buyer.code}`, longestPurpose);
  const mandate = [
    element("MndtId", debit.mandate),
    element("DtOfSgntr", debit.signed_on),
    element("AmdmntInd", "false"),
  ];
  return group(
    "DrctDbtTxInf",
    group("PmtId", element("InstrId", id), element("EndToEndId", number)),
    element("InstdAmt", amountSum([gross]), { Ccy: "EUR" }),
    group("DrctDbtTx", group("MndtRltdInf", ...mandate)),
    agent("DbtrAgt"),
    group("Dbtr", element("Nm", bankName(buyer.name))),
    account("DbtrAcct", debit.iban),
    group("RmtInf", element("Ustrd", purpose)),
  );
}
