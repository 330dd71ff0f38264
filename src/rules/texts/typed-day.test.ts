import { describe, expect, test } from "vitest";
import { typedDay } from "./typed-day.ts";

describe("what somebody means who has typed a date to its end, on 24 November 2026", () => {
  test.each([
    ["24.12.2026", "2026-12-24"],
    ["24122026", "2026-12-24"],
    ["24.11.26", "2026-11-24"],
    ["5.3.27", "2027-03-05"],
    ["31.12.46", "2046-12-31"],
    ["01.01.47", "1947-01-01"],
    ["24.11.", "2026-11-24"],
    ["24.11", "2026-11-24"],
    ["23.11.", "2027-11-23"],
    ["1.1.", "2027-01-01"],
    ["29.2.", "2028-02-29"],
    ["heute", "2026-11-24"],
    [" Morgen ", "2026-11-25"],
    ["übermorgen", "2026-11-26"],
  ])("%j is %s", (typed, day) => expect(typedDay(typed, "2026-11-24")).toBe(day));

  test.each(["", "31.4.", "29.2.27", "0.1.", "24.13.", "24.", "24", "241126", "24.11.6", "24.11.026", "gestern", "m"])(
    "%j is none",
    (typed) => expect(typedDay(typed, "2026-11-24")).toBeNull(),
  );

  test.each([
    ["2026-12-31", "1.1.", "2027-01-01"],
    ["2026-12-31", "morgen", "2027-01-01"],
    ["2096-03-01", "29.2.", "2104-02-29"],
  ])("on %s %j is %s", (today, typed, day) => expect(typedDay(typed, today)).toBe(day));
});
