import { describe, expect, test } from "vitest";
import { fullMonth } from "./hall-forecast.ts";
import { monthsUntil } from "./report-months.ts";
import { isMonth, showMonth } from "#rules/months.ts";
import { computeSpeed } from "./walks.ts";

describe("the month in which a hall is full", () => {
  test.each([
    [{ places: 100, boxes: 88, boxes_before: 76 }, "2027-11"],
    [{ places: 100, boxes: 89, boxes_before: 77 }, "2027-10"],
    [{ places: 100, boxes: 99, boxes_before: 1 }, "2026-12"], // a part of a month is a month
    [{ places: 100, boxes: 100, boxes_before: 100 }, "2026-11"],
    [{ places: 100, boxes: 101, boxes_before: 120 }, "2026-11"], // rows became shorter
    [{ places: 100, boxes: 50, boxes_before: 50 }, null],
    [{ places: 100, boxes: 50, boxes_before: 60 }, null],
    [{ places: 1000, boxes: 10, boxes_before: 0 }, null], // in 99 years
    [{ places: 0, boxes: 0, boxes_before: 0 }, null],
  ])("of %o is %s", (hall, month) => {
    expect(fullMonth(hall, "2026-11-01")).toBe(month);
  });

  test("counts the days of this month, in which it has grown, too", () => {
    const hall = { places: 100, boxes: 87, boxes_before: 74 }; // as much again
    expect(fullMonth(hall, "2026-11-01")).toBe("2027-11");
    expect(fullMonth(hall, "2026-11-02")).toBe("2027-12");
    expect(fullMonth(hall, "2026-11-30")).toBe("2027-12");
  });
});

test("months go back over the turn of a year and are named in German", () => {
  expect(monthsUntil("2026-02", 4)).toEqual(["2025-11", "2025-12", "2026-01", "2026-02"]);
  expect(showMonth("2026-03")).toBe("März 2026");
});

test.each(["2026-00", "2026-13", "26-01", "2026-1", "2026-01-01", "1899-12", ""])("%s is no month", (text) => {
  expect(isMonth(text)).toBe(false);
});

test("walks of one pick each have no hour to be counted by", () => {
  const month = { picks: 3, walks: 3, people: 3, hours: 0 };
  expect(computeSpeed(month)).toEqual({ walks: 3, picks_per_walk: 1, picks_per_hour: null });
});
