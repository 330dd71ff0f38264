import { expect, test } from "vitest";
import { boxesIn, isWholeLoaded, smallArchive } from "./archive-size.ts";

const halls = (...counts: number[]) => counts.map((boxes_count) => ({ boxes_count }));

test("nobody is asked for the halls of a small archive, or of one hall; above that somebody is", () => {
  expect(isWholeLoaded([])).toBe(true);
  expect(isWholeLoaded(halls(smallArchive - 10, 10))).toBe(true);
  expect(isWholeLoaded(halls(smallArchive - 10, 11))).toBe(false);
  expect(isWholeLoaded(halls(1_000_000))).toBe(true);
  expect(boxesIn(halls(3, 0, 4))).toBe(7);
});
