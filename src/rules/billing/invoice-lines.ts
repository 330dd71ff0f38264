import { decimalText, lineNet, missingUpTo, quantityDecimals, amountSum, computeTax } from "./decimal.ts";
import type { BilledItem, BilledUnit, StorageMode, VatCategory } from "./items.ts";

/** Tax category and rate of a charge; the rate of `E` and `AE` is 0.00. */
export interface Vat {
  readonly vat_category: VatCategory;
  /** Per cent, two decimals. */
  readonly vat_rate: string;
}

/** Days one after the other on which the same stood in the store, in mm and boxes; `to` is the day after the last one. */
export interface LineRun {
  readonly from: string;
  readonly to: string;
  readonly mm: number;
  readonly boxes: number;
}

/** Part of a settlement that was billed before, and the invoice that billed it. */
export interface BilledBefore {
  readonly id: number;
  readonly number: string;
  /** The quantity in the line's unit, with three decimals. */
  readonly quantity: string;
}

/** Stock in the store at one price, of one cost centre. Days are `YYYY-MM-DD`; `to` is the day after the last one. */
export interface StoredAmount extends Vat {
  readonly cost_centre: string;
  readonly from: string;
  readonly to: string;
  readonly unit: "metre_month" | "box_month";
  /** Euro for a month, four decimals at most. */
  readonly price: string;
  /** Millimetres, or boxes: each day's summed up, or those of the month as a whole. */
  readonly amount: number;
  /** Runs that the amount is made of; kept with what is issued (decision 166). */
  readonly runs?: readonly LineRun[] | undefined;
}

/** Services of one kind at one price, of one cost centre. */
export interface ServedAmount extends Vat {
  readonly cost_centre: string;
  readonly item: BilledItem;
  readonly unit: BilledUnit;
  /** Three decimals at most. */
  readonly quantity: string;
  /** Euro for one, four decimals at most. */
  readonly price: string;
  readonly text: string;
}

/** A line of an invoice: `net` is `quantity` × `price` ÷ `base`, in euro. */
export interface InvoiceLine extends Vat {
  readonly item: BilledItem;
  readonly text: string;
  readonly cost_centre: string;
  readonly quantity: string;
  readonly unit: "metre_day" | "box_day" | BilledUnit;
  readonly base: number;
  readonly price: string;
  readonly net: string;
  /** The days that it is for where it is for several, `to` the day after the last one. */
  readonly from: string | null;
  readonly to: string | null;
  /** The month that it is for, `YYYY-MM`; lines that were issued before 2026-12 have none. */
  readonly month?: string;
  /** Runs that a storage line is made of; `before` is what is taken off a settlement. Both are kept with what is issued since decision 166. */
  readonly runs?: readonly LineRun[] | undefined;
  readonly before?: BilledBefore | null | undefined;
}

/** The line of what was stored: by the day in metre-days at the price of a month, whose days are the base; as a whole in metres. */
export function storageLine(stored: StoredAmount, mode: StorageMode, monthDays: number): InvoiceLine {
  const { amount, unit, price, cost_centre, from, to, vat_category, vat_rate, runs } = stored;
  const isDaily = mode === "day";
  const isMetres = unit === "metre_month";
  const quantity = isMetres ? decimalText(BigInt(amount), quantityDecimals) : `${amount}.000`;
  const base = isDaily ? monthDays : 1;
  const daily = isMetres ? "metre_day" : "box_day";
  const shown = { item: "storage" as const, text: "", cost_centre, from, to, vat_category, vat_rate, runs };
  return { ...shown, quantity, price, base, unit: isDaily ? daily : unit, net: lineNet(quantity, price, base) };
}

export const serviceLine = ({ quantity, price, ...served }: ServedAmount): InvoiceLine => ({
  ...served,
  quantity,
  price,
  base: 1,
  from: null,
  to: null,
  net: lineNet(quantity, price, 1),
});

/** A minimum that is agreed for a month, in euro. */
export interface Minimum extends Vat {
  readonly least: string;
  readonly scope: "storage" | "all";
}

/** The line that fills up to what is agreed; null where there is enough. */
export function minimumLine(lines: readonly InvoiceLine[], { least, scope, ...vat }: Minimum): InvoiceLine | null {
  const counted = lines.filter(({ item }) => scope === "all" || item === "storage");
  const missing = missingUpTo(least, amountSum(counted.map(({ net }) => net)));
  if (missing === null) return null;
  const shown = { item: "minimum" as const, text: "", cost_centre: "", from: null, to: null, unit: "month" as const };
  return { ...shown, ...vat, quantity: "1.000", price: missing, base: 1, net: missing };
}

/** Says whether no line costs or gives anything. */
export const chargesNothing = (lines: readonly Pick<InvoiceLine, "net">[]): boolean =>
  lines.every(({ net }) => Number(net) === 0);

/** Amounts owed at one rate, in euro. */
export interface VatSum extends Vat {
  readonly net: string;
  readonly vat: string;
}

export interface InvoiceTotals {
  readonly vats: readonly VatSum[];
  readonly net: string;
  readonly vat: string;
  readonly gross: string;
}

/** The sums of an invoice: the tax of each category and rate on the sum of its lines, rounded once (EN 16931, BT-117). */
export function computeTotals(lines: readonly InvoiceLine[]): InvoiceTotals {
  const groups = Map.groupBy(lines, ({ vat_category, vat_rate }) => `${vat_category} ${vat_rate}`);
  const vats = [...groups.values()].flatMap(([first, ...more]) => {
    if (!first) return [];
    const { vat_category, vat_rate } = first;
    const net = amountSum([first, ...more].map((line) => line.net));
    return [{ vat_category, vat_rate, net, vat: computeTax(net, vat_rate) }];
  });
  const net = amountSum(vats.map((each) => each.net));
  const vat = amountSum(vats.map((each) => each.vat));
  return { vats, net, vat, gross: amountSum([net, vat]) };
}
