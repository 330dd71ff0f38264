import { describe, expect, test } from "vitest";
import { parseStart } from "#rules/paper/label-amounts.ts";
import { countSheets, type LabelItem, labelsText, sheetPlaces } from "./sheet.ts";

const box = (code: string, amount: number): LabelItem => ({ key: code, first: code, second: "", amount });
const codesOf = (places: ReturnType<typeof sheetPlaces>) =>
  places.map((place) => (place === null || place === "used" ? place : place.key));

describe("a sheet of labels", () => {
  test("takes the labels in their order, each box as often as it was chosen", () => {
    const codes = codesOf(sheetPlaces([box("a", 2), box("b", 1)], 1, 1));
    expect(codes.slice(0, 4)).toEqual(["a", "a", "b", null]);
    expect(codes).toHaveLength(24);
  });

  test("that is part-used begins at its first free label", () => {
    expect(codesOf(sheetPlaces([box("a", 1)], 3, 1)).slice(0, 4)).toEqual(["used", "used", "a", null]);
  });

  test("goes on where the one before it ended, without used labels", () => {
    const labels = [box("a", 20), box("b", 10)];
    expect(codesOf(sheetPlaces(labels, 3, 1)).slice(21)).toEqual(["a", "b", "b"]);
    expect(codesOf(sheetPlaces(labels, 3, 2)).slice(0, 9)).toEqual([...Array<string>(8).fill("b"), null]);
  });

  test("of nothing is empty", () => {
    expect(codesOf(sheetPlaces([], 1, 1))).toEqual(Array(24).fill(null));
  });
});

describe("the number of sheets", () => {
  test.each([
    [0, 1, 0],
    [0, 24, 0],
    [1, 1, 1],
    [24, 1, 1],
    [25, 1, 2],
    [24, 2, 2],
    [1, 24, 1],
    [2, 24, 2],
    [10_000, 1, 417],
  ])("of %i labels from label %i on is %i", (amount, start, sheets) => {
    expect(countSheets(amount === 0 ? [] : [box("a", amount)], start)).toBe(sheets);
  });
});

test.each([
  [0, 0, "0 Etiketten"],
  [1, 1, "1 Etikett auf 1 Bogen"],
  [48, 2, "48 Etiketten auf 2 Bögen"],
  [10_000, 417, "10.000 Etiketten auf 417 Bögen"],
])("%i labels on %i sheets read as %s", (labels, sheets, text) => expect(labelsText(labels, sheets)).toBe(text));

test.each([
  ["1", 1],
  ["24", 24],
  [" 7 ", 7],
  ["07", 7],
  ["0", null],
  ["25", null],
  ["", null],
  ["1,5", null],
  ["x", null],
])("the first free label %j is %s", (text, start) => expect(parseStart(text)).toBe(start));
