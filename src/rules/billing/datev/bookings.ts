import { amountSum, decimalText, units } from "#rules/billing/decimal.ts";
import type { InvoiceLine } from "#rules/billing/invoice-lines.ts";
import type { InvoiceSnapshot } from "#rules/billing/snapshot.ts";
import { accountOf, type Bookkeeping, vatKey } from "./accounts.ts";
import { plainText } from "./cp1252.ts";

/** A row of a Stapel: a gross amount in euro, of a debtor on an account of revenue. Days are `YYYY-MM-DD`. */
export interface Booking {
  readonly amount: string;
  /** The debtor owes it (`S`), or no longer does (`H`). */
  readonly side: "S" | "H";
  readonly debtor: string;
  readonly account: string;
  readonly day: string;
  readonly due: string;
  /** Belegfeld 1: the invoice's number, of its cancellation, too. */
  readonly reference: string;
  readonly text: string;
}

/** What a bookkeeping has no account for, as its settings name it: `S7`. */
export const missingAccounts = (invoices: readonly InvoiceSnapshot[], bookkeeping: Bookkeeping): string[] => [
  ...new Set(
    invoices.flatMap(({ lines }) => lines.filter((line) => accountOf(bookkeeping, line) === null).map(vatKey)),
  ),
];

/**
 * A whole number in parts that are as one another as the weights are, whose sum it is to the last one: each is rounded down, and what is left goes one by one
 * to those that lost most, of equal ones to the first. Weights may be negative, as what is settled is.
 */
export function shareOut(total: bigint, weights: readonly bigint[]): bigint[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0n);
  if (whole === 0n) return weights.map((_, index) => (index === 0 ? total : 0n));
  if (whole < 0n)
    return shareOut(
      -total,
      weights.map((weight) => -weight),
    ).map((part) => -part);
  const parts = weights.map((weight) => downQuotient(total * weight, whole));
  const left = Number(total - parts.reduce((sum, part) => sum + part, 0n));
  const lost = weights.map((weight, index) => ({ index, rest: total * weight - (parts[index] ?? 0n) * whole }));
  const first = lost.toSorted((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest < b.rest ? 1 : -1));
  const favoured = new Set(first.slice(0, left).map(({ index }) => index));
  return parts.map((part, index) => (favoured.has(index) ? part + 1n : part));
}

/** The largest whole number that is no more than a quotient; the divisor is more than 0. */
const downQuotient = (dividend: bigint, divisor: bigint): bigint =>
  (dividend - (((dividend % divisor) + divisor) % divisor)) / divisor;

/** The gross amounts of a tax's lines by account, in the order of the invoice. */
function grossByAccount(lines: readonly InvoiceLine[], vat: string, bookkeeping: Bookkeeping) {
  const nets = [...Map.groupBy(lines, (line) => accountOf(bookkeeping, line))].map(([account, some]) => ({
    account,
    net: units(amountSum(some.map(({ net }) => net)), 2),
  }));
  const taxes = shareOut(
    units(vat, 2),
    nets.map(({ net }) => net),
  );
  return nets.map(({ account, net }, index) => ({ account, gross: net + (taxes[index] ?? 0n) }));
}

const longestText = 60;

function bookingText({ kind, number, period_from, buyer }: InvoiceSnapshot): string {
  const [year = "", month = ""] = period_from.split("-");
  const about = `${kind === 381 ? `Storno ${number} ` : ""}${month}/${year} ${buyer.name}`;
  return plainText(about).slice(0, longestText).trim();
}

/**
 * How an invoice is booked: a row for each account of revenue and each tax; their sum is its gross amount. What costs nothing has no row: DATEV books no 0,00.
 * @throws RangeError where an account is missing (`missingAccounts`)
 */
export function bookingsOf(invoice: InvoiceSnapshot, bookkeeping: Bookkeeping): Booking[] {
  const { kind, number, corrects, issued_on, due_on, buyer, lines, vats } = invoice;
  const shared = {
    debtor: String(bookkeeping.debtors + Number(buyer.code)),
    day: issued_on,
    due: due_on,
    reference: corrects?.number ?? number,
    text: bookingText(invoice),
  };
  return vats.flatMap((sum) => {
    const taxed = lines.filter((line) => vatKey(line) === vatKey(sum));
    return grossByAccount(taxed, sum.vat, bookkeeping).flatMap(({ account, gross }) => {
      if (account === null) throw new RangeError(`${number} has a line without an account.`);
      if (gross === 0n) return [];
      const isOwed = (kind === 380) === gross > 0n; // what is settled may take more off an account than the invoice puts on it
      const amount = decimalText(gross < 0n ? -gross : gross, 2);
      return [{ ...shared, side: isOwed ? ("S" as const) : ("H" as const), amount, account }];
    });
  });
}
