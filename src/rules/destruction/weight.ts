/** The most that a box weighs at the shredder, in kg: nobody lifts more. */
export const maxBoxWeight = 1000;

/** Reads the weight of a box, in kg, as somebody typed it: `12`, `12,5` or `7.25`. Null where the text is no weight of a box. */
export function parseWeight(typed: string): number | null {
  const text = typed.trim();
  if (!/^\d{1,4}([.,]\d{1,2})?$/.test(text)) return null;
  const kg = Number(text.replace(",", "."));
  return kg > 0 && kg <= maxBoxWeight ? kg : null;
}
