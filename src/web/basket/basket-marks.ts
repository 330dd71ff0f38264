import { type TextRange, rangesOf } from "#rules/search/spelling.ts";

const digitsOf = (text: string) => text.replace(/[.\s]/g, "");
/** The first digit of a code behind each point: `0042.000.123`. */
const points = [4, 7];
const shownAt = (digit: number) => digit + points.filter((point) => digit >= point).length;

/** Where what is looked for stands in a text. */
export const marksIn = (text: string, wanted: string): readonly TextRange[] =>
  wanted === "" ? [] : rangesOf(text, [wanted]);

/** Where it stands in a box code as it is shown. */
export function marksInCode(code: string, wanted: string): readonly TextRange[] {
  const digits = digitsOf(wanted);
  const at = /^\d+$/.test(digits) ? code.indexOf(digits) : -1;
  return at < 0 ? [] : [[shownAt(at), shownAt(at + digits.length - 1) + 1]];
}
