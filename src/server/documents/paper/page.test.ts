import { describe, expect, test } from "vitest";
import { expectSound, fontsOf, infoOf, metadataOf, pagesOf, textOf } from "#test/support/pdf.ts";
import { expensive } from "#test/support/tiers.ts";
import { mm, Paper, type Printing } from "./page.ts";
import { Table, totalHeight } from "./table.ts";

const printing: Printing = { provider: "Muster Archiv & Söhne <Nord> GmbH", day: "2026-11-21" };

function example(draw: (paper: Paper) => void, options: { subtitle?: string; landscape?: boolean } = {}): Buffer {
  const paper = new Paper(printing, { title: "Beispiel", ...options });
  draw(paper);
  return paper.finish();
}

describe("every document", () => {
  const pdf = example((paper) => {
    for (let page = 2; page <= 12; page++) paper.nextPage();
  });

  test("names provider and title, the day and the page on each page", () => {
    expectSound(pdf);
    const pages = pagesOf(pdf);
    expect(pages).toHaveLength(12);
    for (const [index, page] of pages.entries()) {
      expect(page).toMatch(/^Beispiel {3,}Muster Archiv & Söhne <Nord> GmbH/);
      expect(page).toMatch(new RegExp(`21\\.11\\.2026 {3,}Seite ${index + 1} von 12\\s*$`));
    }
  });

  test("is an archivable file: A4, German, fonts embedded, PDF/A-2b, described", () => {
    expect(fontsOf(pdf)).toEqual([
      { name: expect.stringMatching(/^[A-Z]{6}\+Inter-Regular$/), embedded: true },
      { name: expect.stringMatching(/^[A-Z]{6}\+Inter-SemiBold$/), embedded: true },
    ]);
    const info = infoOf(pdf);
    expect(info).toMatchObject({ Title: "Beispiel", Author: printing.provider, Pages: "12", "PDF version": "1.7" });
    expect(info["Page size"]).toContain("(A4)");
    const metadata = metadataOf(pdf);
    expect(metadata).toContain("<pdfaid:part>2</pdfaid:part>");
    expect(metadata).toContain("<pdfaid:conformance>B</pdfaid:conformance>");
    expect(metadata).toContain("Muster Archiv &#38; Söhne &#60;Nord&#62; GmbH");
    expect(metadata).toContain("<xmp:CreateDate>2026-11-21T00:00:00Z</xmp:CreateDate>");
    expect(pdf.toString("latin1")).toMatch(/\/Lang \(de\)/);
  });

  test("has the same bytes for the same data and day, whatever was set before, and others for other data", () => {
    const once = (text: string) => example((paper) => paper.text(paper.left, 100, text));
    const first = once("12 A\u00a0B");
    once("12 A B Ω\u2126");
    expect(once("12 A\u00a0B").equals(first)).toBe(true);
    const fileId = (file: Buffer) => /\/ID \[<(\w+)>/.exec(file.toString("latin1"))?.[1];
    expect(fileId(first)).toMatch(/^\w{32}$/);
    expect(fileId(once("13 A B"))).not.toBe(fileId(first));
    const tomorrow = new Paper({ ...printing, day: "2026-11-22" }, { title: "Beispiel" }).finish();
    expect(textOf(tomorrow)).toContain("22.11.2026");
  });

  test("draws letters, quotes and money, and one sign for what it cannot draw", () => {
    const text = "Größe „Ablage“ Żółć čeština ß €";
    const drawn = textOf(example((paper) => paper.text(paper.left, 100, `${text} 👨‍👩‍👧! \u0000? ()\\`)));
    expect(drawn).toContain(`${text} □! □? ()\\`);
  });

  test("wraps prose and goes on to the next page between two lines", () => {
    const letter = example((paper) => {
      paper.y = paper.bottom - 30;
      paper.paragraph("Die genannten Boxen dürfen vernichtet werden. ".repeat(5).trim());
    });
    expectSound(letter);
    const pages = pagesOf(letter);
    expect(pages).toHaveLength(2);
    expect(pages.join(" ").match(/genannten/g)).toHaveLength(5);
  });

  test("shortens a subtitle and a provider that do not fit beside the title", () => {
    const long = { provider: "Archiv ".repeat(30), day: printing.day };
    const paper = new Paper(long, { title: "Beispiel", subtitle: "Kunde ".repeat(100) });
    expect(pagesOf(paper.finish())[0]?.split("\n")[0]).toMatch(/^Beispiel +Kunde .*… +Archiv .*…$/);
  });
});

describe("a table", () => {
  const columns = {
    code: { title: "Box", width: 30 },
    content: { title: "Inhalt", width: "rest", hanging: true },
    size: { title: "mm", width: 20, align: "right" },
  } as const;
  const table = (draw: (table: Table<keyof typeof columns>, paper: Paper) => void) =>
    pagesOf(example((paper) => draw(new Table(paper, columns), paper)));

  test("repeats its head on every page and draws every line once", () => {
    const pages = table((list) => {
      for (let i = 1; i <= 200; i++) list.group([{ code: `Nr. ${i}.`, content: `Akte ${i}.`, size: "400" }]);
    });
    expect(pages.length).toBeGreaterThan(3);
    for (const page of pages) expect(page.match(/Box +Inhalt +mm/g)).toHaveLength(1);
    const numbers = [...pages.join("").matchAll(/Nr\. (\d+)\. +Akte (\d+)\. +400/g)].map(([, code]) => Number(code));
    expect(numbers).toEqual(Array.from({ length: 200 }, (_, i) => i + 1));
  });

  test("repeats the box where its contents go on to the next page", () => {
    const contents = Array.from({ length: 150 }, (_, i) => ({ content: `Akte ${i + 1}.` }));
    const again = { code: "0042.000.001 (Fortsetzung)", size: "400" };
    const pages = table((list) => list.group([{ code: "0042.000.001", size: "400" }, ...contents], { again }));
    expect(pages).toHaveLength(3);
    for (const page of pages) expect(page.match(/0042\.000\.001/g)).toHaveLength(1);
    expect(pages[0]).not.toContain("Fortsetzung");
    for (const page of pages.slice(1))
      expect(page).toMatch(/0042\.000\.001 +Akte \d+\. +400\n *\(Fortsetzung\) +Akte \d+\.\n/);
    expect(pages.join("").match(/Akte/g)).toHaveLength(150);
  });

  test("keeps a short text of several lines on one page, and divides one that is longer than a page", () => {
    const text = "Rechnungen und Lieferscheine der Niederlassung ".repeat(8).trim();
    const together = table((list, paper) => {
      paper.y = paper.bottom - 60;
      list.group([{ code: "erste", content: "kurz" }]);
      list.group([{ code: "zweite", content: text }]);
    });
    expect(together[0]).toContain("erste");
    expect(together[1]?.match(/Niederlassung/g)).toHaveLength(8);
    const divided = table((list) => list.group([{ code: "A", content: "q".repeat(40_000) }]));
    expect(divided.length).toBeGreaterThan(3);
    expect(divided.join("").match(/q/g)).toHaveLength(40_000);
  });

  expensive("36 tables at the ends of pages, read")(
    "keeps a box of few lines on one page, and leaves two lines of a longer one on either page",
    () => {
      const cases = [2, 3, 6, 7, 8, 20].flatMap((length) =>
        [50, 60, 70, 80, 90, 100].map((free) => ({ length, free, name: `${length} in ${free}` })),
      );
      const pages = table((list, paper) => {
        for (const { length, free, name } of cases) {
          paper.nextPage();
          paper.y = paper.bottom - free;
          list.group(Array.from({ length }, () => ({ content: `${name}.` })));
        }
      });
      for (const { length, name } of cases) {
        const counts = pages.map((page) => page.split(` ${name}.`).length - 1).filter((count) => count > 0);
        expect(
          counts.reduce((sum, count) => sum + count, 0),
          name,
        ).toBe(length);
        if (length <= 6) expect(counts, name).toEqual([length]);
        else expect(Math.min(...counts), name).toBeGreaterThanOrEqual(2);
      }
    },
  );

  expensive("six tables of a page each, read")("keeps its last box on the page of the sums, where it is to", () => {
    for (let boxes = 47; boxes < 53; boxes++) {
      const pages = table((list) => {
        for (let i = 1; i <= boxes; i++) list.group([{ code: `Nr. ${i}` }], { below: i === boxes ? totalHeight : 0 });
        list.total({ code: "Summe" });
      });
      expect(pages.at(-1)).toMatch(new RegExp(`Nr\\. ${boxes}\\n *Summe`));
    }
  });

  test("lets columns flow beside each other, so that a wrapped word leaves no hole", () => {
    const [page = ""] = table((list) =>
      list.group([{ code: "markiert zur baldigen Vernichtung", content: "eins" }, { content: "zwei" }]),
    );
    expect(page).toMatch(/markiert zur +eins\n *baldigen +zwei\n *Vernichtung/);
  });

  test("repeats a section's heading on the pages it goes on to, and keeps it with its first group", () => {
    const pages = table((list, paper) => {
      list.section("Halle 1");
      for (let i = 0; i < 60; i++) list.group([{ code: "Box" }]);
      paper.y = paper.bottom - 25;
      list.section("Halle 2");
      list.group([{ code: "letzte" }]);
      list.total({ code: "Summe" });
    });
    expect(pages).toHaveLength(3);
    expect(pages[0]).toContain("Halle 1\n");
    expect(pages[1]).toContain("Halle 1 (Fortsetzung)");
    expect(pages[1]).not.toContain("Halle 2");
    expect(pages[2]).toMatch(/Halle 2\n\s*letzte\n\s*Summe/);
    expect(pages[2]).not.toContain("Fortsetzung");
  });

  test("stands on landscape paper, too, and never leaves the frame", () => {
    const pdf = example(
      (paper) => {
        expect([paper.width, paper.height]).toEqual([mm(297), mm(210)]);
        new Table(paper, columns).group([{ code: "q".repeat(200), size: "1".repeat(200) }]);
      },
      { landscape: true },
    );
    expect(infoOf(pdf)["Page size"]).toContain("841.89 x 595.276");
    expect(textOf(pdf).match(/q/g)).toHaveLength(200);
  });
});
