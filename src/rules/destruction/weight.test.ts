import { expect, test } from "vitest";
import { parseWeight } from "./weight.ts";

test.each([
  ["12", 12],
  ["12,5", 12.5],
  [" 7.25 ", 7.25],
  ["0,01", 0.01],
  ["1000", 1000],
])("%j is a weight of a box", (typed, kg) => {
  expect(parseWeight(typed)).toBe(kg);
});

test.each(["", "0", "0,00", "1000,01", "12,345", "-3", "1.000,5", "zwölf", "12 kg", "0042000301"])(
  "%j is none",
  (typed) => {
    expect(parseWeight(typed)).toBeNull();
  },
);
