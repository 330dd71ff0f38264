import { expect, test } from "vitest";
import { countAgeOf, countAges, countAgeText } from "./coverage.ts";

const now = new Date("2026-11-23T12:00:00Z");

test.each([
  [null, "never"],
  ["2025-11-23T11:59:59Z", "years"],
  ["2025-11-23T12:00:00Z", "year"],
  ["2026-05-25T11:59:00Z", "year"],
  ["2026-05-25T12:00:00Z", "half"],
  ["2026-10-24T11:59:00Z", "half"],
  ["2026-10-24T12:00:00Z", "fresh"],
  ["2026-11-23T12:00:01Z", "fresh"], // a server's clock that is ahead
] as const)("what was counted last at %s counts as %s", (last, age) => expect(countAgeOf(last, now)).toBe(age));

test("every age has words of its own", () => {
  expect(new Set(countAges.map((age) => countAgeText[age])).size).toBe(countAges.length);
});
