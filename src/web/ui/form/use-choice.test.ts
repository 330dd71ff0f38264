import { expect, test } from "vitest";
import { filterOptions, isAnother } from "./use-choice.ts";

const options = ["0012 – Archiv 1", "0001 – Bauamt", "0010 – Zoo", "1001 – Stadt"].map((label, value) => ({
  value,
  label,
}));
const labels = (text: string) => filterOptions(options, text).map(({ label }) => label);

test("of customers the one with exactly the typed number comes first, with or without its zeros", () => {
  expect(labels("1")).toEqual(["0001 – Bauamt", "0012 – Archiv 1", "0010 – Zoo", "1001 – Stadt"]);
  expect(labels("0001")[0]).toBe("0001 – Bauamt");
  expect(labels("10")).toEqual(["0010 – Zoo", "1001 – Stadt"]);
  expect(labels("zoo")).toEqual(["0010 – Zoo"]);
});

test("a typed number is not taken for another one, a name or a piece of it is", () => {
  const first = (text: string) => filterOptions(options, text)[0];
  expect(["1", "0012", "100", "2", "archiv"].map((text) => isAnother(text, first(text)))).toEqual([
    false,
    false,
    true,
    true,
    false,
  ]);
  expect(isAnother("10", { label: "Halle 10" })).toBe(false);
  expect(isAnother("7", undefined)).toBe(false);
});
