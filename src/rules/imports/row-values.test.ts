import { expect, test } from "vitest";
import { guessColumns, importFieldText, importFields, type Mapping } from "./columns.ts";
import { listedContents } from "./listed-contents.ts";
import { type Cell, type Ranges, readRow } from "./row-values.ts";
import { importErrorSentence, RowsTogether } from "./rows-together.ts";

const ranges: Ranges = {
  contents: [1, 4000],
  size: [1, 99_999],
  year: [1000, 2999],
  destroyYear: [1900, 2100],
  class: [1, 200],
  area: [1, 200],
  row: [1, 999_999],
  part: [1, 9999],
  height: [1, 999],
  foreignNumber: [1, 200],
};
const read = (mapping: Mapping, ...cells: Cell[]) => readRow(cells, mapping, 42, ranges);

test("the heads of an export, of other programs and in English lead to their columns, each once", () => {
  const none = new Map<string, null>();
  const exported =
    "Boxnummer;Code;Inhalt;Größe mm;Jahrgang;Vernichtungsjahr;Klasse;Beginn;Bereich;Reihe;Teil;Höhe;Fremdnummer";
  expect(guessColumns(exported.split(";"), none)).toEqual(importFields);
  expect(guessColumns(["Box-Nr.", "BEZEICHNUNG", "Groesse (mm)", "Nonsens", "box"], none)).toEqual([
    "number",
    "contents",
    "size",
    null,
    null,
  ]);
  expect(guessColumns(["Box number", "Contents", "Content", "Year", "Destroy year"], none)).toEqual([
    "number",
    "contents",
    "contents",
    "year",
    "destroyYear",
  ]);
  expect(guessColumns(["Boxnummer", "Bereich"], none, ["number"])).toEqual(["number", null]);
  expect(
    guessColumns(
      ["Notiz", "Jahr"],
      new Map([
        ["Notiz", "contents"],
        ["Jahr", null],
      ] as const),
    ),
  ).toEqual(["contents", null]);
});

test("contents between bars are read as an export joins them, bars and backslashes within", () => {
  expect(listedContents("Rechnungen|Briefe A\\|B | C\\\\D\\E||")).toEqual(["Rechnungen", "Briefe A|B", "C\\D\\E"]);
});

test("a whole row becomes what it says of its box, in the ways people and spreadsheets write it", () => {
  const cells = [
    "0042.000.017",
    " A | B ",
    "400 mm",
    "2004",
    "2015",
    "ao-belege",
    "38352",
    "Halle 1",
    "3",
    "12",
    "2",
    "K 7/1",
  ];
  const mapping: Mapping = [
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
  ];
  expect(read(mapping, ...cells)).toEqual({
    errors: [],
    values: {
      number: 17,
      contents: ["A", "B"],
      size: 400,
      year: 2004,
      destroyYear: 2015,
      class: "ao-belege",
      begins: "2004-12-31",
      area: "Halle 1",
      row: 3,
      part: 12,
      height: 2,
      foreignNumber: "K 7/1",
    },
  });
  for (const [text, number] of [
    ["17", 17],
    ["000.017", 17],
    ["42000017", 17],
    ["0042 000 017", 17],
    ["999999", 999_999],
  ] as const)
    expect(read(["number"], text).values).toEqual({ number });
  for (const text of ["2004-12-31", "31.12.2004", "31122004"])
    expect(read(["number", "begins"], "1", text).values.begins).toBe("2004-12-31");
});

test("all that is wrong in a row is said at once, each with its row and column, as people read it", () => {
  const wrong = (mapping: Mapping, ...cells: Cell[]) =>
    read(mapping, ...cells).errors.map((error) =>
      importErrorSentence(17, error, importFieldText[error.field ?? "number"]),
    );
  expect(wrong(["number", "year", "size", "begins"], "x", "20O4", "0", "30.02.2004")).toEqual([
    "Zeile 17, Spalte Boxnummer: „x“ ist keine Boxnummer.",
    "Zeile 17, Spalte Jahrgang: „20O4“ ist kein Jahr.",
    "Zeile 17, Spalte Größe mm: „0“ liegt nicht zwischen 1 und 99999.",
    "Zeile 17, Spalte Beginn: „30.02.2004“ ist kein Datum.",
  ]);
  const cases: [Mapping, Cell[], string][] = [
    [["code"], ["0043000017"], "Zeile 17, Spalte Code: 0043.000.017 ist keine Box des Kunden 0042."],
    [["code"], ["0042000000"], "Zeile 17, Spalte Code: „0042000000“ ist keine Boxnummer."],
    [
      ["number", "code"],
      ["17", "0042000018"],
      "Zeile 17, Spalte Code: Boxnummer und Code nennen verschiedene Boxen: 17 und 18.",
    ],
    [["number", "contents"], ["", "A"], "Zeile 17, Spalte Boxnummer: Hier fehlt, welche Box es ist."],
    [["number", "area", "row"], ["1", "Halle 1", "3"], "Zeile 17, Spalte Bereich: Zu einem Platz gehört auch „Teil“."],
    [
      ["number", "contents"],
      ["1", "x".repeat(4001)],
      "Zeile 17, Spalte Inhalt: Der Text ist länger als 4.000 Zeichen.",
    ],
    [
      ["number", "foreignNumber"],
      ["1", "x".repeat(201)],
      "Zeile 17, Spalte Fremdnummer: Der Text ist länger als 200 Zeichen.",
    ],
    [
      ["number", "year"],
      ["1", { wrong: "Zelle B17 ist eine Formel. Bitte speichern Sie ihren Wert." }],
      "Zeile 17, Spalte Jahrgang: Zelle B17 ist eine Formel. Bitte speichern Sie ihren Wert.",
    ],
    [["number"], ["1", "über"], "Zeile 17: Hinter der letzten Spalte steht noch etwas."],
  ];
  for (const [mapping, cells, sentence] of cases) expect(wrong(mapping, ...cells)).toEqual([sentence]);
});

test("rows of one box must not contradict one another, and two boxes cannot stand on one place", () => {
  const together = new RowsTogether();
  const place = { area: "Halle 1", row: 3, part: 12, height: 2 };
  expect(together.add(2, { number: 1, year: 2004, contents: ["A"], ...place })).toEqual([]);
  expect(together.add(3, { number: 1, contents: ["B"], size: 400 })).toEqual([]);
  expect(together.add(4, { number: 1, year: 2005 })).toEqual([
    { field: "year", message: "Zeile 2 sagt von derselben Box „2004“ statt „2005“." },
  ]);
  expect(together.add(5, { number: 2, ...place })).toEqual([
    { field: "area", message: "Auf diesem Platz steht schon Box 1 aus Zeile 2." },
  ]);
});
