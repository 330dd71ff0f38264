import bwipjs from "bwip-js/node";
import { expect, test } from "vitest";
import { barcodeBars, barcodeModules } from "./barcode.ts";

/** The widths of bars and gaps in turn, as the standard writes a symbol. */
function widths(code: string): number[] {
  const bars = barcodeBars(code);
  return bars.flatMap((bar, index) => {
    const next = bars[index + 1];
    return next ? [bar.width, next.x - bar.x - bar.width] : [bar.width];
  });
}

const startC = "211232";
const stop = "2331112";

test("ten digits are 90 modules in 25 bars, whatever they are", () => {
  for (const code of ["0000000000", "0042000123", "9999999999", "1010101010", "0001999999"]) {
    const bars = barcodeBars(code);
    expect(bars).toHaveLength(25);
    expect(widths(code).reduce((sum, width) => sum + width)).toBe(barcodeModules);
  }
});

test("a code begins in set C, holds two digits a sign and ends with its check digit", () => {
  const pattern = (...signs: string[]) => [startC, ...signs, stop].join("");
  // five pairs 00: 105 modulo 103 is check digit 2; five pairs 99: 105 + 99 · 15 modulo 103 is 45
  expect(widths("0000000000").join("")).toBe(pattern("212222".repeat(5), "222221"));
  expect(widths("9999999999").join("")).toBe(pattern("113141".repeat(5), "113123"));
});

test("a code has the bars that the encoder gives it, with every check digit", () => {
  const checks = new Set<string>();
  for (let number = 0; number < 500; number++) {
    const code = String((number * 7_919_191_919) % 10_000_000_000).padStart(10, "0");
    const [symbol] = bwipjs.raw({ bcid: "code128", text: code });
    const bars = symbol && "sbs" in symbol ? symbol.sbs : [];
    expect(widths(code)).toEqual(bars);
    checks.add(bars.slice(36, 42).join(""));
  }
  expect(checks.size).toBe(103);
});

test("what is no box code has no bars", () => {
  for (const text of ["", "042000123", "00420001234", "0042.000.123", "004200012x", "０042000123"])
    expect(() => barcodeBars(text)).toThrow(RangeError);
});
