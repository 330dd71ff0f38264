import { parseSearch, wordsIn } from "#rules/search/search-query.ts";
import { type TextRange, rangesOf } from "#rules/search/spelling.ts";

const digitsOf = (text: string) => text.replace(/[.\s]/g, "");
/** The first digit of a code behind each point: `0042.000.123`. */
const points = [4, 7];
const shownAt = (digit: number) => digit + points.filter((point) => digit >= point).length;

/** Where the words that are looked for stand in a text. */
export const marksIn = (text: string, wanted: string): readonly TextRange[] => rangesOf(text, wordsIn(wanted));

/** Digits that are fewer are those of a box's number, which stands at the end. */
const shortestPiece = 4;

/** Where it stands in a box code as it is shown. */
export function marksInCode(code: string, wanted: string): readonly TextRange[] {
  if (parseSearch(wanted).codes?.includes(code)) return [[0, shownAt(code.length)]];
  const digits = digitsOf(wanted);
  const place = digits.length < shortestPiece ? code.lastIndexOf(digits) : code.indexOf(digits);
  const at = /^\d+$/.test(digits) ? place : -1;
  return at < 0 ? [] : [[shownAt(at), shownAt(at + digits.length - 1) + 1]];
}
