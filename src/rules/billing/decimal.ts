/**
 * Amounts of an invoice: decimal strings in and out, whole numbers in between. A JavaScript number with a fraction never stands in a sum
 * (decision 133: quantity × price ÷ base, rounded half up once).
 */

/** `"2810.4"` with three decimals as 2810400n. @throws RangeError for what has more decimals, or is no number */
export function units(text: string, decimals: number): bigint {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  const [, sign = "", whole = "", fraction = ""] = match ?? [];
  const given = fraction.replace(/0+$/, "");
  if (!match || given.length > decimals) throw new RangeError(`${text} is no number of ${decimals} decimals.`);
  return BigInt(`${sign}${whole}${given.padEnd(decimals, "0")}`);
}

/** 2810400n with three decimals as `"2810.400"`. */
export function decimalText(value: bigint, decimals: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, "0");
  const at = digits.length - decimals;
  const text = decimals === 0 ? digits : `${digits.slice(0, at)}.${digits.slice(at)}`;
  return value < 0n ? `-${text}` : text;
}

/** A quotient rounded half away from zero, as a merchant rounds. */
export function roundedQuotient(dividend: bigint, divisor: bigint): bigint {
  const isNegative = dividend < 0n !== divisor < 0n;
  const [over, under] = [dividend < 0n ? -dividend : dividend, divisor < 0n ? -divisor : divisor];
  const rounded = (2n * over + under) / (2n * under);
  return isNegative ? -rounded : rounded;
}

/** Decimals of a quantity, and of a price in euro. */
export const quantityDecimals = 3;
export const priceDecimals = 4;
const centDecimals = 2;

/** Calculates the cost of a line in euro: quantity × price ÷ base, rounded to the cent once. `base` is the number of units that the price is for. */
export function lineNet(quantity: string, price: string, base: number): string {
  const product = units(quantity, quantityDecimals) * units(price, priceDecimals);
  const tooFine = 10n ** BigInt(quantityDecimals + priceDecimals - centDecimals);
  return decimalText(roundedQuotient(product, tooFine * BigInt(base)), centDecimals);
}

/** The sum of amounts in euro. */
export const amountSum = (amounts: readonly string[]): string =>
  decimalText(
    amounts.reduce((sum, amount) => sum + units(amount, centDecimals), 0n),
    centDecimals,
  );

/** Returns the amount in euro that is missing up to the least amount; null where nothing is missing. */
export function missingUpTo(least: string, amount: string): string | null {
  const missing = units(least, centDecimals) - units(amount, centDecimals);
  return missing > 0n ? decimalText(missing, centDecimals) : null;
}

/** A share of an amount, rounded once: the tax of a net sum, `rate` in per cent with two decimals. */
export const computeTax = (net: string, rate: string): string =>
  decimalText(roundedQuotient(units(net, centDecimals) * units(rate, 2), 10_000n), centDecimals);
