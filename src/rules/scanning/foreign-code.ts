import { bareCode } from "#rules/stock/box-code.ts";

/** Describes a whole code that is not one of the archive's own. */
export const foreignCode = (text: string): string => `Fremder Code, ${bareCode(text).length} Stellen`;

/**
 * Says whether a text is a piece of one of the archive's codes. It has fewer digits than such a code, and is no short number of a carton (EAN 8),
 * which proves itself.
 */
export function isPartOfCode(text: string): boolean {
  const digits = bareCode(text).replace(/[.\s]/g, "");
  return /^\d{0,9}$/.test(digits) && !isShortEan(digits);
}
const isShortEan = (digits: string) =>
  digits.length === 8 &&
  Array.from(digits, (digit, at) => Number(digit) * (at % 2 ? 1 : 3)).reduce((sum, one) => sum + one) % 10 === 0;
