import { expect, test } from "vitest";
import { isBefore, parseTime } from "./times.ts";

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
