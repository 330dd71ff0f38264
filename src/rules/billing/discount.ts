import { amountSum, decimalText, computeTax, units } from "./decimal.ts";
import { showDecimal } from "./amount-texts.ts";
import { debitOf, type InvoiceSnapshot } from "./snapshot.ts";
import { addDays, showDate } from "#rules/dates.ts";
import { showMoney } from "#rules/money.ts";

/** A cash discount as an invoice offers it: `until` (`YYYY-MM-DD`) `due` is enough, `amount` less than the invoice; euro, per cent with two decimals. */
export interface OfferedDiscount {
  readonly days: number;
  readonly percent: string;
  readonly until: string;
  readonly amount: string;
  readonly due: string;
}

/** The cash discount of an invoice; null where none is agreed, of a cancellation, and where nothing is transferred. */
export function discountOf(snapshot: InvoiceSnapshot): OfferedDiscount | null {
  const { kind, discount, gross, issued_on } = snapshot;
  if (!discount || kind !== 380 || debitOf(snapshot) || units(gross, 2) <= 0n) return null;
  const amount = computeTax(gross, discount.percent); // a share that is rounded once, as a tax is
  const due = amountSum([gross, decimalText(-units(amount, 2), 2)]);
  return { ...discount, until: addDays(issued_on, discount.days), amount, due };
}

/** Returns the sentence that offers the discount to the payer. */
export const discountText = ({ percent, until, amount, due }: OfferedDiscount): string =>
  `Bei Zahlung bis ${showDate(until)} gewähren wir ${showDecimal(percent, 0)}\u00a0% Skonto: ${showMoney(amount)} weniger, zu zahlen sind dann ${showMoney(due)}.`;

/** The same for programs, as XRechnung lays it down (BR-DE-18): a line of BT-20. */
export const discountCode = ({ days, percent }: OfferedDiscount): string => `#SKONTO#TAGE=${days}#PROZENT=${percent}#`;
