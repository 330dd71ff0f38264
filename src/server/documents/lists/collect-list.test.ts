import { describe, expect, test } from "vitest";
import { expectSound, infoOf, pagesOf, textOf } from "#test/support/pdf.ts";
import { type CollectListData, collectList } from "./collect-list.ts";

const printing = { provider: "Muster Archiv GmbH", day: "2026-11-21" };
const customer = { code: 42, name: "Klinikum Żółć" };
const line: CollectListData["lines"][number] = {
  place: { area: "Halle 2", row: 3, part: 1, height: 5 },
  code: "0042000123",
  customer,
  delivery: 12,
  contents: [],
};

describe("the collect list", () => {
  test("leads along the rows: what to take from which place, for whom and which delivery", () => {
    const place = { area: "Halle 10", row: 1, part: 4, height: 2 };
    const pdf = collectList(
      {
        lines: [
          line,
          { ...line, code: "0042000124", contents: ["Akte Müller", "Akte Çelik"], delivery: 123456 },
          { ...line, place, code: "0042000125" },
          { ...line, place: null, code: "0042000126" },
        ],
      },
      printing,
    );
    expectSound(pdf);
    const text = textOf(pdf);
    expect(text).toMatch(/^Sammelliste +3 Boxen, 2 Inhalte/);
    expect(text).toMatch(/Halle 2, Reihe 3\n +1 +5 +0042\.000\.123 +ganze Box +0042 Klinikum Żółć +000012 +1 von 3\n/);
    expect(text).toMatch(/0042\.000\.124 +Akte Müller +0042 Klinikum Żółć +123456 +1 von 2\n +Akte Çelik +2 von 2\n/);
    expect(text).toMatch(/Halle 10, Reihe 1\n +4 +2 +0042\.000\.125/);
    expect(text).toMatch(/Ohne Platz\n +0042\.000\.126/);
    expect(text.match(/Halle 2, Reihe 3/g)).toHaveLength(1);
    expect(infoOf(pdf)["Page size"]).toContain("841.89 x 595.276");
  });

  test("numbers the things of each delivery along the whole walk, so that one sees what is still missing", () => {
    const other = { ...line, delivery: 7 };
    const place = { ...line.place, area: "Halle 3" } as CollectListData["lines"][number]["place"];
    const lines = [line, { ...other, contents: ["Akte A", "Akte B"] }, { ...line, place }, { ...other, place }];
    const text = textOf(collectList({ lines }, printing));
    const numbers = [...text.matchAll(/(?:(0000\d\d) +)?(?<!Seite )(\d von \d)$/gm)].map(([, code, number]) => [
      code,
      number,
    ]);
    expect(numbers).toEqual([
      ["000012", "1 von 2"],
      ["000007", "1 von 3"],
      [undefined, "2 von 3"],
      ["000012", "2 von 2"],
      ["000007", "3 von 3"],
    ]);
  });

  test("of nothing to collect says so on one page", () => {
    const pages = pagesOf(collectList({ lines: [] }, printing));
    expect(pages).toHaveLength(1);
    expect(pages[0]).toContain("Keine Daten vorhanden");
  });

  test("names row and box again on the next page", () => {
    const contents = Array.from({ length: 100 }, (_, i) => `Akte ${i}`);
    const pages = pagesOf(collectList({ lines: [{ ...line, contents }] }, printing));
    expect(pages.length).toBeGreaterThan(1);
    for (const page of pages.slice(1))
      expect(page).toMatch(
        /Halle 2, Reihe 3 \(Fortsetzung\)\n +1 +5 +0042\.000\.123 +Akte \d+ +000012 +\d+ von 100\n +\(Fortsetzung\) +Akte/,
      );
    expect(pages.join("").match(/Akte \d+/g)).toHaveLength(100);
  });
});
