import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type BillingTimes, billingPlan, intervalMonths } from "./billing-plan.ts";
import { amountSum, decimalText } from "./decimal.ts";
import { type InvoiceLine, storageLine } from "./invoice-lines.ts";
import { isSettlement, settlementLines } from "./settlement-lines.ts";

const times = (interval: BillingTimes["interval"], storage_when: BillingTimes["storage_when"] = "arrears") => ({
  interval,
  storage_when,
});
const plan = (month: string, when: BillingTimes, billed: readonly string[] = [], today = "2026-11-26") =>
  billingPlan(month, when, new Set(billed), today);

test("an interval is one of the calendar", () => {
  expect(intervalMonths("2026-11", "month")).toEqual(["2026-11"]);
  expect(intervalMonths("2026-11", "quarter")).toEqual(["2026-10", "2026-11", "2026-12"]);
  expect(intervalMonths("2026-01", "year")).toHaveLength(12);
});

describe("a month is billed", () => {
  test("with the last month of its interval, and in advance with the first", () => {
    expect(plan("2026-08", times("quarter"))).toEqual({
      months: ["2026-07", "2026-08", "2026-09"],
      month: "2026-09",
      ahead: [],
      isDue: true,
    });
    expect(plan("2026-11", times("quarter", "advance"))).toEqual({
      months: ["2026-10", "2026-11", "2026-12"],
      month: "2026-10",
      ahead: ["2026-11", "2026-12"],
      isDue: true,
    });
    expect(plan("2026-12", times("quarter"))).toMatchObject({ month: "2026-12", isDue: false });
    expect(plan("2026-12", times("month", "advance"))).toMatchObject({ ahead: ["2026-12"], isDue: false });
    expect(plan("2026-12", times("month", "advance"), [], "2026-12-01").isDue).toBe(true);
  });

  test("with those beside it that are not billed, so that nothing is billed twice after a change", () => {
    expect(plan("2026-12", times("quarter"), ["2026-10"])).toMatchObject({ months: ["2026-11", "2026-12"] });
    expect(plan("2026-10", times("quarter"), ["2026-11"])).toMatchObject({ months: ["2026-10"], month: "2026-10" });
    expect(plan("2026-12", times("year"), ["2026-03", "2026-11"])).toMatchObject({ months: ["2026-12"] });
    expect(plan("2026-05", times("year", "advance"), ["2026-03"])).toMatchObject({ month: "2026-04" });
  });
});

const vat = { vat_category: "S", vat_rate: "19.00" } as const;
const anyStored = fc
  .record({
    cost_centre: fc.constantFrom("", "4711"),
    amount: fc.integer({ min: 1, max: 10 ** 7 }),
    cents: fc.integer({ min: 0, max: 99_999 }).map((price) => price % 5),
    unit: fc.constantFrom("metre_month" as const, "box_month" as const),
    mode: fc.constantFrom("day" as const, "month_end" as const),
  })
  .map(({ cents, mode, ...stored }) => {
    const price = decimalText(BigInt(32_750 + cents), 4);
    return storageLine({ ...stored, ...vat, price, from: "2026-11-01", to: "2026-12-01" }, mode, 30);
  });
const netOf = (lines: readonly InvoiceLine[]) => amountSum(lines.map(({ net }) => net));

describe("a settlement", () => {
  test("is nothing where what was billed in advance is what was stored", () => {
    fc.assert(
      fc.property(fc.array(anyStored), (lines) => {
        expect(settlementLines(lines, lines, "")).toEqual([]);
      }),
    );
  });

  test("makes of what was billed in advance what was stored, to the cent, at no negative price and for no days", () => {
    fc.assert(
      fc.property(fc.array(anyStored), fc.array(anyStored), (stored, billed) => {
        const lines = settlementLines(stored, billed, "November 2026");
        expect(amountSum([netOf(billed), netOf(lines)])).toBe(netOf(stored));
        expect(lines.every((line) => isSettlement(line) && !line.price.startsWith("-"))).toBe(true);
      }),
    );
  });

  test("is one line where that is exact, and else what was stored and what was billed", () => {
    const line = (amount: number) =>
      storageLine(
        { cost_centre: "", amount, price: "1.00", unit: "metre_month", ...vat, from: "2026-11-01", to: "2026-12-01" },
        "day",
        30,
      );
    expect(settlementLines([line(60_000)], [line(30_000)], "").map(({ net }) => net)).toEqual(["1.00"]);
    expect(settlementLines([line(100)], [line(200)], "").map(({ net }) => net)).toEqual(["0.00", "-0.01"]);
  });
});
