import { amountSum, decimalText, units } from "#rules/billing/decimal.ts";
import type { InvoiceLine, VatSum } from "#rules/billing/invoice-lines.ts";
import type { InvoiceBuyer, InvoiceSnapshot } from "#rules/billing/snapshot.ts";
import { monthDays } from "#rules/billing/month.ts";
import { addDays } from "#rules/dates.ts";
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
  /** The day of the service, by which its tax is declared. */
  readonly served: string;
  readonly due: string;
  /** The receiver's VAT id where they owe the tax in another country of the EU (§ 18a UStG); empty otherwise. */
  readonly vatId: string;
  /** Belegfeld 1: the invoice's number, of its cancellation, too. */
  readonly reference: string;
  readonly text: string;
}

/** Returns the taxes and items that the bookkeeping has no account for, as its settings name them: `S7`. */
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

/**
 * The day by which the tax of a line is declared (§ 13 (1) Nr. 1 UStG): the last one of its month, or that on which the invoice was issued where that is earlier, as
 * of what is billed in advance; DATEV takes no service that is later than its document. A cancellation says the day of what it cancels.
 */
function servedDay({ issued_on, corrects, period_to }: InvoiceSnapshot, { month, to }: InvoiceLine): string {
  const lastMonth = month ?? (to === null ? period_to : addDays(to, -1)).slice(0, 7);
  const [served, issued] = [addDays(monthDays(lastMonth).to, -1), corrects?.issued_on ?? issued_on];
  return served < issued ? served : issued;
}

/** The gross amounts of a tax's lines by account and day of the service, in the order of the invoice. */
function grossByAccount(invoice: InvoiceSnapshot, sum: VatSum, bookkeeping: Bookkeeping) {
  const taxed = invoice.lines
    .filter((line) => vatKey(line) === vatKey(sum))
    .map((line) => ({ net: line.net, account: accountOf(bookkeeping, line), served: servedDay(invoice, line) }));
  const nets = [...Map.groupBy(taxed, ({ account, served }) => `${account} ${served}`).values()].flatMap((some) =>
    some.slice(0, 1).map((first) => ({ ...first, net: units(amountSum(some.map(({ net }) => net)), 2) })),
  );
  const taxes = shareOut(
    units(sum.vat, 2),
    nets.map(({ net }) => net),
  );
  return nets.map(({ net, ...row }, index) => ({ ...row, gross: net + (taxes[index] ?? 0n) }));
}

/**
 * Returns the VAT id that a recapitulative statement (§ 18a UStG) requires of a receiver who owes the tax. Northern Ireland is in the EU for goods
 * alone.
 */
function declaredVatId({ vat_id }: InvoiceBuyer, { vat_category }: VatSum): string {
  const id = (vat_id ?? "").replace(/\s/g, "").toUpperCase();
  return vat_category === "AE" && !/^(DE|XI)/.test(id) ? id : "";
}

const longestText = 60;

function bookingText({ kind, number, buyer }: InvoiceSnapshot, served: string): string {
  const [year = "", month = ""] = served.split("-");
  const about = `${kind === 381 ? `Storno ${number} ` : ""}${month}/${year} ${buyer.name}`;
  return plainText(about).slice(0, longestText).trim();
}

/**
 * Books an invoice: a row for each account of revenue, tax and month of the service; their sum is its gross amount. An amount of nothing has no row:
 * DATEV books no 0,00.
 * @throws RangeError where an account is missing (`missingAccounts`)
 */
export function bookingsOf(invoice: InvoiceSnapshot, bookkeeping: Bookkeeping): Booking[] {
  const { kind, number, corrects, issued_on, due_on, buyer, vats } = invoice;
  const shared = {
    debtor: String(bookkeeping.debtors + Number(buyer.code)),
    day: issued_on,
    due: due_on,
    reference: corrects?.number ?? number,
  };
  return vats.flatMap((sum) =>
    grossByAccount(invoice, sum, bookkeeping).flatMap(({ account, served, gross }) => {
      if (account === null) throw new RangeError(`${number} has a line without an account.`);
      if (gross === 0n) return [];
      const isOwed = (kind === 380) === gross > 0n; // what is settled may take more off an account than the invoice puts on it
      const said = { amount: decimalText(gross < 0n ? -gross : gross, 2), text: bookingText(invoice, served) };
      return [
        {
          ...shared,
          ...said,
          side: isOwed ? ("S" as const) : ("H" as const),
          account,
          served,
          vatId: declaredVatId(buyer, sum),
        },
      ];
    }),
  );
}
