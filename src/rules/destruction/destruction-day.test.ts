import { expect, test } from "vitest";
import { destructionDayProblem } from "./destruction-day.ts";

const created = new Date("2026-03-09T23:30:00Z"); // the 10th in Berlin
const now = new Date("2026-11-22T23:30:00Z"); // the 23rd

test.each([
  ["1999-12-31", "Die Box gibt es erst seit dem 10.03.2026."],
  ["2026-03-09", "Die Box gibt es erst seit dem 10.03.2026."],
  ["2026-03-10", undefined],
  ["2026-11-23", undefined],
  ["2026-11-24", "Das Datum darf nicht in der Zukunft liegen."],
])("a box cannot have been destroyed before it existed, nor tomorrow: %s", (day, message) =>
  expect(destructionDayProblem(day, created, now)?.message).toBe(message),
);
