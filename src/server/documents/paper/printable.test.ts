import { describe, expect, test } from "vitest";
import { faces } from "./fonts.ts";
import { drawAsBefore, printable, printableLines, shorten, wrap } from "./printable.ts";
import { paperHint } from "#rules/texts/on-paper.ts";
import { repeated } from "#test/support/extent.ts";
import { fc } from "#test/support/random.ts";
import { expensive } from "#test/support/tiers.ts";

describe("a text for paper", () => {
  test.each([
    ["every letter of Europe stays", "Größe Äxte Żółć Čeština Þór Øl ß ẞ ł č Ελλάδα Киев", undefined],
    ["quotes, dashes and euro stay", "„Ablage“ – ‚A‘ … 12,50\u00a0€ §", undefined],
    ["a decomposed letter becomes one", "Mu\u0308ller", "Müller"],
    ["line breaks, tabs and rows of blanks become one blank", "  a\r\n\tb   c\u2028d ", "a b c d"],
    ["an emoji becomes one sign", "Akten 📦 2019", "Akten □ 2019"],
    ["an emoji of several characters becomes one sign", "👨‍👩‍👧 🇩🇪 👍🏽 1️⃣", "□ □ □ 1"],
    ["a heart that the font has stays, without its hint", "❤️", "❤"],
    ["a control character becomes visible", "a\u0000b\u0007c\u009fd", "a□b□c□d"],
    ["half a surrogate pair becomes visible", "a\ud83db\udc00", "a□b□"],
    ["letters that the font lacks are written out in Latin ones", "档案 עברית ქართული", "DangAn 'vryt kartuli"],
    ["and one that no letter stands for becomes visible", "اب", "□b"],
    ["marks without end become one sign", `x${"\u0301".repeat(50)}y`, "□y"],
    ["invisible and turning characters go", "Ab\u00adla\u200bge\u202e\u2066\ufeff", "Ablage"],
    ["a text of nothing visible is not lost", "\u200b", "□"],
    ["nor is one of nothing visible and blanks", "\u200b \u200b", "□"],
    ["an invisible character leaves no blank before a text", "\u{e0000}\t\u0000", "□"],
    ["nor two blanks in it", "a \u200b b", "a b"],
    ["nor a letter without its mark", "u\u200b\u0308", "ü"],
    ["nothing stays nothing", "", ""],
  ])("%s", (_what, text, expected = text) => {
    expect(printable(text)).toBe(expected);
  });

  test("is foretold where it is typed: what becomes a sign, what is written out, and of every other letter of Europe nothing", () => {
    expect(paperHint("Größe Ελλάδα Киев 📦")).toBe("Auf Papier umschrieben oder ein leeres Kästchen: 📦");
    expect(paperHint("档案 档 Gr")).toBe("Auf Papier umschrieben oder ein leeres Kästchen: 档 案");
    expect(paperHint("📦档 ☎")).toBe("Auf Papier umschrieben oder ein leeres Kästchen: 📦 档 ☎");
    expect(printable("📦档")).toBe("□Dang");
    for (let code = 0xa1; code <= 0x17f; code++) {
      const sign = String.fromCharCode(code);
      if (/\p{L}/u.test(sign)) expect([paperHint(sign), printable(sign)]).toEqual(["", sign.normalize("NFC")]);
    }
  });

  test("is one sign for each letter where it was drawn before letters were written out, and only there", () => {
    expect(drawAsBefore(() => printable("档案"))).toBe("□□");
    expect(() =>
      drawAsBefore(() => {
        throw new RangeError("broken");
      }),
    ).toThrow(RangeError);
    expect(printable("档案")).toBe("DangAn");
  });

  test("keeps the lines that somebody typed", () => {
    expect(printableLines("eins\r\nzwei\n\ndrei\u2028vier")).toEqual(["eins", "zwei", "", "drei", "vier"]);
  });

  expensive("500 random texts looked up in two fonts")(
    "has a glyph for each of its characters in both weights, whatever was typed",
    () => {
      const anything = fc.string({ unit: "binary", maxLength: 60 });
      fc.assert(
        fc.property(anything, (text) => {
          const clean = printable(text);
          expect(printable(clean)).toBe(clean);
          const codes = Array.from({ length: clean.length }, (_, i) => clean.charCodeAt(i));
          expect(codes.filter((code) => faces.regular.glyph(code) === 0 || faces.bold.glyph(code) === 0)).toEqual([]);
        }),
        { numRuns: repeated(500, 50_000) },
      );
    },
  );
});

describe("a text in a narrow place", () => {
  const { regular } = faces;

  test("breaks at blanks and after the hyphens and slashes of words, not inside a year or a number", () => {
    const width = regular.width("Müller-Lüdenscheidt", 8) - 1;
    expect(wrap("Herr Müller-Lüdenscheidt und/oder 2019-2020", regular, 8, width)).toEqual([
      "Herr Müller-",
      "Lüdenscheidt und/",
      "oder 2019-2020",
    ]);
  });

  test("cuts a word that is wider than the line alone", () => {
    const lines = wrap(`ab ${"x".repeat(4000)} cd`, regular, 8, 100);
    expect(lines[0]).toBe("ab");
    expect(lines.join("")).toBe(`ab${"x".repeat(4000)} cd`);
    for (const line of lines) expect(regular.width(line, 8)).toBeLessThanOrEqual(100);
  });

  test("loses nothing and is never wider than the line", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), fc.integer({ min: 20, max: 300 }), (typed, width) => {
        const text = printable(typed);
        const lines = wrap(text, regular, 8, width);
        expect(lines.join("").replaceAll(" ", "")).toBe(text.replaceAll(" ", ""));
        for (const line of lines) expect(regular.width(line, 8)).toBeLessThanOrEqual(width + 0.001);
      }),
    );
  });

  test("ends in an ellipsis where only one line is there", () => {
    expect(shorten("kurz", regular, 8, 100)).toBe("kurz");
    const line = shorten("Klinikum der Stadt Müller-Lüdenscheidt und Umgebung", regular, 8, 100);
    expect(line).toMatch(/^Klinikum der .*…$/);
    expect(regular.width(line, 8)).toBeLessThanOrEqual(100);
    expect(shorten("x".repeat(4000), regular, 8, 1)).toBe("x…");
  });
});
