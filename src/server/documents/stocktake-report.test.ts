import { expect, test } from "vitest";
import { expectSound, pagesOf, textOf } from "#test/support/pdf.ts";
import { stocktakeReport, type StocktakeReportData } from "./stocktake-report.ts";

const printing = { provider: "Muster Archiv GmbH", day: "2026-11-23" };
const at = "2026-11-23T08:05:00.000Z";
const data: StocktakeReportData = {
  id: 12,
  name: "Herbstinventur",
  state: 3,
  blind: true,
  second_person: true,
  created: at,
  closed: null,
  rows: [
    {
      area: "Halle 1",
      number: 3,
      counter: "Erika Muster",
      ended: at,
      checker: "Jörg Čermák",
      checked: at,
      counts: { expected: 500, right: 496, others: 5 },
    },
    { area: "Halle 1", number: 4, counter: "", ended: null, checker: "", checked: null, counts: null },
  ],
  results: [
    {
      area: "Halle 1",
      number: 3,
      code: "0042000123",
      class: "other_place",
      expected: { part: 2, height: 1 },
      found: [{ part: 2, height: 2 }],
      hand: true,
      fate: "übernommen von Jörg Čermák",
    },
    {
      area: "Halle 1",
      number: 3,
      code: "KEIN CODE",
      class: "unknown",
      expected: null,
      found: [{ part: 9, height: 1 }],
      hand: false,
      fate: "übernommen von Jörg Čermák, Klärfall K-000004",
    },
  ],
};

test("a report shows row by row who counted and who checked, and what was not right", () => {
  const pdf = stocktakeReport(data, printing);
  expectSound(pdf);
  const text = textOf(pdf);
  for (const part of [
    "Inventurbericht I-000012",
    "Herbstinventur",
    "Blind gezählt",
    "1 von 2 Reihen gezählt",
    "Erika Muster, 23.11.2026, 09:05",
    "offen",
    "0042.000.123",
    "anderer Teil oder andere", // and the rest below it, between the other columns
    "(von Hand)",
    "T 2, H 2",
    "KEIN CODE",
    "Klärfall K-000004",
  ])
    expect(text.replace(/\s+/g, " "), part).toContain(part);
});

test("a report without a difference says so, and one with many repeats its heads and cuts no line", () => {
  expect(textOf(stocktakeReport({ ...data, results: [] }, printing))).toContain("Keine.");
  const many = Array.from({ length: 200 }, (_, nth) => ({
    ...data.results[0]!,
    code: String(42_000_001 + nth).padStart(10, "0"),
  }));
  const pages = pagesOf(stocktakeReport({ ...data, results: many }, printing));
  expect(pages.length).toBeGreaterThan(3);
  for (const page of pages.slice(1)) expect(page).toContain("Ergebnis");
  const pageText = pages.join("\n");
  for (const { code } of many) expect(pageText).toContain(code.replace(/(.{4})(.{3})/, "$1.$2."));
});
