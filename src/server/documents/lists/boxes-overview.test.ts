import { describe, expect, test } from "vitest";
import { expectSound, pagesOf, textOf } from "#test/support/pdf.ts";
import { type BoxesOverviewData, boxesOverview } from "./boxes-overview.ts";

const printing = { provider: "Muster Archiv GmbH", day: "2026-11-21" };
const box: BoxesOverviewData["boxes"][number] = {
  code: "0042000123",
  state: 1,
  contents: 1200,
  images: 7,
  year: 2019,
  destroyYear: null,
  period: { from: null, to: null },
  costCentre: "",
  metres: 0.4,
};
const data: BoxesOverviewData = {
  customer: { code: 42, name: "Größe & Söhne", address: [] },
  range: { from: "1", to: "500" },
  boxes: [box, { ...box, code: "0042000124", state: 2, contents: 0, images: 0, metres: null }],
  totals: { boxes: 2, contents: 1200, images: 7, metres: 0.4 },
};

describe("the boxes overview", () => {
  test("shows a line for each box and the sums below their columns", () => {
    const pdf = boxesOverview(data, printing);
    expectSound(pdf);
    const text = textOf(pdf);
    expect(text).toMatch(/^Boxenübersicht +0042 Größe & Söhne/);
    expect(text).toMatch(/Boxnummern +1 bis 500/);
    expect(text).toMatch(/0042\.000\.123 +eingelagert +1\.200 +7 +2019 +0,40\n/);
    expect(text).toMatch(/0042\.000\.124 +nicht eingelagert +0 +0 +2019\n/);
    expect(text).toMatch(/Summe +2 Boxen +1\.200 +7 +0,40\n/);
  });

  test("of no boxes says so on one page", () => {
    const nothing = { ...data, boxes: [], totals: { boxes: 0, contents: 0, images: 0, metres: 0 } };
    const pages = pagesOf(boxesOverview(nothing, printing));
    expect(pages).toHaveLength(1);
    expect(pages[0]).toContain("Keine Daten vorhanden");
  });

  test("goes over as many pages as it needs", () => {
    const boxes = Array.from({ length: 500 }, (_, i) => ({ ...box, code: `0042${String(i + 1).padStart(6, "0")}` }));
    const pages = pagesOf(boxesOverview({ ...data, boxes }, printing));
    expect(pages).toHaveLength(11);
    for (const page of pages) expect(page).toMatch(/Box +Status +Inhalte +Bilder +Jahr +Vernichten +Laufende Meter/);
    const codes = [...pages.join("").matchAll(/0042\.(\d{3})\.(\d{3})/g)].map(([, a, b]) => Number(`${a}${b}`));
    expect(codes).toEqual(boxes.map((_, i) => i + 1));
  });
});
