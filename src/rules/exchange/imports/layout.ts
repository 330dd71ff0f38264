/** Separators that cells of a text file may have, with the names that people use. */
export const separatorText = { ";": "Semikolon", ",": "Komma", "\t": "Tabulator", "|": "Senkrechter Strich" } as const;
export type Separator = keyof typeof separatorText;
export const separators = Object.keys(separatorText) as Separator[];

/** In which encodings text files are read, and what people call them. */
export const encodingText = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16",
  "utf-16be": "UTF-16 (Big Endian)",
  "windows-1252": "Windows (1252)",
  macintosh: "Mac (Roman)",
} as const;
export type Encoding = keyof typeof encodingText;
export const encodings = Object.keys(encodingText) as Encoding[];

/** Layout of a file; null means that a part is found automatically, or is no part of such a file. */
export interface Layout {
  /** The sheet of a workbook. */
  readonly sheet: string | null;
  /** The row that stands above the columns, from 1. */
  readonly head_row: number | null;
  /** Separator of a text file. A file itself may name another one than those that can be chosen. */
  readonly separator: string | null;
  readonly encoding: Encoding | null;
}

/** Layout where nobody has specified anything: everything is found automatically. */
export const foundByItself: Layout = { sheet: null, head_row: null, separator: null, encoding: null };

/** A layout as somebody says it, in part. */
export type LayoutSaid = { readonly [Name in keyof Layout]?: Layout[Name] | undefined };

/** The layout alone, of what has one. */
export const layoutOf = ({ sheet, head_row, separator, encoding }: Layout): Layout => ({
  sheet,
  head_row,
  separator,
  encoding,
});

/** Returns the parts of a layout that somebody specified. */
export function explicitLayout({ sheet, head_row, separator, encoding }: LayoutSaid): Partial<Layout> {
  const all = Object.entries({ sheet, head_row, separator, encoding });
  return Object.fromEntries(all.filter(([, value]) => value !== undefined && value !== null));
}

/** Number of rows that are not blank and are searched for the head: a letterhead or a title may stand above it. */
export const mostAbove = 20;
/** The last row that can be said to be the head. */
export const lastHeadRow = 200;
