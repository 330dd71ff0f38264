import { expect, test } from "vitest";
import { yearBars } from "./year-bars.ts";

const free = (year: number, boxes: number) => ({ year, boxes, meters: boxes * 0.5 });

test("what became free before is one bar with this year, since it may all go now", () => {
  expect(yearBars([free(2020, 2), free(2026, 4), free(2028, 6)], 2026)).toEqual([
    { year: 2026, boxes: 6, meters: 3, isPast: true },
    { ...free(2028, 6), isPast: false },
  ]);
});

test("where nothing may go yet, only the years to come are drawn", () => {
  expect(yearBars([free(2027, 1)], 2026)).toEqual([{ ...free(2027, 1), isPast: false }]);
  expect(yearBars([], 2026)).toEqual([]);
});
