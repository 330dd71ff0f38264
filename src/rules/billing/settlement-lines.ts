import { decimalText, lineNet, quantityDecimals, units } from "./decimal.ts";
import type { BilledBefore, InvoiceLine } from "./invoice-lines.ts";

const keyOf = ({ cost_centre, unit, base, price, vat_category, vat_rate }: InvoiceLine): string =>
  JSON.stringify([cost_centre, unit, base, units(price, 4).toString(), vat_category, units(vat_rate, 2).toString()]);

const thousandths = (lines: readonly InvoiceLine[]): bigint =>
  lines.reduce((sum, { quantity }) => sum + units(quantity, quantityDecimals), 0n);

/** The line with another quantity, which may be negative: its price never is (EN 16931, BR-27). */
function withQuantity(
  line: InvoiceLine,
  amount: bigint,
  made: Pick<InvoiceLine, "text" | "runs" | "before">,
): InvoiceLine {
  const quantity = decimalText(amount, quantityDecimals);
  return { ...line, ...made, from: null, to: null, quantity, net: lineNet(quantity, line.price, line.base) };
}

/**
 * Returns the lines that settle a month whose storage was billed in advance (`before`) with what was stored (`stored`). For each price they state
 * what was billed too little or too much, and nothing where both are the same. With `before` the lines cost what `stored` costs, to the cent. Where
 * one line would be a cent off, what was stored and what was billed stand as a line each. The lines are for no days: those of the month lie before
 * the invoice's (PEPPOL-EN16931-R110). `by` is the invoice that billed the advance.
 */
export function settlementLines(
  stored: readonly InvoiceLine[],
  before: readonly InvoiceLine[],
  text: string,
  by?: Omit<BilledBefore, "quantity">,
): InvoiceLine[] {
  const [ofStored, ofBefore] = [Map.groupBy(stored, keyOf), Map.groupBy(before, keyOf)];
  return [...new Set([...ofStored.keys(), ...ofBefore.keys()])].flatMap((key) => {
    const [real, billed] = [ofStored.get(key) ?? [], ofBefore.get(key) ?? []];
    const [like] = [...real, ...billed];
    if (!like) return [];
    const difference = thousandths(real) - thousandths(billed);
    const cents = netCents(real) - netCents(billed);
    if (difference === 0n && cents === 0n) return [];
    const beforeOf = (lines: readonly InvoiceLine[]) =>
      by && lines.length > 0 ? { ...by, quantity: decimalText(thousandths(lines), quantityDecimals) } : undefined;
    const runs = real.some((each) => each.runs) ? real.flatMap((each) => each.runs ?? []) : undefined;
    const line = withQuantity(like, difference, { text, runs, before: beforeOf(billed) });
    if (units(line.net, 2) === cents) return [line];
    return [
      ...real.map((each) => withQuantity(each, thousandths([each]), { text, runs: each.runs, before: undefined })),
      ...billed.map((each) => withQuantity(each, -thousandths([each]), { text, runs: [], before: beforeOf([each]) })),
    ];
  });
}

const netCents = (lines: readonly InvoiceLine[]): bigint => lines.reduce((sum, { net }) => sum + units(net, 2), 0n);

/** Says whether a line settles storage that was billed in advance: storage that is for no days. */
export const isSettlement = ({ item, from }: Pick<InvoiceLine, "item" | "from">): boolean =>
  item === "storage" && from === null;
