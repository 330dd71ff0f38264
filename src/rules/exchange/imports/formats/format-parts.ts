/** A piece of a number format: what is shown as it stands, or what stands for something of the value. */
export interface FormatPart {
  readonly literal: boolean;
  readonly text: string;
}

const piece =
  /"(?<quoted>[^"]*)"|\\(?<escaped>[^])|_[^]|\*[^]|\[(?:Black|Blue|Cyan|Green|Magenta|Red|White|Yellow|Color ?\d+)\]|\[\$(?<symbol>[^\]-]*)(?:-(?<language>[^\]]*))?\]|(?<bracket>\[[^\]]*\])|(?<general>General|Standard)|(?<token>AM\/PM|A\/P|y+|m+|d+|h+|s+|E[+-]|[^])/giu;

const german = /^(?:0*(?:[48c]|10|14)07|de(?:-.*)?|)$/i; // as numbers or by name
const names = /^(?:m{3,}|d{3,})$/i;

/**
 * The parts of one section of a format; null where it shows by conditions, counts hours beyond a day, or names months in another language, which
 * nobody can read back.
 */
function partsOf(section: string): FormatPart[] | null {
  const parts: FormatPart[] = [];
  let isForeign = false;
  for (const { groups = {} } of section.matchAll(piece)) {
    const literal = groups["quoted"] ?? groups["escaped"] ?? groups["symbol"];
    if (groups["bracket"] !== undefined) return null;
    isForeign ||= !german.test(groups["language"] ?? "");
    if (literal !== undefined) parts.push({ literal: true, text: literal });
    else if (groups["general"] !== undefined) parts.push({ literal: false, text: "General" });
    else if (groups["token"] !== undefined) parts.push({ literal: false, text: groups["token"] });
  }
  return isForeign && parts.some(({ literal, text }) => !literal && names.test(text)) ? null : parts;
}

/** The day and the time as the reader's own system writes them. */
const ofSystem: Readonly<Record<string, string>> = { "[$-F800]": "dddd, d. mmmm yyyy", "[$-F400]": "hh:mm:ss" };

/** The sections of a format, between semicolons: positive, negative, zero, text; null for what cannot be read back. */
export type Format = readonly (readonly FormatPart[] | null)[];

/** Reads a format as the file of a spreadsheet has it, `dd.mm.yyyy` or `#,##0.00;[Red]-#,##0.00`. */
export function parseFormat(format: string): Format {
  const system = ofSystem[format.slice(0, 8).toUpperCase()];
  if (system !== undefined) return [partsOf(system)];
  const sections = format.match(/(?:"[^"]*"|\\[^]|[_*][^]|\[[^\]]*\]|[^;"\\])+|(?<=^|;)(?=;|$)/gu) ?? [""];
  return sections.map(partsOf);
}
