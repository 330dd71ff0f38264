/** A money amount travels and is kept as a decimal string with two decimals: `"12.50"` (product 2, 8). */
export const moneyPattern = /^\d{1,8}(\.\d{1,2})?$/;

/** `"12.5"` as people read it: `"12,50 €"`. Exact: the digits are never a floating point number. */
export function showMoney(amount: string): string {
  const [euros = "0", cents = ""] = amount.split(".");
  return `${euros.replace(/\B(?=(\d{3})+$)/g, ".")},${cents.padEnd(2, "0")}\u00a0€`;
}

/** Reads an amount as a German typist means it: `"1.234,5"`, `"12,50"` or `"12.50"` as `"12.50"`; null where the text is no amount. */
export function parseMoney(text: string): string | null {
  const plain = text.trim().replace(/\s?€$/, "");
  const plainNumber = plain.includes(",") ? plain.replace(/\./g, "").replace(",", ".") : plain;
  if (!moneyPattern.test(plainNumber)) return null;
  const [euros = "0", cents = ""] = plainNumber.split(".");
  return `${euros}.${cents.padEnd(2, "0")}`;
}
