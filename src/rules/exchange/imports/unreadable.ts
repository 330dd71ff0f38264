import { listLimits } from "./list-limits.ts";

const showNumber = (number: number) => number.toLocaleString("de-DE");
const mebibytes = (bytes: number) => `${bytes / 1024 / 1024} MB`;

/** Why a file cannot be read as a list at all. */
export const unreadable = {
  empty: "Die Datei ist leer.",
  tooLarge: `Die Datei ist größer als ${mebibytes(listLimits.bytes)}.`,
  noList: "Das ist keine Liste: Gelesen werden CSV und Excel (.xlsx).",
  otherEncoding: (name: string) => `In ${name} ist diese Datei kein Text.`,
  blankHead: (row: number) => `Zeile ${row} ist leer oder fehlt: Sie kann nicht über den Spalten stehen.`,
  oldExcel:
    "Das ist eine alte oder mit einem Passwort geschützte Excel-Datei. Bitte speichern Sie sie als .xlsx ohne Passwort.",
  webPage:
    "Das ist eine Webseite oder XML mit dem Namen einer Excel-Datei. Bitte öffnen Sie sie in Excel und speichern Sie sie als .xlsx.",
  textFile:
    "Die Datei ist eine Textdatei, auch wenn sie nach Excel benannt ist. Bitte speichern Sie die Liste in Excel als .xlsx, oder nennen Sie die Datei .csv.",
  noSheet: "Das ist keine Excel-Datei (.xlsx): Es fehlt die Tabelle.",
  hiddenSheets: "Alle Tabellenblätter dieser Datei sind ausgeblendet. Bitte blenden Sie die Liste ein.",
  otherSheets: (name: string) => `Ein Tabellenblatt „${name}“ ist in dieser Datei nicht zu sehen.`,
  ownList: (name: string) =>
    `Das ist die Liste „${name}“ aus diesem Programm. In ihr stehen keine Boxen, die übernommen werden können.`,
  broken: "Die Datei ist beschädigt und kann nicht gelesen werden.",
  unpacked: `Die Datei ist entpackt größer als ${mebibytes(listLimits.unpacked)}.`,
  doctype: "Die Datei enthält eine Dokumenttyp-Definition (DTD). So eine Datei wird nicht gelesen.",
  days1904: "Diese Datei zählt Tage ab 1904. Bitte speichern Sie sie als CSV.",
  rows: `Die Liste hat mehr als ${showNumber(listLimits.rows)} Zeilen.`,
  columns: `Die Liste hat mehr als ${listLimits.columns} Spalten.`,
  texts: `Die Liste hat mehr als ${showNumber(listLimits.texts)} verschiedene Texte.`,
  memory: "Die Liste ist zu groß für den Arbeitsspeicher des Servers. Bitte teilen Sie sie auf.",
  time: "Die Liste braucht zu lange zum Lesen. Bitte teilen Sie sie auf.",
  noRows: "Die Liste hat keine Zeilen.",
  quote: (row: number) => `Zeile ${row}: Ein Anführungszeichen steht am falschen Ort oder ist nicht geschlossen.`,
  longRow: (row: number) => `Zeile ${row} ist zu lang. Fehlt ein Anführungszeichen?`,
} as const;

/** Why a cell of a spreadsheet is not read, by its name. */
export const wrongCell = {
  formula: (cell: string) => `Zelle ${cell} ist eine Formel. Bitte speichern Sie ihren Wert.`,
  error: (cell: string, value: string) => `Zelle ${cell} ist ein Fehler (${value}).`,
  broken: (cell: string) => `Zelle ${cell} ist beschädigt und kann nicht gelesen werden.`,
  format: (cell: string) =>
    `Zelle ${cell} zeigt ihren Wert in einem Format, in dem er nicht sicher zu lesen ist. Bitte formatieren Sie sie als Text.`,
} as const;
