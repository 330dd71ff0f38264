import { describe, expect, test } from "vitest";
import { decimalText, lineNet, missingUpTo, roundedQuotient, amountSum, computeTax, units } from "./decimal.ts";
import { type InvoiceLine, minimumLine, serviceLine, storageLine, computeTotals } from "./invoice-lines.ts";
import { billedItems, itemText, standardRate, unitText } from "./items.ts";
import { countedTo, monthDays } from "./month.ts";
import { isMonth, addMonths, showMonth } from "#rules/months.ts";

const vat = { vat_category: "S", vat_rate: "19.00" } as const;
const stored = {
  cost_centre: "",
  from: "2026-11-01",
  to: "2026-12-01",
  unit: "metre_month",
  price: "4.50",
  ...vat,
} as const;

describe("an amount", () => {
  test("is a whole number in between, and as long as it was afterwards", () => {
    expect(units("2810.4", 3)).toBe(2_810_400n);
    expect(units("-0.05", 2)).toBe(-5n);
    expect(decimalText(-5n, 2)).toBe("-0.05");
    expect(decimalText(2_810_400n, 3)).toBe("2810.400");
    for (const text of ["1.2345", "1,5", "", "1e3", "x"]) expect(() => units(text, 3)).toThrow(RangeError);
  });

  test("is rounded half away from zero, once", () => {
    expect([roundedQuotient(5n, 10n), roundedQuotient(-5n, 10n), roundedQuotient(14n, 10n)]).toEqual([1n, -1n, 1n]);
    expect(lineNet("2810.400", "4.50", 30)).toBe("421.56");
    expect(lineNet("1.000", "0.3275", 1)).toBe("0.33");
    expect(lineNet("3.000", "0.3275", 1)).toBe("0.98"); // 0.9825, and not three times 0.33
    expect(lineNet("1.000", "0.005", 1)).toBe("0.01");
  });

  test("of a hundred thousand cents is exact", () => {
    expect(amountSum(Array.from({ length: 100_000 }, () => "0.01"))).toBe("1000.00");
    expect(amountSum([])).toBe("0.00");
    expect(computeTax("421.56", "19.00")).toBe("80.10");
    expect(computeTax("0.10", "7.00")).toBe("0.01");
  });

  test("is filled up to another one, and not beyond", () => {
    expect(missingUpTo("50.00", "49.99")).toBe("0.01");
    expect(missingUpTo("50.00", "50.00")).toBeNull();
  });
});

describe("a line", () => {
  test("of the storage by the day has the days of the month as its base, February of a leap year too", () => {
    expect(storageLine({ ...stored, amount: 2_810_400 }, "day", 30)).toMatchObject({
      quantity: "2810.400",
      unit: "metre_day",
      base: 30,
      net: "421.56",
    });
    expect(storageLine({ ...stored, amount: 29_000 }, "day", monthDays("2028-02").days).net).toBe("4.50");
    expect(storageLine({ ...stored, unit: "box_month", amount: 60 }, "day", 30)).toMatchObject({
      quantity: "60.000",
      unit: "box_day",
      net: "9.00",
    });
  });

  test("of a month as a whole is of metres or boxes", () => {
    expect(storageLine({ ...stored, amount: 400 }, "month_end", 30)).toMatchObject({
      quantity: "0.400",
      unit: "metre_month",
      base: 1,
      net: "1.80",
    });
  });

  test("of a minimum fills up what it is agreed for", () => {
    const storage = storageLine({ ...stored, amount: 30_000 }, "day", 30);
    const trip = {
      cost_centre: "",
      item: "trip",
      unit: "trip",
      quantity: "1",
      price: "30.00",
      text: "",
      ...vat,
    } as const;
    const lines: InvoiceLine[] = [storage, serviceLine(trip)];
    expect(minimumLine(lines, { least: "20.00", scope: "storage", ...vat })?.net).toBe("15.50");
    expect(minimumLine(lines, { least: "20.00", scope: "all", ...vat })).toBeNull();
    expect(minimumLine([], { least: "20.00", scope: "all", ...vat })?.net).toBe("20.00");
  });
});

test("the tax is counted on the sum of each rate, and not line by line", () => {
  const line = (price: string, more: object = {}) =>
    serviceLine({ cost_centre: "", item: "other", unit: "piece", quantity: "1", price, text: "", ...vat, ...more });
  const three = computeTotals([line("0.03"), line("0.03"), line("0.03")]);
  expect(three).toEqual({ vats: [{ ...vat, net: "0.09", vat: "0.02" }], net: "0.09", vat: "0.02", gross: "0.11" });
  const two = computeTotals([
    line("10.00"),
    line("10.00", { vat_rate: "7.00" }),
    line("5.00", { vat_category: "AE", vat_rate: "0.00" }),
  ]);
  expect(two.vats.map(({ vat: tax }) => tax)).toEqual(["1.90", "0.70", "0.00"]);
  expect(two).toMatchObject({ net: "25.00", vat: "2.60", gross: "27.60" });
  expect(computeTotals([])).toEqual({ vats: [], net: "0.00", vat: "0.00", gross: "0.00" });
});

test("a month has its days, with the clock changes in it and at the end of a year", () => {
  expect(monthDays("2026-12")).toEqual({ from: "2026-12-01", to: "2027-01-01", days: 31 });
  expect(["2026-03", "2026-10", "2026-02", "2028-02"].map((month) => monthDays(month).days)).toEqual([31, 31, 28, 29]);
  expect([addMonths("2026-01", -1), addMonths("2026-12", 1), addMonths("2026-05", -12)]).toEqual([
    "2025-12",
    "2027-01",
    "2025-05",
  ]);
  expect(["2026-13", "2026-00", "26-01", "2026-1", ""].filter(isMonth)).toEqual([]);
  expect(showMonth("2026-03")).toBe("März 2026");
  expect(countedTo(monthDays("2026-11"), "2026-11-26")).toBe("2026-11-27");
  expect(countedTo(monthDays("2026-10"), "2026-11-26")).toBe("2026-11-01");
});

test("every item has a name and units that have one", () => {
  for (const [item, itemUnits] of Object.entries(billedItems)) {
    expect(itemText).toHaveProperty(item);
    for (const unit of itemUnits) expect(unitText).toHaveProperty(unit);
  }
  expect([standardRate("2020-12-31"), standardRate("2026-01-01")]).toEqual(["16.00", "19.00"]);
});
