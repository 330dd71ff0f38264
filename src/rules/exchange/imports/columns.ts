/**
 * Kind of value in the cells of a column. Of a box: its number, its contents, or what others call it. Otherwise: a size in mm, a whole number, a
 * text, a day, a period or an end of one.
 */
type ColumnKind = "box" | "contents" | "numbers" | "size" | "number" | "text" | "day" | "period" | "periodEnd";

interface ImportColumn {
  readonly kind: ColumnKind;
  /** Name that people use for the column, and that an export writes above it. */
  readonly label: string;
  /** Other names that lists have, German and English, as `plainHead` writes them. */
  readonly names: readonly string[];
  /** Text that says what a cell is not, where it holds no such number. */
  readonly not?: string;
  /** Where a box stands: for staff only. */
  readonly isPlace?: true;
}

/** Columns that a box list can have, in the order of an export; `number` and `code` both name the box. */
export const importColumns = {
  number: {
    kind: "box",
    label: "Boxnummer",
    names: [
      "boxnr",
      "box",
      "nummer",
      "nr",
      "kartonnummer",
      "kartonnr",
      "kartnr",
      "karton",
      "boxnumber",
      "boxno",
      "number",
    ],
  },
  code: { kind: "box", label: "Code", names: ["boxcode", "barcode", "strichcode"] },
  contents: {
    kind: "contents",
    label: "Inhalt",
    names: [
      "inhalte",
      "inh",
      "bezeichnung",
      "bezeichn",
      "bez",
      "beschreibung",
      "akten",
      "aktenbezeichnung",
      "content",
      "contents",
      "description",
    ],
  },
  size: {
    kind: "size",
    label: "Größe mm",
    names: ["groesse", "groesseinmm", "breitemm", "breite", "size", "sizemm", "width", "widthmm"],
  },
  year: {
    kind: "number",
    label: "Jahrgang",
    not: "kein Jahr",
    names: ["jahr", "jahrg", "jhrg", "jg", "metajahr", "year", "vintage"],
  },
  destroyYear: {
    kind: "number",
    label: "Vernichtungsjahr",
    not: "kein Jahr",
    names: [
      "vernichtung",
      "vernichtenab",
      "vernichtungab",
      "vernab",
      "vernichtungimjahr",
      "vernichtenimjahr",
      "vernjahr",
      "vernichtjahr",
      "vernichtungsj",
      "vernj",
      "vern",
      "destroyyear",
      "destructionyear",
    ],
  },
  class: {
    kind: "text",
    label: "Klasse",
    names: ["aufbewahrungsklasse", "aufbewklasse", "aufbklasse", "aktenart", "retentionclass"],
  },
  begins: {
    kind: "day",
    label: "Beginn",
    names: [
      "aufbewahrungsbeginn",
      "aufbewbeginn",
      "aufbewahrungab",
      "aufbewab",
      "fristbeginn",
      "begin",
      "begins",
      "start",
      "retentionfrom",
    ],
  },
  area: { kind: "text", label: "Bereich", isPlace: true, names: ["halle", "lager", "hall"] },
  row: { kind: "number", label: "Reihe", not: "keine Reihe", isPlace: true, names: ["regal", "shelf"] },
  part: { kind: "number", label: "Teil", not: "kein Teil", isPlace: true, names: ["fach", "feld", "section"] },
  height: { kind: "number", label: "Höhe", not: "keine Höhe", isPlace: true, names: ["ebene", "level"] },
  foreignNumber: {
    kind: "numbers",
    label: "Fremdnummer",
    names: ["fremdnr", "ihrenummer", "kundennummerbox", "altenummer", "foreignnumber", "externalnumber", "reference"],
  },
  costCentre: {
    kind: "text",
    label: "Kostenstelle",
    names: ["kostenstellennummer", "kostenst", "kostst", "kst", "costcentre", "costcenter"],
  },
  period: {
    kind: "period",
    label: "Laufzeit",
    names: ["zeitraum", "laufz", "laufzeitvonbis", "zeitraumvonbis", "period"],
  },
  periodFrom: {
    kind: "periodEnd",
    label: "Laufzeit von",
    names: ["von", "vonjahr", "jahrvon", "zeitraumvon", "from", "periodfrom"],
  },
  periodTo: {
    kind: "periodEnd",
    label: "Laufzeit bis",
    names: ["bis", "bisjahr", "jahrbis", "zeitraumbis", "to", "until", "periodto"],
  },
} as const satisfies Readonly<Record<string, ImportColumn>>;

export type ImportField = keyof typeof importColumns;
/** The fields of which a kind is read. */
export type FieldOf<Kind extends ColumnKind> = {
  [Field in ImportField]: (typeof importColumns)[Field]["kind"] extends Kind ? Field : never;
}[ImportField];

const columns: Readonly<Record<ImportField, ImportColumn>> = importColumns;
export const importFields = Object.keys(importColumns) as ImportField[];
/** Those of an export: a period stands in two columns there. */
export const exportFields = importFields.filter((field): field is Exclude<ImportField, "period"> => field !== "period");
/** Returns the name that people use for a column. */
export const labelOf = (field: ImportField): string => columns[field].label;
/** Where a box stands: for staff only. */
export const placeFields: readonly ImportField[] = importFields.filter((field) => columns[field].isPlace);

/** Field of each column of a file, in their order; null where the column is passed over. */
export type Mapping = readonly (ImportField | null)[];

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
    [labelOf(field), field, ...columns[field].names].map((name): [string, ImportField] => [plainHead(name), field]),
  ),
);

/**
 * Returns which of the first rows of a file is its head. That is the first row, unless a later one has more of the names that columns have, and two
 * at least. Contents of a box may have the name of a column.
 */
export function headAmong(rows: readonly (readonly string[])[]): number {
  const columnFields = rows.map((cells) => new Set(cells.flatMap((cell) => byName.get(plainHead(cell)) ?? [])).size);
  const most = Math.max(0, ...columnFields.slice(1));
  return most < 2 || most <= (columnFields[0] ?? 0) ? 0 : columnFields.indexOf(most);
}

/** Facts about the columns of a file before anybody has said what they are. */
export interface KnownColumns {
  readonly heads: readonly string[];
  /** Set for the columns that hold nothing but small whole numbers: amounts, not the contents of a box. */
  readonly amounts: readonly boolean[];
}

/**
 * Guesses the fields of a file's columns by their heads: as the customer had them mapped before (`remembered`, by head), or by their names. Each
 * field is found once, except contents, which may stand in several columns. Amounts do not become contents unasked.
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

/** Says whether boxes can be identified from such a list. */
export const namesBoxes = (mapping: Mapping) => mapping.includes("number") || mapping.includes("code");

/** The first field that stands in two columns although it may stand in one only. */
export const duplicateMapping = (mapping: Mapping): ImportField | undefined =>
  importFields.find((field) => field !== "contents" && mapping.indexOf(field) !== mapping.lastIndexOf(field));
