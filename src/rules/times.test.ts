import { expect, test } from "vitest";
import { parseTime } from "./times.ts";

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
