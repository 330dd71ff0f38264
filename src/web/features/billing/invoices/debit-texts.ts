import type { InvoiceDetail } from "#contract/schemas/billing/invoices.ts";
import { berlinDay, showDate } from "#rules/dates.ts";
import { showMoney } from "#rules/money.ts";

type Debit = NonNullable<InvoiceDetail["debits"]>[number];

/** The file of direct debits that an invoice stands in. */
export const currentDebit = ({ debits }: Pick<InvoiceDetail, "debits">): Debit | undefined =>
  debits?.find(({ taken_back }) => taken_back === null);

const dayOf = (instant: string) => showDate(berlinDay(new Date(instant)));

export const debitText = ({ file, created, collect_on, taken_back }: Debit): string =>
  `Datei ${file} vom ${dayOf(created)}, ${taken_back === null ? `Einzug am ${showDate(collect_on)}` : `zurückgenommen am ${dayOf(taken_back)}`}`;

/** Says what the bank does although an invoice is cancelled, and what is to be done about it. Returns nothing where the invoice stands in no file. */
export function debitWarning(invoice: Pick<InvoiceDetail, "debits" | "gross">): string | undefined {
  const debit = currentDebit(invoice);
  if (!debit) return undefined;
  const [amount, day, file] = [showMoney(invoice.gross), showDate(debit.collect_on), `Datei ${debit.file}`];
  const refund =
    "erstatten Sie dem Kunden den Betrag, oder vermerken Sie die neue Rechnung als bezahlt, damit nicht beide eingezogen werden.";
  return debit.collect_on <= berlinDay(new Date())
    ? `${amount} sollten am ${day} mit der ${file} eingezogen werden. Das Storno gibt das Geld nicht zurück: Bitte ${refund}`
    : `Die Bank zieht ${amount} am ${day} mit der ${file} ein, auch wenn die Rechnung storniert ist. Ist die Datei noch nicht eingereicht, oder ruft die Bank sie zurück, nehmen Sie sie unter Buchhaltung zurück. Sonst ${refund}`;
}
