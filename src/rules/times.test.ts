import { expect, test } from "vitest";
import { isBefore, parseTime, showDayAndTime } from "./times.ts";

test.each([
  ["8", "08:00"],
  ["08:30", "08:30"],
  ["8.30", "08:30"],
  ["0830", "08:30"],
  ["23:59", "23:59"],
  ["9 Uhr", "09:00"],
  ["", null],
  ["8:3", null],
  ["25", null],
])("a time typed as %j is %j", (typed, time) => expect(parseTime(typed)).toBe(time));

test.each([
  ["08:00", "16:00", true],
  ["08:00", "08:00:00", false],
  ["08:00", "08:00:01", true],
  ["18:00:00", "08:00", false],
])("%s lies before %s: %s", (one, other, before) => expect(isBefore(one, other)).toBe(before));

test("an instant is said with its day and time in Berlin, in summer as in winter", () => {
  expect(showDayAndTime("2026-07-31T22:05:09.000Z")).toBe("01.08.2026, 00:05 Uhr");
  expect(showDayAndTime("2026-12-24T13:05:00Z")).toBe("24.12.2026, 14:05 Uhr");
});
