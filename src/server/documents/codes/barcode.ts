import bwipjs from "bwip-js/node";
import type { Paper } from "#server/documents/paper/page.ts";

/** The narrowest bar in points, 0.423 mm (product 9): ten dots of a printer of 600 dpi, five of one of 300. */
export const barcodeModule = 1.2;

/** White space on either side of a Code 128, in modules. */
export const barcodeQuietZone = 10;

/** The width of a box code from its first black to its last, in modules. */
export const barcodeModules = 90;

/** A black bar, in modules from the left end of the first bar. */
export interface Bar {
  readonly x: number;
  readonly width: number;
}

/**
 * The bars of a number of an even number of digits as Code 128 in set C, with start, check digit and stop (product 9): 90 modules
 * for the ten digits of a box code. Throws a RangeError for anything else.
 */
export function barcodeBars(digits: string): Bar[] {
  if (!/^(\d\d)+$/.test(digits)) throw new RangeError(`No even number of digits: ${digits}`);
  const values = Array.from({ length: digits.length / 2 }, (_, at) => Number(digits.slice(2 * at, 2 * at + 2)));
  const check = values.reduce((sum, value, index) => sum + value * (index + 1), startValue) % 103;
  const bars: Bar[] = [];
  let x = 0;
  for (const [index, width] of [start, ...[...values, check].map(signOf), stop].flat().entries()) {
    if (index % 2 === 0) bars.push({ x, width });
    x += width;
  }
  return bars;
}

// The signs of set C are read from the encoder once: whole codes would cost a quarter of the time of all labels. 98, 99 and
// 0050 have the check digits 100, 101 and 102, which no two digits of a code mean.
const startValue = 105;
const pairs = Array.from({ length: 100 }, (_, value) => String(value).padStart(2, "0")).join("");
const [start = [], ...others] = encode(pairs);
const stop = others.at(-1) ?? [];
const signs = [...others.slice(0, 100), ...["98", "99", "0050"].map((digits) => encode(digits).at(-2) ?? [])];

function signOf(value: number): number[] {
  return signs[value] ?? [];
}

/** The signs of a text of an even number of digits: start, pairs, check digit, stop; each its bars and gaps in turn. */
function encode(digits: string): number[][] {
  const [symbol] = bwipjs.raw({ bcid: "code128", text: digits });
  if (!symbol || !("sbs" in symbol)) throw new RangeError(`No bars: ${digits}`);
  const widths = symbol.sbs;
  const stopAt = widths.length - 7;
  const all = Array.from({ length: stopAt / 6 }, (_, index) => widths.slice(index * 6, index * 6 + 6));
  return [...all, widths.slice(stopAt)];
}

/** Bars as a page has them, to be drawn as often as wanted. */
export function barOperators(bars: readonly Bar[]): string {
  return bars.map(({ x, width }) => `${x} 0 ${width} 1 re\n`).join("");
}

interface BarcodePlace {
  readonly x: number;
  readonly y: number;
  readonly height: number;
  readonly module?: number;
}

/** Draws bars with the left end of the first one at `x` and their tops at `y`, the narrowest `module` wide; all in points. */
export function drawBarcode(paper: Paper, operators: string, place: BarcodePlace): void {
  paper.stamp(operators, place.x, place.y, [place.module ?? barcodeModule, place.height]);
}
