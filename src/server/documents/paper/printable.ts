import anyAscii from "any-ascii";
import { type Face, faces } from "./fonts.ts";

/** Stands where a character was that cannot be drawn: an emoji, a control character, half a surrogate pair. */
const substitute = "□";
// what most texts are made of, so that the slow way is for the others
const word = "[\\u0021-\\u007e\\u00a1-\\u00ac\\u00ae-\\u017f\\u2013\\u2018-\\u201e\\u2026\\u20ac]+";
const plain = new RegExp(`^(?:${word}(?: ${word})*)?$`);
const blanks = /[\t\n\v\f\r \u0085\u2028\u2029]+/g;
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/gu;
const longestGrapheme = 4; // a letter with its marks; more is no writing, and would cover the lines around it
const noBreakSpace = "\u00a0";
const letter = /\p{L}/u;
const written = /^[\p{L}\p{N}]\p{M}*$/u;
const blank = 0x20;
const hyphen = 0x2d;
const slash = 0x2f;
const graphemes = new Intl.Segmenter("de", { granularity: "grapheme" });

let writesLetters = true;

/** Draws what was issued before letters were written out (decision 173), as it was drawn then: they are one sign each. */
export function drawAsBefore<T>(draw: () => T): T {
  writesLetters = false;
  try {
    return draw();
  } finally {
    writesLetters = true;
  }
}

/**
 * A text as documents can draw it, on one line: blanks and line breaks become one blank, letters and digits that the font lacks are written out in Latin
 * ones (decision 173), everything else that it lacks is one visible sign (an emoji of several characters too), invisible characters go. Only an empty
 * text becomes an empty one.
 */
export function printable(text: string): string {
  if (plain.test(text)) return text;
  const line = onOneLine(text);
  let visible = "";
  for (const { segment } of graphemes.segment(line)) visible += printableGrapheme(segment);
  const clean = onOneLine(visible);
  if (clean === line) return clean;
  return clean === "" ? substitute : printable(clean); // what went may have separated blanks, or a letter from its mark
}

function onOneLine(text: string): string {
  return text.normalize("NFC").replace(blanks, " ").trim();
}

/** The lines that somebody typed, each printable. */
export function printableLines(text: string): string[] {
  return text.split(/\r\n?|[\n\u0085\u2028\u2029]/).map(printable);
}

function printableGrapheme(grapheme: string): string {
  const visible = grapheme.replace(invisible, "");
  if (visible.length > longestGrapheme) return substitute;
  for (let i = 0; i < visible.length; i++)
    if (faces.regular.glyph(visible.charCodeAt(i)) === 0 || isControl(visible.charCodeAt(i)))
      return writesLetters && written.test(visible) ? anyAscii(visible) || substitute : substitute;
  return visible;
}

function isControl(code: number): boolean {
  return code < 0x20 || (code >= 0x7f && code < 0xa0);
}

/**
 * Breaks a printable text into lines not wider than `width` points: at blanks, after hyphens and slashes, and inside a word
 * only where the word alone is wider than a line. An empty text is one empty line.
 */
export function wrap(text: string, face: Face, size: number, width: number): string[] {
  const most = (width * 1000) / size;
  const lines: string[] = [];
  let start = 0;
  let mayBreak = 0;
  let usedHeight = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    usedHeight += face.advance(code) + (i > start ? face.kern(text.charCodeAt(i - 1), code) : 0);
    if (usedHeight > most && code !== blank && i > start) {
      const end = mayBreak > start ? mayBreak : i;
      lines.push(text.slice(start, end).trimEnd());
      start = end;
      i = end - 1;
      usedHeight = 0;
    } else if (breaksAfter(text, i)) mayBreak = i + 1;
  }
  return [...lines, text.slice(start)];
}

/** A printable text on one line of at most `width` points: what does not fit becomes `…`. */
export function shorten(text: string, face: Face, size: number, width: number): string {
  if (face.width(text, size) <= width) return text;
  const [line = ""] = wrap(text.replaceAll(" ", noBreakSpace), face, size, width - face.width("…", size));
  return `${text.slice(0, line.length).trimEnd()}…`;
}

function breaksAfter(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  if (code === blank) return true;
  return (code === hyphen || code === slash) && letter.test(text[index - 1] ?? "");
}
