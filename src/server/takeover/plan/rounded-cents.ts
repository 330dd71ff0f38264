/** Euros and their decimals, rounded to cents as merchants do: `12.345` is `12.35`. */
export function roundedCents(euros: string, decimals: string): string {
  const up = Number(decimals.charAt(2) || "0") >= 5 ? 1n : 0n;
  const cents = String(BigInt(euros + decimals.slice(0, 2).padEnd(2, "0")) + up).padStart(3, "0");
  return `${cents.slice(0, -2)}.${cents.slice(-2)}`;
}
