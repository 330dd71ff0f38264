import encodeQr from "qr";
import { expect, test } from "vitest";
import { rowScanText } from "#rules/stock/positions.ts";
import { qrCode } from "./qr-code.ts";

test("the areas cover exactly the black modules, none twice", () => {
  for (const text of ["0042000123", "9999999999", rowScanText(1), rowScanText(12_345_678)]) {
    const { size, blocks } = qrCode(text);
    const painted = Array.from({ length: size }, () => Array<number>(size).fill(0));
    for (const { x, y, width, height } of blocks)
      for (let row = y; row < y + height; row++)
        for (let column = x; column < x + width; column++)
          painted[row]?.splice(column, 1, (painted[row]?.[column] ?? 0) + 1);
    const modules = encodeQr(text, "raw", { ecc: "medium", border: 1 });
    expect(painted).toEqual(modules.slice(1, -1).map((line) => line.slice(1, -1).map(Number)));
  }
});

test("a box code and a row's text fit the smallest symbol, 21 modules", () => {
  for (const text of ["0000000000", "9999999999", rowScanText(1), rowScanText(99_999_999)])
    expect(qrCode(text).size).toBe(21);
});

test("a QR code takes few areas", () => {
  expect(qrCode("0042000123").blocks.length).toBeLessThan(100);
});
