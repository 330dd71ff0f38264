import { expect, test } from "vitest";
import { dueParts } from "./due.ts";

test("what is due is told by year: the past ones in one, this one always, later ones where there is something", () => {
  const due = [
    { year: 2019, boxes: 3 },
    { year: 2025, boxes: 4 },
    { year: 2026, boxes: 5 },
    { year: 2028, boxes: 6 },
  ];
  expect(dueParts(due, 2026)).toEqual([
    { label: "Fällig bis 2025", boxes: 7 },
    { label: "Fällig 2026", boxes: 5 },
    { label: "Fällig 2028", boxes: 6 },
  ]);
  expect(dueParts([], 2026).map(({ boxes }) => boxes)).toEqual([0, 0]);
});
