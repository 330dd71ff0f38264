import { describe, expect, test } from "vitest";
import { expectSound, pagesOf, textOf } from "#test/support/pdf.ts";
import { type DestroyListData, destroyList } from "./destroy-list.ts";

const printing = { provider: "Muster Archiv GmbH", day: "2026-11-21" };
const data: DestroyListData = {
  customer: { code: 7, name: "Rathaus Süd", address: ["Rathaus Süd", "Marktplatz 1", "70173 Stuttgart"] },
  range: { from: "2026-01-01", to: "2026-06-30" },
  at: null,
  boxes: [
    {
      code: "0007000002",
      contents: ["Bauakten A–K", "Bauakten L–Z"],
      year: 1999,
      destroyYear: 2025,
      destroyed: "2026-02-03",
    },
    { code: "0007000001", contents: [], year: null, destroyYear: null, destroyed: "2026-03-01" },
  ],
  totals: { boxes: 2, contents: 2 },
};

describe("the destroy list", () => {
  test("shows what was destroyed when, with the range and the totals", () => {
    const pdf = destroyList(data, printing);
    expectSound(pdf);
    const text = textOf(pdf);
    expect(text).toMatch(/^Vernichtungsliste +0007 Rathaus Süd/);
    expect(text).toMatch(/Vernichtet am +01\.01\.2026 bis 30\.06\.2026/);
    expect(text).toMatch(/03\.02\.2026 +0007\.000\.002 +1999 +2025 +Bauakten A–K\n +Bauakten L–Z\n/);
    expect(text).toMatch(/01\.03\.2026 +0007\.000\.001\n/);
    expect(text).toMatch(/Summe +2 Boxen +2 Inhalte/);
  });

  test("names an open range", () => {
    const range = (from: string | null, to: string | null) =>
      textOf(destroyList({ ...data, range: { from, to } }, printing));
    expect(range(null, null)).toMatch(/Vernichtet am +alle/);
    expect(range("2026-01-01", null)).toMatch(/Vernichtet am +ab 01\.01\.2026/);
    expect(range(null, "2026-01-01")).toMatch(/Vernichtet am +bis 01\.01\.2026/);
  });

  test("of a collective destruction names its moment instead, in Berlin", () => {
    const text = textOf(destroyList({ ...data, at: "2026-06-30T22:05:00.123456+00:00" }, printing));
    expect(text).toMatch(/Sammelvernichtung +01\.07\.2026, 00:05 Uhr/);
    expect(text).not.toContain("bis 30.06.2026");
  });

  test("names the seal in the foot of each page where there is one, and leaves the foot as it is where there is none", () => {
    const contents = Array.from({ length: 100 }, (_, i) => `Akte ${i}`);
    const long = { ...data, boxes: data.boxes.map((box) => ({ ...box, contents })) };
    const seal = {
      number: 325,
      day: "2026-11-20",
      hash: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    };
    const [sealed, plain] = [pagesOf(destroyList(long, { ...printing, seal })), pagesOf(destroyList(long, printing))];
    for (const [index, page] of sealed.entries()) {
      const foot = page.trim().split("\n").at(-1)?.replace(/\s+/g, " ").trim();
      const ends = [`21.11.2026`, `Seite ${index + 1} von ${sealed.length}`];
      expect(foot).toBe(ends.join(` Siegel 325 vom 20.11.2026: ${seal.hash} `));
      expect(plain[index]?.trim().split("\n").at(-1)?.replace(/\s+/g, " ").trim()).toBe(ends.join(" "));
    }
  });

  test("says of a content whose text was blanked that it was", () => {
    const [first] = data.boxes;
    const text = textOf(destroyList({ ...data, boxes: first ? [{ ...first, contents: ["", ""] }] : [] }, printing));
    expect(text.match(/Text nach Vernichtung gelöscht/g)).toHaveLength(2);
  });

  test("of nothing says so on one page", () => {
    const pages = pagesOf(destroyList({ ...data, boxes: [], totals: { boxes: 0, contents: 0 } }, printing));
    expect(pages).toHaveLength(1);
    expect(pages[0]).toContain("Keine Daten vorhanden");
  });

  test("names the box again where its contents go over to the next page", () => {
    const contents = Array.from({ length: 100 }, (_, i) => `Akte ${i}`);
    const [first] = data.boxes;
    const pages = pagesOf(destroyList({ ...data, boxes: first ? [{ ...first, contents }] : [] }, printing));
    expect(pages[1]).toMatch(/0007\.000\.002 +Akte \d+\n +\(Fortsetzung\) +Akte/);
  });
});
