import { expect, test } from "vitest";
import { parseSeriesNumber, showSeriesNumber } from "./number-series.ts";

const ofYear = { year: 2026 } as const;

test.each([
  ["invoice", "RE-2026-00012", 12],
  ["invoice", " re-2026-12 ", 12],
  ["invoice", "RE-2026-123456", 123_456],
  ["invoice", "RE-2025-00012", null],
  ["invoice", "ST-2026-00012", null],
  ["invoice", "12", null],
  ["invoice", "RE-2026-00000", null],
  ["cancellation", "ST-2026-00001", 1],
  ["debit_file", "7", 7],
  ["debit_file", "Datei 7", 7],
  ["debit_file", "LS-202611281405-7", 7],
  ["debit_file", "RE-2026-00007", null],
  ["debit_file", "-7", null],
  ["batch", "V-000012", 12],
  ["batch", "V-000012/2026", 12],
  ["batch", "V-000012-2026", 12],
  ["batch", "12", 12],
  ["batch", "V-0", null],
  ["delivery", "000123", 123],
  ["delivery", "9999999999", null],
] as const)("of %s %j is the number %s", (series, typed, number) => {
  expect(parseSeriesNumber({ series, ...ofYear }, typed)).toBe(number);
});

test.each([
  ["invoice", "RE-2026-00012"],
  ["cancellation", "ST-2026-00012"],
  ["debit_file", "12"],
  ["batch", "V-000012"],
  ["delivery", "000012"],
] as const)("the twelfth number of %s is %s", (series, shown) => {
  expect(showSeriesNumber({ series, ...ofYear }, 12)).toBe(shown);
  expect(parseSeriesNumber({ series, ...ofYear }, shown)).toBe(12);
});
