import { describe, expect, test } from "vitest";
import { isReversed, noPeriod, parsePeriod, parsePeriodEnd, periodOf, periodText, showBoxPeriod } from "./period.ts";

const both = (from: string, to: string) => ({ from, to });

describe("the period of a box's papers", () => {
  test.each([
    ["2019", both("2019", "2019"), "2019"],
    [" 2015–2019 ", both("2015", "2019"), "2015–2019"],
    ["2015-2019", both("2015", "2019"), "2015–2019"],
    ["2015 — 2019", both("2015", "2019"), "2015–2019"],
    ["2015 bis 2019", both("2015", "2019"), "2015–2019"],
    ["01.03.2015–31.12.2019", both("2015-03-01", "2019-12-31"), "01.03.2015–31.12.2019"],
    ["1.3.2015-31.12.2019", both("2015-03-01", "2019-12-31"), "01.03.2015–31.12.2019"],
    ["2015-03-01 - 2019", both("2015-03-01", "2019"), "01.03.2015–2019"],
    ["31.12.2019", both("2019-12-31", "2019-12-31"), "31.12.2019"],
    ["ab 2015", { from: "2015", to: null }, "ab 2015"],
    ["seit 01.03.2015", { from: "2015-03-01", to: null }, "ab 01.03.2015"],
    ["Bis 2019", { from: null, to: "2019" }, "bis 2019"],
    ["2019–2015", both("2019", "2015"), "2019–2015"],
  ])("is read from %j as it was said, and shown so that it is read again", (typed, period, shown) => {
    expect(parsePeriod(typed)).toEqual(period);
    expect(showBoxPeriod(period)).toBe(shown);
    expect(parsePeriod(shown)).toEqual(period);
    expect(periodOf(periodText(period))).toEqual(period);
  });

  test.each([
    "",
    "–",
    "ab",
    "ab 2015–2019",
    "neunzehn",
    "99",
    "0999",
    "3000",
    "2015–2017–2019",
    // it could be a part, a month, or a year of another century
    "2015–",
    "–2019",
    "2015-",
    "2019-12",
    "2015–19",
    "2015/2019",
    "03.2015",
    "1.3.15",
    "01032015",
    "2019,5",
    "30.02.2019",
    "2019-02-30",
    "30.02.2019–2020",
  ])("is not guessed from %j", (typed) => {
    expect(parsePeriod(typed)).toBeNull();
    expect(parsePeriodEnd(typed)).toBeNull();
  });

  test.each([
    ["2019", "2018", true],
    ["2019", "2018-12-31", true],
    ["2019-03-02", "2019-03-01", true],
    ["2019-01-01", "2018", true],
    ["2019", "2019", false],
    ["2019-12-31", "2019", false],
    ["2019", "2019-01-01", false],
    ["2019-03-01", "2019-03-01", false],
    ["2015", null, false],
    [null, "2015", false],
  ])("from %s to %s ends before it begins: %s", (from, to, expected) => {
    expect(isReversed({ from, to })).toBe(expected);
  });

  test("is nothing where nobody said it", () => {
    expect(showBoxPeriod(noPeriod)).toBe("");
    expect(periodText(noPeriod)).toBeNull();
    expect(periodOf(null)).toEqual(noPeriod);
  });
});
