import { describe, expect, test } from "vitest";
import { parseSign, placeScanText } from "#rules/stock/places/place-sign.ts";
import { compareInRow, maxHeight, maxPart, parseRowScan, rowScanText, showPlace } from "./positions.ts";

describe("a place", () => {
  test("is named as workers say it", () => {
    expect(showPlace({ area: "Halle 1", row: 3, part: 2, height: 1 })).toBe("Halle 1, Reihe 3, Teil 2, Höhe 1");
  });

  const places = [
    { part: 2, height: 1 },
    { part: 1, height: 2 },
    { part: 10, height: 1 },
    { part: 1, height: 1 },
  ];
  const walked = (reverse: boolean) =>
    [...places].sort((a, b) => compareInRow(a, b, reverse)).map(({ part, height }) => `${part}/${height}`);

  test("comes by part and then by height", () => expect(walked(false)).toEqual(["1/1", "1/2", "2/1", "10/1"]));
  test("comes from the other end in a reverse row, heights still from below", () =>
    expect(walked(true)).toEqual(["10/1", "2/1", "1/1", "1/2"]));
});

describe("the QR code of a place", () => {
  test("is read back as row and place, and as its row where only that is asked", () => {
    expect(placeScanText(17, { part: 3, height: 2 })).toBe("LREIHE17T3H2");
    for (const spot of [
      { part: 3, height: 2 },
      { part: maxPart, height: maxHeight },
    ])
      expect(parseSign(placeScanText(17, spot))).toEqual({ row: 17, spot });
    expect(parseSign("]Q1lreihe17t3h2\r\n")).toEqual({ row: 17, spot: { part: 3, height: 2 } });
    expect(parseRowScan("LREIHE17T3H2")).toBe(17);
    expect(parseSign("LREIHE17")).toEqual({ row: 17, spot: null });
  });

  test("has no letter and no sign that German, French and English keyboards have at another place", () =>
    expect(placeScanText(1_234_567_890, { part: 1, height: 1 })).toMatch(/^[B-LNOPR-VX\d]+$/));

  test.each(["LREIHE17T3", "LREIHE17T3H", "LREIHE17H2", "LREIHE17T10000H1", "LREIHE17T3H2X"])(
    "is not read from %j",
    (text) => expect(parseSign(text)).toBeNull(),
  );
});

describe("the QR code of a row", () => {
  test("is read back", () => {
    expect(rowScanText(17)).toBe("LREIHE17");
    expect(parseRowScan(rowScanText(17))).toBe(17);
    expect(parseRowScan("]C1LREIHE17\r\n")).toBe(17);
    expect(parseRowScan("MAGAZIN:ROW:17")).toBe(17);
    expect(parseRowScan(" magazin:row:17 ")).toBe(17);
  });

  test("has no letter and no sign that German, French and English keyboards have at another place", () =>
    expect(rowScanText(1_234_567_890)).toMatch(/^[B-LNOPR-VX\d]+$/));

  test.each([
    "",
    "17",
    "REIHE17",
    "MAGAZIN:ROW:",
    "MAGAZIN:ROW:0",
    "MAGAZIN:ROW:-1",
    "MAGAZIN:ROW:1x",
    "MAGAZIN:BOX:1",
    `MAGAZIN:ROW:${"9".repeat(30)}`,
  ])("is not read from %j", (text) => expect(parseRowScan(text)).toBeNull());
});
