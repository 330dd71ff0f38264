import { expect, test } from "vitest";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { marksIn, marksInCode } from "./basket-marks.ts";

const cut = (text: string, marks: readonly (readonly number[])[]) => marks.map(([from, to]) => text.slice(from, to));

test("what is looked for is found in a content in any spelling", () => {
  const text = "Straßenbauamt: Baupläne Güterstraße";
  expect(cut(text, marksIn(text, "bauplaene"))).toEqual(["Baupläne"]);
  expect(cut(text, marksIn(text, "STRASSE"))).toEqual(["Straße", "straße"]);
  expect(cut(text, marksIn(text, "gueterstrasse bauplan"))).toEqual(["Baupläne".slice(0, 7), "Güterstraße"]);
  expect(marksIn(text, "")).toEqual([]);
  expect(marksIn(text, "(")).toEqual([]);
});

test.each([
  ["42", "42"],
  ["000.12", "000.12"],
  ["20 00", "2.000"],
  ["0042000123", "0042.000.123"],
  ["0001", "000.1"],
  ["0042.000.123, 0042.000.124", "0042.000.123"],
])("of the code 0042.000.123 %j is %j", (wanted, marked) => {
  const shown = showBoxCode("0042000123");
  expect(cut(shown, marksInCode("0042000123", wanted))).toEqual([marked]);
});

test.each(["", "9", "Akte", "42 Akte"])("of a code %j is nothing", (wanted) => {
  expect(marksInCode("0042000123", wanted)).toEqual([]);
});
