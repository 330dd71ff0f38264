/** What a column of a box list can be; `number` and `code` both name the box. */
export const importFields = [
  "number",
  "code",
  "contents",
  "size",
  "year",
  "destroyYear",
  "class",
  "begins",
  "area",
  "row",
  "part",
  "height",
  "foreignNumber",
] as const;
export type ImportField = (typeof importFields)[number];

/** What people call each column, and what an export writes above it. */
export const importFieldText: Readonly<Record<ImportField, string>> = {
  number: "Boxnummer",
  code: "Code",
  contents: "Inhalt",
  size: "Größe mm",
  year: "Jahrgang",
  destroyYear: "Vernichtungsjahr",
  class: "Klasse",
  begins: "Beginn",
  area: "Bereich",
  row: "Reihe",
  part: "Teil",
  height: "Höhe",
  foreignNumber: "Fremdnummer",
};

/** Where a box stands: for staff only. */
export const placeFields: readonly ImportField[] = ["area", "row", "part", "height"];

/** What each column of a file is, in their order; null where it is passed over. */
export type Mapping = readonly (ImportField | null)[];

/** Other names that lists have, German and English, as `plainHead` writes them. */
const otherNames: Readonly<Record<ImportField, readonly string[]>> = {
  number: ["boxnr", "box", "nummer", "nr", "kartonnummer", "kartonnr", "karton", "boxnumber", "boxno", "number"],
  code: ["boxcode", "barcode", "strichcode"],
  contents: ["inhalte", "bezeichnung", "beschreibung", "akten", "content", "contents", "description"],
  size: ["groesse", "groesseinmm", "breitemm", "breite", "size", "sizemm", "width", "widthmm"],
  year: ["jahr", "metajahr", "year", "vintage"],
  destroyYear: ["vernichtung", "vernichtenab", "vernichtungab", "destroyyear", "destructionyear"],
  class: ["aufbewahrungsklasse", "aktenart", "retentionclass"],
  begins: ["aufbewahrungsbeginn", "aufbewahrungab", "fristbeginn", "begin", "begins", "start", "retentionfrom"],
  area: ["halle", "lager", "hall"],
  row: ["regal", "shelf"],
  part: ["fach", "feld", "section"],
  height: ["ebene", "level"],
  foreignNumber: [
    "fremdnr",
    "ihrenummer",
    "kundennummerbox",
    "altenummer",
    "foreignnumber",
    "externalnumber",
    "reference",
  ],
};

const umlauts: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", ß: "ss" };

/** A head without case, umlauts, dots and blanks: `Box-Nr.` is `boxnr`. */
const plainHead = (head: string) =>
  head
    .normalize("NFC")
    .toLowerCase()
    .replace(/[äöüß]/g, (letter) => umlauts[letter] ?? letter)
    .replace(/[^a-z0-9]/g, "");

const byName: ReadonlyMap<string, ImportField> = new Map(
  importFields.flatMap((field) =>
    [importFieldText[field], field, ...otherNames[field]].map((name): [string, ImportField] => [
      plainHead(name),
      field,
    ]),
  ),
);

/**
 * Which of the first rows of a file is its head: the first one, unless a later one has more of the names that columns have, and two at least.
 * What stands in a box may be called like a column.
 */
export function headAmong(rows: readonly (readonly string[])[]): number {
  const columnFields = rows.map((cells) => new Set(cells.flatMap((cell) => byName.get(plainHead(cell)) ?? [])).size);
  const most = Math.max(0, ...columnFields.slice(1));
  return most < 2 || most <= (columnFields[0] ?? 0) ? 0 : columnFields.indexOf(most);
}

/** What is known of the columns of a file before anybody has said what they are. */
export interface KnownColumns {
  readonly heads: readonly string[];
  /** Which of them hold nothing but small whole numbers: amounts, not what is in a box. */
  readonly amounts: readonly boolean[];
}

/**
 * What the columns of a file probably are, by their heads: as the customer had them mapped before (`remembered`, by head), or by
 * their names. Each field is found once, but contents, which may stand in several columns; amounts are no contents unasked.
 */
export function guessColumns(
  { heads, amounts }: KnownColumns,
  remembered: ReadonlyMap<string, ImportField | null>,
  allowed: readonly ImportField[] = importFields,
): Mapping {
  const fields = new Set<ImportField>();
  return heads.map((head, index) => {
    const field = remembered.get(head) === undefined ? byName.get(plainHead(head)) : remembered.get(head);
    if (!field || !allowed.includes(field) || (fields.has(field) && field !== "contents")) return null;
    if (field === "contents" && amounts[index]) return null;
    fields.add(field);
    return field;
  });
}

/** Whether a box can be known from such a list. */
export const namesBoxes = (mapping: Mapping) => mapping.includes("number") || mapping.includes("code");

/** The first field that stands in two columns although it may stand in one only. */
export const duplicateMapping = (mapping: Mapping): ImportField | undefined =>
  importFields.find((field) => field !== "contents" && mapping.indexOf(field) !== mapping.lastIndexOf(field));
