import Pdf from "pdfkit";

// Internals of pdfkit and its font reader that none of their types promise: the few parts that a page and a glyph cache touch. Calling the shaper for
// every text costs five times the processor time of a whole list.

interface ReaderGlyph {
  id: number;
  advanceWidth: number;
}

/** A font file as it is read. */
export interface GlyphReader {
  unitsPerEm: number;
  hasGlyphForCodePoint(code: number): boolean;
  glyphForCodePoint(code: number): ReaderGlyph;
  layout(text: string, features?: string[]): { glyphs: ReaderGlyph[]; positions: { xAdvance: number }[] };
}

/** A font within one document, with what it embeds of it. */
export interface PdfFont {
  id: string;
  font: GlyphReader;
  widths: number[];
  unicode: number[][];
  subset: { includeGlyph(id: number): number };
  ref(): PDFKit.PDFKitReference;
}

/** A page, with what it refers to by name. */
interface Page {
  xobjects: Record<string, unknown>;
  fonts: Record<string, unknown>;
  content: unknown;
  dictionary: { data: { Contents: unknown } };
}

interface Inside {
  _font: PdfFont;
  _id: Buffer;
  page: Page;
}

const insideOf = (pdf: PDFKit.PDFDocument) => pdf as unknown as Inside;

/** Reads a font file. */
export const readerOf = (path: string): GlyphReader =>
  insideOf(new Pdf({ font: path, autoFirstPage: false }))._font.font;

/** A font in a document, of what was read once. */
export function fontIn(pdf: PDFKit.PDFDocument, reader: GlyphReader, name: string): PdfFont {
  pdf.font(reader as unknown as PDFKit.Mixins.PDFFontSource, name);
  return insideOf(pdf)._font;
}

/** The page that is being drawn. */
export const pageOf = (pdf: PDFKit.PDFDocument): Page => insideOf(pdf).page;

/** Names a file by what is in it: pdfkit makes the identifier of title and date alone. */
export function identify(pdf: PDFKit.PDFDocument, id: Buffer): void {
  insideOf(pdf)._id = id;
}
