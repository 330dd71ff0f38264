import { describe, expect, test } from "vitest";
import { addDays, berlinDay, isDay, isoWeekday, parseGermanDate, showDate } from "./dates.ts";

describe("the business day", () => {
  test.each([
    ["2026-01-15T22:59:59Z", "2026-01-15"],
    ["2026-01-15T23:00:00Z", "2026-01-16"],
    ["2026-07-15T21:59:59Z", "2026-07-15"],
    ["2026-07-15T22:00:00Z", "2026-07-16"],
    ["2026-03-28T23:30:00Z", "2026-03-29"],
    ["2026-03-29T22:00:00Z", "2026-03-30"],
    ["2026-10-24T22:00:00Z", "2026-10-25"],
    ["2026-10-25T22:30:00Z", "2026-10-25"],
    ["2026-12-31T23:00:00Z", "2027-01-01"],
  ])("at %s it is %s in Berlin", (instant, day) => {
    expect(berlinDay(new Date(instant))).toBe(day);
  });
});

describe("a date that somebody typed", () => {
  test.each([
    ["24.12.2026", "2026-12-24"],
    ["5.3.2027", "2027-03-05"],
    ["24122026", "2026-12-24"],
    [" 29.02.2028 ", "2028-02-29"],
  ])("%j is %s", (typed, day) => {
    expect(parseGermanDate(typed)).toBe(day);
    expect(isDay(day)).toBe(true);
  });

  test.each(["", "29.02.2027", "31.04.2026", "00.01.2026", "1.13.2026", "2026-12-24", "24.12.26", "5.3", "morgen"])(
    "%j is none",
    (typed) => {
      expect(parseGermanDate(typed)).toBeNull();
    },
  );

  test.each(["2026-02-30", "2026-13-01", "2026-1-1", "26-01-01", "2026-01-01T00:00:00Z", ""])(
    "%j is no day of the calendar",
    (day) => {
      expect(isDay(day)).toBe(false);
    },
  );
});

describe("counting days", () => {
  test.each([
    ["2026-03-12", 0, "2026-03-12"],
    ["2026-03-28", 1, "2026-03-29"],
    ["2026-03-29", 1, "2026-03-30"],
    ["2026-10-25", 1, "2026-10-26"],
    ["2026-12-31", 1, "2027-01-01"],
    ["2027-01-01", -1, "2026-12-31"],
    ["2028-02-28", 1, "2028-02-29"],
    ["2027-02-28", 1, "2027-03-01"],
    ["2026-01-01", 365, "2027-01-01"],
  ])("%s and %i is %s", (day, count, later) => expect(addDays(day, count)).toBe(later));

  test.each([
    ["2026-03-09", 1],
    ["2026-03-12", 4],
    ["2026-03-29", 7],
    ["2028-02-29", 2],
    ["2027-01-01", 5],
  ])("%s is the weekday %i", (day, weekday) => expect(isoWeekday(day)).toBe(weekday));
});

test("days are shown in the German order", () => expect(showDate("2026-12-24")).toBe("24.12.2026"));
