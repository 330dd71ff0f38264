import { createRequire } from "node:module";
import type { Operators } from "./operators.ts";
import { fontIn, type PdfFont, type GlyphReader, readerOf } from "./pdfkit-inside.ts";

const kerningRange = 0x180; // Latin with all letters of Europe; other pairs stand as wide as they are
const unreadGlyph = 0x7fff;
const noBreakSpace = 0xa0; // the same glyph as a blank, which is what a reader means to find

// the bytes that mean something inside a PDF string: carriage return, parentheses, backslash
const escapes: Record<number, number[]> = { 13: [92, 114], 40: [92, 40], 41: [92, 41], 92: [92, 92] };

/** The two weights of every document. */
export type Weight = "regular" | "bold";

/** Measures text of one weight; shared by all documents of a process. */
export class Face {
  readonly reader: GlyphReader;
  readonly #scale: number;
  readonly #ids = new Int32Array(0x10000).fill(-1);
  readonly #advances = new Float64Array(0x10000);
  readonly #kerning = new Int16Array(kerningRange * kerningRange).fill(unreadGlyph);

  constructor(file: string) {
    const path = createRequire(import.meta.url).resolve(`@expo-google-fonts/inter/${file}`);
    this.reader = readerOf(path);
    this.#scale = 1000 / this.reader.unitsPerEm;
  }

  /** The number of the character's glyph in the font, 0 where it has none. */
  glyph(code: number): number {
    if (this.#ids[code] === -1) this.#learn(code);
    return this.#ids[code] ?? 0;
  }

  /** Returns how far the character moves the pen, in thousandths of the size. */
  advance(code: number): number {
    if (this.#ids[code] === -1) this.#learn(code);
    return this.#advances[code] ?? 0;
  }

  /** By how much the second character moves towards the first (negative) or away, in thousandths of the size. */
  kern(first: number, second: number): number {
    if (first >= kerningRange || second >= kerningRange) return 0;
    const kerning = this.#kerning[first * kerningRange + second] ?? 0;
    if (kerning !== unreadGlyph) return kerning;
    const kern = isDigit(first) || isDigit(second) ? 0 : this.#readKern(first, second);
    this.#kerning[first * kerningRange + second] = kern;
    return kern;
  }

  /** The width of a text, in points. */
  width(text: string, size: number): number {
    let width = 0;
    let before = 0;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      width += this.advance(code);
      if (before > 0) width += this.kern(before, code);
      before = code;
    }
    return (width * size) / 1000;
  }

  #learn(code: number): void {
    // every digit is a tabular one, so that codes, years and metres stand in columns
    const glyph = isDigit(code)
      ? this.reader.layout(String.fromCharCode(code), ["tnum"]).glyphs[0]
      : this.reader.hasGlyphForCodePoint(code)
        ? this.reader.glyphForCodePoint(code)
        : undefined;
    this.#ids[code] = glyph?.id ?? 0;
    this.#advances[code] = (glyph?.advanceWidth ?? 0) * this.#scale;
  }

  #readKern(first: number, second: number): number {
    const { glyphs, positions } = this.reader.layout(String.fromCharCode(first, second));
    if (glyphs.length !== 2 || glyphs[0]?.id !== this.glyph(first)) return 0;
    return Math.round(((positions[0]?.xAdvance ?? 0) - glyphs[0].advanceWidth) * this.#scale);
  }
}

/** Inter, the one typeface (OFL-1.1). */
export const faces: Record<Weight, Face> = {
  regular: new Face("400Regular/Inter_400Regular.ttf"),
  bold: new Face("600SemiBold/Inter_600SemiBold.ttf"),
};

/** A face in one PDF: holds the glyphs that the document uses, for its embedded subset. */
export class EmbeddedFace {
  readonly #face: Face;
  readonly #font: PdfFont;
  readonly #codes: Uint8Array[] = [];

  constructor(pdf: PDFKit.PDFDocument, weight: Weight) {
    this.#face = faces[weight];
    this.#font = fontIn(pdf, this.#face.reader, weight);
  }

  /** The name of the font in the pages' resources, and what it refers to. */
  get id(): string {
    return this.#font.id;
  }
  get reference(): PDFKit.PDFKitReference {
    return this.#font.ref();
  }

  /** Writes the operator that shows a text, kerned. */
  show(text: string, operators: Operators): void {
    operators.write("[(");
    let before = 0;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      const kern = before > 0 ? this.#face.kern(before, code) : 0;
      if (kern !== 0) operators.write(`)${-kern}(`);
      operators.append(this.#codes[code] ?? this.#include(code));
      before = code;
    }
    operators.write(")]TJ\n");
  }

  #include(code: number): Uint8Array {
    const id = this.#font.subset.includeGlyph(this.#face.glyph(code));
    this.#font.widths[id] ??= this.#face.advance(code);
    // pdfkit would take the first character for which the process ever read the glyph, not the document
    this.#font.unicode[id] ??= [code === noBreakSpace ? 0x20 : code];
    const bytes = Buffer.from([id >> 8, id & 0xff].flatMap((byte) => escapes[byte] ?? [byte]));
    this.#codes[code] = bytes;
    return bytes;
  }
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
