import { createRequire } from "node:module";
import Pdf from "pdfkit";
import { expect, test } from "vitest";
import { fontIn, identify, pageOf, readerOf } from "./pdfkit-inside.ts";

const inter = createRequire(import.meta.url).resolve("@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf");

/** A document with one empty page, not compressed. */
const document = () => new Pdf({ font: "", compress: false, margin: 0 });
const fileOf = (pdf: PDFKit.PDFDocument) => {
  pdf.end();
  return (pdf.read() as Buffer).toString("latin1");
};

test("a font is read once: its glyphs, how wide they are, and how pairs of them are set", () => {
  const reader = readerOf(inter);
  expect(reader.unitsPerEm).toBeGreaterThan(0);
  expect([reader.hasGlyphForCodePoint(0x41), reader.hasGlyphForCodePoint(0x10ffff)]).toEqual([true, false]);
  const { id, advanceWidth } = reader.glyphForCodePoint(0x41);
  expect([id > 0, advanceWidth > 0]).toEqual([true, true]);
  const { glyphs, positions } = reader.layout("AV");
  expect(glyphs[0]).toMatchObject({ id, advanceWidth });
  expect(positions[0]?.xAdvance).toBeLessThan(advanceWidth);
  const widths = ["0", "1"].map((digit) => reader.layout(digit, ["tnum"]).glyphs[0]?.advanceWidth);
  expect(widths[0]).toBe(widths[1]);
});

test("a glyph that is included, its width and its character are in the file, under the name that pages use", () => {
  const pdf = document();
  const reader = readerOf(inter);
  const font = fontIn(pdf, reader, "regular");
  const id = font.subset.includeGlyph(reader.glyphForCodePoint(0x41).id);
  font.widths[id] = 4711;
  font.unicode[id] = [0x1e9e];
  pageOf(pdf).fonts[font.id] = font.ref();
  const file = fileOf(pdf);
  expect(file).toContain(`/${font.id} ${font.ref().toString()}`);
  expect(file).toContain("4711");
  expect(file).toContain("1e9e");
});

test("a page shows the contents and the drawings that it is given, and the file has the identifier that it is given", () => {
  const pdf = document();
  const [drawing, more] = [pdf.ref({ Subtype: "Form" }), pdf.ref({})];
  const page = pageOf(pdf);
  page.xobjects["Drawing"] = drawing;
  page.dictionary.data.Contents = [page.content, more];
  identify(pdf, Buffer.from("0123456789abcdef", "latin1"));
  drawing.end(Buffer.from("% drawing"));
  more.end(Buffer.from("% more"));
  const file = fileOf(pdf);
  expect(file).toContain(`/Drawing ${drawing.toString()}`);
  expect(file).toMatch(new RegExp(`/Contents \\[\\d+ 0 R ${more.toString()}\\]`));
  expect(file).toContain("% more");
  expect(file).toMatch(/\/ID \[.*30313233343536373839616263646566|\/ID \[\(0123456789abcdef\)/);
});
