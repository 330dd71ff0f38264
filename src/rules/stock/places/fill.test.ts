import { expect, test } from "vitest";
import { showFill, showFree } from "./fill.ts";
import { placeNumber, placeOfNumber } from "./place-number.ts";

test.each([
  [0, 300, "0 %", "300 frei"],
  [1, 300, "1 %", "299 frei"],
  [299, 300, "99 %", "1 frei"],
  [300, 300, "100 %", "0 frei"],
  [312, 300, "100 %", "0 frei"],
  [0, 0, "0 %", "0 frei"],
])(
  "%i boxes on %i places are %s, %s: a row with one free place is not said to be full",
  (taken, places, fill, free) => {
    expect([showFill(taken, places), showFree(taken, places)]).toEqual([fill, free]);
  },
);

test("the number of a place names it alone, up to the highest part and height", () => {
  for (const spot of [
    { part: 1, height: 1 },
    { part: 9999, height: 999 },
    { part: 12, height: 3 },
  ])
    expect(placeOfNumber(placeNumber(spot))).toEqual(spot);
});
