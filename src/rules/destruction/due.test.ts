import { expect, test } from "vitest";
import { dueParts } from "./due.ts";

test("what has reached its year of destruction is one figure, which is always there, and later years stand by themselves", () => {
  const due = [
    { year: 2019, boxes: 3 },
    { year: 2025, boxes: 4 },
    { year: 2026, boxes: 5 },
    { year: 2028, boxes: 6 },
  ];
  expect(dueParts(due, 2026)).toEqual([
    { label: "Vernichtungsjahr erreicht", boxes: 12 },
    { label: "Vernichtungsjahr 2028", boxes: 6 },
  ]);
  expect(dueParts([], 2026).map(({ boxes }) => boxes)).toEqual([0]);
});
