import { expect, test } from "vitest";
import { calculationText, differenceOf, showDifference, showPrice, showQuantity, showVat } from "./amount-texts.ts";
import { billedItems, countedText } from "./items.ts";
import { priceOn } from "./price-on.ts";
import { storedRuns } from "./stored-runs.ts";

test("a price has two decimals, or as many as it needs", () => {
  expect(["4.5000", "0.3275", "1234.5", "12", "0.0010"].map(showPrice)).toEqual([
    "4,50\u00a0€",
    "0,3275\u00a0€",
    "1.234,50\u00a0€",
    "12,00\u00a0€",
    "0,001\u00a0€",
  ]);
});

test("a quantity is of one or of several, and a length keeps its three decimals", () => {
  expect(showQuantity("2810.400", "metre_day")).toBe("2.810,400 Metertage");
  expect(showQuantity("1.000", "box")).toBe("1 Box");
  expect(showQuantity("0.500", "hour")).toBe("0,5 Stunden");
  expect(showQuantity("1000.000", "piece")).toBe("1.000 Stück");
  for (const unit of Object.values(billedItems).flat()) expect(countedText[unit]).toHaveLength(2);
});

test("a line says how its sum comes about, with the days of the month where its price is for a month", () => {
  const line = { quantity: "2810.400", unit: "metre_day", price: "4.5000", base: 30 } as const;
  expect(calculationText(line)).toBe("2.810,400 Metertage × 4,50\u00a0€ ÷ 30");
  expect(calculationText({ ...line, unit: "box", quantity: "2.000", base: 1 })).toBe("2 Boxen × 4,50\u00a0€");
});

test("a rate says so where no tax is owed", () => {
  expect(showVat({ vat_category: "S", vat_rate: "7.00" })).toBe("7\u00a0%");
  expect(showVat({ vat_category: "S", vat_rate: "5.50" })).toBe("5,5\u00a0%");
  expect(showVat({ vat_category: "E", vat_rate: "0.00" })).toBe("steuerfrei");
});

test("a difference has its sign, to the cent", () => {
  expect(showDifference(differenceOf("100.10", "100.00"))).toBe("+0,10\u00a0€");
  expect(showDifference(differenceOf("0.00", "1234.50"))).toBe("−1.234,50\u00a0€");
  expect(showDifference(differenceOf("3.00", "3.00"))).toBe("+0,00\u00a0€");
});

test("the price of a day is the one that began last", () => {
  const of = (item: string, valid_from: string) => ({ item, valid_from });
  const prices = [
    of("hours", "2026-01-01"),
    of("hours", "2026-11-15"),
    of("hours", "2027-01-01"),
    of("labels", "2026-11-20"),
  ];
  expect(priceOn(prices, "hours", "2026-11-14")?.valid_from).toBe("2026-01-01");
  expect(priceOn(prices, "hours", "2026-11-15")?.valid_from).toBe("2026-11-15");
  expect(priceOn(prices, "hours", "2025-12-31")).toBeUndefined();
});

test("days on which nothing comes or goes are shown as one", () => {
  const day = (nth: number, mm: number, boxes: number, came = 0, went = 0) => ({
    day: `2026-11-0${nth}`,
    mm,
    boxes,
    came,
    went,
  });
  const days = [
    day(1, 400, 1),
    day(2, 400, 1),
    day(3, 800, 2, 1),
    day(4, 800, 2),
    day(5, 800, 2, 1, 1),
    day(6, 800, 2),
  ];
  expect(storedRuns(days).map((run) => [run.day, run.last, run.days, run.came, run.went])).toEqual([
    ["2026-11-01", "2026-11-02", 2, 0, 0],
    ["2026-11-03", "2026-11-04", 2, 1, 0],
    ["2026-11-05", "2026-11-06", 2, 1, 1],
  ]);
  expect(storedRuns([])).toEqual([]);
});
