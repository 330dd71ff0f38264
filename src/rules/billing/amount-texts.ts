import { showMoney } from "#rules/money.ts";
import { decimalText, units } from "./decimal.ts";
import type { InvoiceLine, Vat } from "./invoice-lines.ts";
import { countedText, vatCategoryText } from "./items.ts";

/** A decimal string as people read it, with `least` decimals or as many as it needs: `"1234.5000"` with two as `"1.234,50"`. */
export function showDecimal(amount: string, least: number): string {
  const [whole = "0", fraction = ""] = amount.split(".");
  const decimals = fraction.replace(/0+$/, "").padEnd(least, "0");
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ".")}${decimals && `,${decimals}`}`;
}

/** A price of up to four decimals: `"0,3275 €"`, `"4,50 €"`. */
export const showPrice = (price: string): string => `${showDecimal(price, 2)}\u00a0€`;

const isOne = (quantity: string) => Number(quantity) === 1;

/** Shows a quantity with its unit: `"2.810,400 Metertage"`, `"2,5 Stunden"`, `"1 Box"`. Lengths have three decimals. */
export function showQuantity(quantity: string, unit: InvoiceLine["unit"]): string {
  const [one, many] = countedText[unit];
  return `${showDecimal(quantity, unit.startsWith("metre") ? 3 : 0)} ${isOne(quantity) ? one : many}`;
}

/** Shows how a line's sum is calculated, without the sum: `"2.810,400 Metertage × 4,50 € ÷ 30"`. */
export const calculationText = ({
  quantity,
  unit,
  price,
  base,
}: Pick<InvoiceLine, "quantity" | "unit" | "price" | "base">): string =>
  `${showQuantity(quantity, unit)} × ${showPrice(price)}${base === 1 ? "" : ` ÷ ${base}`}`;

/** The rate of a line: `"19 %"`, `"steuerfrei"`. */
export const showVat = ({ vat_category, vat_rate }: Vat): string =>
  vat_category === "S" ? `${showDecimal(vat_rate, 0)}\u00a0%` : vatCategoryText[vat_category];

/** Returns how much more one amount in euro is than another; negative where it is less. */
export const differenceOf = (amount: string, before: string): string =>
  decimalText(units(amount, 2) - units(before, 2), 2);

/** A difference with its sign: `"+12,50 €"`, `"−3,00 €"`. */
export function showDifference(difference: string): string {
  const isLess = difference.startsWith("-");
  return `${isLess ? "−" : "+"}${showMoney(isLess ? difference.slice(1) : difference)}`;
}
