import { expect, test } from "vitest";
import { showHours } from "./delivery-hours.ts";

test.each([
  ["2026-12-01T08:00:00.000Z", "13:00", "9 bis 13 Uhr"],
  ["2026-12-01T07:30:00.000Z", "16:15:00", "8:30 bis 16:15 Uhr"],
  ["2026-07-01T08:00:00.000Z", "13:00", "10 bis 13 Uhr"],
  ["2026-12-01T13:00:00.000Z", "13:00", "14 Uhr"],
  ["2026-12-01T08:00:00.000Z", null, "9 Uhr"],
])("a delivery at %s whose option ends at %s comes %s", (time, until, said) => {
  expect(showHours(time, until)).toBe(said);
});
