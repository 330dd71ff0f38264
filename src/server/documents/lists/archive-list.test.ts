import { describe, expect, test } from "vitest";
import { expectSound, pagesOf, textOf } from "#test/support/pdf.ts";
import { expensive } from "#test/support/tiers.ts";
import { type ArchiveListData, archiveList } from "./archive-list.ts";

const printing = { provider: "Muster Archiv GmbH", day: "2026-11-21" };
const box: ArchiveListData["boxes"][number] = {
  code: "0042000123",
  state: 1,
  year: 2019,
  destroyYear: 2029,
  period: { from: null, to: null },
  costCentre: "",
  size: 400,
  numbers: [],
  contents: [
    { text: "Rechnungen „A–K“", state: 0 },
    { text: "Prüfberichte Żółć", state: 2 },
  ],
};
const data: ArchiveListData = {
  customer: { code: 42, name: "Größe & Söhne", address: ["Größe & Söhne", "Große Straße 1", "01067 Dresden"] },
  range: { from: null, to: null },
  boxes: [box],
  totals: { boxes: 1, contents: 2, metres: 0.4 },
};

describe("the archive list", () => {
  test("shows customer, boxes, contents with what is unusual about them, and the totals", () => {
    const pdf = archiveList(data, printing);
    expectSound(pdf);
    const text = textOf(pdf);
    expect(text).toMatch(/^Archivliste +0042 Größe & Söhne +Muster Archiv GmbH/);
    for (const line of ["0042 Größe & Söhne", "Große Straße 1", "01067 Dresden"]) expect(text).toContain(line);
    expect(text).toMatch(
      /0042\.000\.123 +eingelagert +2019 +2029 +400 +Rechnungen „A–K“\n +Prüfberichte Żółć \(angefordert\)/,
    );
    expect(text).toMatch(/Boxnummern +alle/);
    expect(text).toMatch(/Summe +1 Box +2 Inhalte, 0,40 m eingelagert/);
  });

  test("names the range of box numbers", () => {
    const range = (from: string | null, to: string | null) =>
      textOf(archiveList({ ...data, range: { from, to } }, printing));
    expect(range("1", "500")).toMatch(/Boxnummern +1 bis 500/);
    expect(range("7", null)).toMatch(/Boxnummern +ab 7/);
    expect(range(null, "9")).toMatch(/Boxnummern +bis 9/);
  });

  test("of no boxes says so on one page with head and foot", () => {
    const nothing = { ...data, boxes: [], totals: { boxes: 0, contents: 0, metres: 0 } };
    const pages = pagesOf(archiveList(nothing, printing));
    expect(pages).toHaveLength(1);
    expect(pages[0]).toMatch(/^Archivliste[^]*Keine Daten vorhanden[^]*21\.11\.2026 +Seite 1 von 1\s*$/);
  });

  test("of a box without year, destroy year and contents leaves them empty", () => {
    const bare = {
      ...box,
      state: 7,
      year: null,
      destroyYear: null,
      period: { from: null, to: null },
      costCentre: "",
      contents: [],
    } as const;
    const text = textOf(archiveList({ ...data, boxes: [bare] }, printing));
    expect(text).toMatch(/0042\.000\.123 +markiert zur Vernichtung +400 *\n/);
  });

  expensive("a list of 2,500 boxes set and read")(
    "of thousands of boxes keeps every line, in order, with thousands marked",
    () => {
      const boxes = Array.from({ length: 2500 }, (_, i) => ({
        ...box,
        code: `0042${String(i + 1).padStart(6, "0")}`,
        contents: [1, 2, 3].map((content) => ({ text: `Akte ${i + 1}/${content}.`, state: 0 as const })),
      }));
      const totals = { boxes: 2500, contents: 7500, metres: 1000 };
      const pages = pagesOf(archiveList({ ...data, boxes, totals }, printing));
      const text = pages.join("");
      const contents = [...text.matchAll(/Akte (\d+\/\d)\./g)].map((match) => match[1]);
      expect(contents).toEqual(boxes.flatMap((_, i) => [1, 2, 3].map((content) => `${i + 1}/${content}`)));
      expect(text).toMatch(/Summe +2\.500 Boxen +7\.500 Inhalte, 1\.000,00 m eingelagert/);
      expect(pages.at(-1)).toMatch(new RegExp(`Seite ${pages.length} von ${pages.length}\\s*$`));
      for (const page of pages) expect(page).toMatch(/Box +Status +Jahr +Vernichten +mm +Inhalt/);
    },
  );

  test("names the box again where its contents go over to the next page", () => {
    const contents = Array.from({ length: 100 }, (_, i) => ({ text: `Akte ${i}`, state: 0 as const }));
    const pages = pagesOf(archiveList({ ...data, boxes: [{ ...box, contents }] }, printing));
    expect(pages).toHaveLength(2);
    expect(pages[1]).toMatch(/0042\.000\.123 +Akte \d+\n\(Fortsetzung\) +Akte/);
  });

  test("wraps a word of 4,000 characters, draws emoji as one sign", () => {
    const contents = [
      { text: "ß".repeat(4000), state: 0 as const },
      { text: "Akten 📦", state: 0 as const },
    ];
    const pdf = archiveList({ ...data, boxes: [{ ...box, contents }] }, printing);
    expectSound(pdf);
    expect(textOf(pdf).match(/ß{5,}/g)?.join("")).toHaveLength(4000);
    expect(textOf(pdf)).toContain("Akten □");
  });

  test("has the same bytes twice", () => {
    expect(archiveList(data, printing).equals(archiveList(structuredClone(data), { ...printing }))).toBe(true);
  });
});
