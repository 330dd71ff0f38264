/** A piece of a number format: what is shown as it stands, or what stands for something of the value. */
export interface FormatPart {
  readonly literal: boolean;
  readonly text: string;
}

const piece =
  /"(?<quoted>[^"]*)"|\\(?<escaped>[^])|_[^]|\*[^]|\[(?:Black|Blue|Cyan|Green|Magenta|Red|White|Yellow|Color ?\d+)\]|\[\$(?<symbol>[^\]-]*)(?:-[^\]]*)?\]|(?<bracket>\[[^\]]*\])|(?<general>General|Standard)|(?<token>AM\/PM|A\/P|y+|m+|d+|h+|s+|E[+-]|[^])/giu;

/** The parts of one section of a format; null where it shows by conditions or counts hours beyond a day, which nobody can read back. */
function partsOf(section: string): FormatPart[] | null {
  const parts: FormatPart[] = [];
  for (const { groups = {} } of section.matchAll(piece)) {
    const literal = groups["quoted"] ?? groups["escaped"] ?? groups["symbol"];
    if (groups["bracket"] !== undefined) return null;
    if (literal !== undefined) parts.push({ literal: true, text: literal });
    else if (groups["general"] !== undefined) parts.push({ literal: false, text: "General" });
    else if (groups["token"] !== undefined) parts.push({ literal: false, text: groups["token"] });
  }
  return parts;
}

/** The sections of a format, between semicolons: positive, negative, zero, text; null for what cannot be read back. */
export type Format = readonly (readonly FormatPart[] | null)[];

/** Reads a format as the file of a spreadsheet has it, `dd.mm.yyyy` or `#,##0.00;[Red]-#,##0.00`. */
export function formatOf(format: string): Format {
  const sections = format.match(/(?:"[^"]*"|\\[^]|[_*][^]|\[[^\]]*\]|[^;"\\])+|(?<=^|;)(?=;|$)/gu) ?? [""];
  return sections.map(partsOf);
}
