import { expect, test } from "vitest";
import { AmountColumns } from "./amount-columns.ts";
import { guessColumns, headAmong, labelOf, importFields, type Mapping } from "./columns.ts";
import { listedContents } from "./listed-contents.ts";
import { type Cell, type Ranges, readRow } from "./cell-values.ts";
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
  costCentre: [1, 200],
};
const today = "2026-11-25";
const read = (mapping: Mapping, ...cells: Cell[]) =>
  readRow(cells, { mapping, customerCode: 42, ranges, yearEnd: false, today });
const guess = (
  heads: string[],
  ...others: [Parameters<typeof guessColumns>[1]?, Parameters<typeof guessColumns>[2]?]
) => guessColumns({ heads, amounts: [] }, others[0] ?? new Map<string, null>(), others[1]);

test("the heads of an export, of other programs and in English lead to their columns, each once", () => {
  const exported =
    "Boxnummer;Code;Inhalt;Größe mm;Jahrgang;Vernichtungsjahr;Klasse;Beginn;Bereich;Reihe;Teil;Höhe;Fremdnummer;Kostenstelle;Laufzeit;Laufzeit von;Laufzeit bis";
  expect(guess(exported.split(";"))).toEqual(importFields);
  expect(guess(["Box", "Von", "bis", "Zeitraum"])).toEqual(["number", "periodFrom", "periodTo", "period"]);
  expect(guess(["Box-Nr.", "BEZEICHNUNG", "Groesse (mm)", "Nonsens", "box"])).toEqual([
    "number",
    "contents",
    "size",
    null,
    null,
  ]);
  expect(guess(["Box number", "Contents", "Content", "Year", "Destroy year"])).toEqual([
    "number",
    "contents",
    "contents",
    "year",
    "destroyYear",
  ]);
  expect(guess(["Boxnummer", "Bereich"], undefined, ["number"])).toEqual(["number", null]);
  expect(
    guess(
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
  const cells: Cell[] = [
    "0042.000.017",
    " A | B ",
    "400 mm",
    "2004",
    "2015",
    "ao-belege",
    { shown: "31.12.2004", day: "2004-12-31" },
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
      foreignNumber: ["K 7/1"],
    },
  });
  for (const [text, number] of [
    ["17", 17],
    ["000.017", 17],
    ["42000017", 17],
    ["0042 000 017", 17],
    ["1.234", 1234],
    ["999999", 999_999],
  ] as const)
    expect(read(["number"], text).values).toEqual({ number });
  for (const text of ["2004-12-31", "31.12.2004"])
    expect(read(["number", "begins"], "1", text).values.begins).toBe("2004-12-31");
});

test.each([
  ["01.02.24", "2024-02-01"],
  ["1.2.51", "1951-02-01"],
  ["01.02.2024 14:30", "2024-02-01"],
  ["01.02.2024, 14:30:00 Uhr", "2024-02-01"],
  ["2024-02-01T00:00:00", "2024-02-01"],
  ["2024-01-31T23:30:00Z", "2024-02-01"],
])("%s is the day %s", (text, begins) => {
  expect(read(["number", "begins"], "1", text)).toEqual({ errors: [], values: { number: 1, begins } });
});

test.each(["morgen", "24.11.", "24.11", "01.02.2024 25:99 x", "1.2.024"])("%s is no day", (text) => {
  expect(read(["number", "begins"], "1", text).errors).toHaveLength(1);
});

test("sizes with their unit are what they say, also where only the format of a cell shows it", () => {
  const sizes = [
    "400",
    "400 mm",
    "40 cm",
    "40cm",
    "37,5 cm",
    "0,4 m",
    "0.4 m",
    "0,375 m",
    { shown: "40 cm", number: 40 },
  ];
  const found = sizes.map((cell) => read(["number", "size"], "1", cell).values.size);
  expect(found).toEqual([400, 400, 400, 400, 375, 400, 400, 375, 400]);
  for (const cell of ["0,04 mm", "1.000 m", "40 Zoll", "vierzig cm"])
    expect(read(["number", "size"], "1", cell).errors, cell).toHaveLength(1);
});

test.each<[Mapping[number], Cell, object]>([
  ["period", "2015–2019", { periodFrom: "2015", periodTo: "2019" }],
  ["period", "2019", { periodFrom: "2019", periodTo: "2019" }],
  ["period", "1.3.2015 - 31.12.2019", { periodFrom: "2015-03-01", periodTo: "2019-12-31" }],
  ["period", "ab 2015", { periodFrom: "2015" }],
  ["periodFrom", "2015", { periodFrom: "2015" }],
  ["periodTo", { shown: "31.12.2019", day: "2019-12-31" }, { periodTo: "2019-12-31" }],
  // a format that shows the year of a day
  ["periodTo", { shown: "2019", day: "2019-12-31" }, { periodTo: "2019" }],
  ["periodFrom", { shown: "2015", number: 2015 }, { periodFrom: "2015" }],
])("a period in a cell is as long as it says: %s %j", (field, cell, values) => {
  expect(read(["number", field], "1", cell)).toMatchObject({ errors: [], values: { number: 1, ...values } });
});

test.each<[Mapping, Cell[], string]>([
  [["period"], ["2015–19"], "„2015–19“ ist keine Laufzeit wie 2019, 2015–2019 oder 01.03.2015–31.12.2019."],
  [["period"], ["2015–"], "„2015–“ ist keine Laufzeit wie 2019, 2015–2019 oder 01.03.2015–31.12.2019."],
  [["period"], ["2019–2015"], "Die Laufzeit endet vor ihrem Beginn."],
  [["periodFrom"], ["2015–2019"], "„2015–2019“ ist weder ein Jahr wie 2019 noch ein Datum wie 31.03.2019."],
  [["periodTo"], ["03/2019"], "„03/2019“ ist weder ein Jahr wie 2019 noch ein Datum wie 31.03.2019."],
  [["year"], ["2015–2019"], "„2015–2019“ ist kein Jahr."],
  [["period", "periodTo"], ["2015–2019", "2018"], "Die Spalten der Laufzeit widersprechen sich: 2019 und 2018."],
])("a period that could be another one is refused: %j %j", (mapping, cells, message) => {
  const { errors } = read(["number", ...mapping], "1", ...cells);
  expect(errors.map((error) => error.message)).toEqual([message]);
});

test("a head below a title is found where it names more columns, and never among the boxes", () => {
  const title = ["Übergabe Archiv 2024"];
  expect(headAmong([title, ["Kunde", "Muster GmbH"], ["Boxnummer", "Inhalt", "Jahr"], ["1", "Akten", "2024"]])).toBe(2);
  expect(
    headAmong([
      ["Boxnummer", "Inhalt"],
      ["1", "Akten"],
    ]),
  ).toBe(0);
  expect(
    headAmong([
      ["Nr", "Was"],
      ["1", "Akten"],
      ["2", "Karton"],
    ]),
  ).toBe(0);
  expect(
    headAmong([
      ["Boxnummer", "Inhalt"],
      ["Box", "Akten"],
      ["Karton", "Inhalt"],
    ]),
  ).toBe(0);
  expect(headAmong([title, ["Boxnummer"], ["1"]]), "one name is what stands in a box").toBe(0);
  expect(headAmong([title, ["Inhalt", "Inhalt"], ["1", "2"]]), "twice the same name is one").toBe(0);
  expect(headAmong([])).toBe(0);
});

const number: Mapping = ["number"];
const size: Mapping = ["code", "size"];
test.each<[Mapping, Cell[], string]>([
  [number, ["1.5"], "„1.5“ ist keine Boxnummer."],
  [number, ["1,5"], "„1,5“ ist keine Boxnummer."],
  [number, ["-3"], "„-3“ ist keine Boxnummer."],
  [number, ["1'000"], "„1'000“ ist keine Boxnummer."],
  [number, ["1 5"], "„1 5“ ist keine Boxnummer."],
  [number, ["12.34.5"], "„12.34.5“ ist keine Boxnummer."],
  [number, ["0042.000 017"], "„0042.000 017“ ist keine Boxnummer."],
  [number, ["1.0E5"], "„1.0E5“ ist keine Boxnummer."],
  [size, ["1", "1.000"], "„1.000“ ist keine Größe in Millimetern."],
  [size, ["1", "-400"], "„-400“ ist keine Größe in Millimetern."],
  [size, ["1", "4 00"], "„4 00“ ist keine Größe in Millimetern."],
  [["code", "year"], ["1", "2.004"], "„2.004“ ist kein Jahr."],
  [["code", "year"], ["1", { shown: "31.12.2004", day: "2004-12-31" }], "„31.12.2004“ ist kein Jahr."],
  [["code", "destroyYear"], ["1", "'15"], "„'15“ ist kein Jahr."],
])("no sign of a number is passed over: %j with %j is refused", (mapping, cells, message) => {
  expect(read(mapping, ...cells).errors).toEqual([{ field: mapping.at(-1), message }]);
});

test("a number that a spreadsheet shows with dots between its thousands is what it counts with, and a text is what is seen", () => {
  const cell = { shown: "1.234", number: 1234 };
  expect(read(["number", "size", "contents"], cell, cell, cell)).toEqual({
    values: { number: 1234, size: 1234, contents: ["1.234"] },
    errors: [],
  });
});

test.each([
  ["0", "„0“ ist eine Zahl und kein Datum wie 31.12.2024."],
  ["60", "„60“ ist eine Zahl und kein Datum wie 31.12.2024."],
  ["73050", "„73050“ ist eine Zahl und kein Datum wie 31.12.2024."],
  ["45292", "„45292“ ist eine Zahl und kein Datum wie 31.12.2024."],
  ["45292,5", "„45292,5“ ist eine Zahl und kein Datum wie 31.12.2024."],
  ["45292.5", "„45292.5“ ist eine Zahl und kein Datum wie 31.12.2024."],
  ["31122004", "„31122004“ ist eine Zahl und kein Datum wie 31.12.2024."],
  ["31.02.2024", "„31.02.2024“ ist kein Datum."],
  ["2024-02-31", "„2024-02-31“ ist kein Datum."],
  ["Ende 2024", "„Ende 2024“ ist kein Datum."],
  ["1799", "„1799“ ist eine Zahl und kein Datum wie 31.12.2024."],
])("a number is never a day, whatever it could count: %s", (text, message) => {
  for (const yearEnd of [false, true])
    expect(readRow(["1", text], { mapping: ["number", "begins"], customerCode: 42, ranges, yearEnd, today })).toEqual({
      values: { number: 1 },
      errors: [{ field: "begins", message }],
    });
});

test("a year alone is asked about, and is its last day only where somebody has said so", () => {
  const reading = { mapping: ["number", "begins"] as Mapping, customerCode: 42, ranges };
  expect(readRow(["1", "2024"], { ...reading, yearEnd: false, today }).errors).toEqual([
    { field: "begins", message: "„2024“ ist nur ein Jahr. Ist der 31. Dezember gemeint?", asks: "year" },
  ]);
  expect(readRow(["1", "2024"], { ...reading, yearEnd: true, today }).values.begins).toBe("2024-12-31");
  expect(readRow(["1", "03.05.2024"], { ...reading, yearEnd: true, today }).values.begins).toBe("2024-05-03");
});

test("a column of small whole numbers becomes contents only where somebody says so", () => {
  const columns = new AmountColumns(4);
  for (const cells of [
    ["17", "1", "", "12"],
    ["18", "Akten", "", ""],
    ["", "2", "", "2004"],
  ])
    columns.add(cells);
  const amounts = columns.columns();
  expect(amounts).toEqual([true, false, false, true]);
  const heads = ["Nr", "Inhalt", "Inhalte", "Akten"];
  expect(guessColumns({ heads, amounts }, new Map())).toEqual(["number", "contents", "contents", null]);
  expect(guessColumns({ heads, amounts }, new Map([["Akten", "contents"]]))[3]).toBeNull();
});

test("all that is wrong in a row is said at once, each with its row and column, as people read it", () => {
  const wrong = (mapping: Mapping, ...cells: Cell[]) =>
    read(mapping, ...cells).errors.map((error) => importErrorSentence(17, error, labelOf(error.field ?? "number")));
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
  expect(together.add(4, { number: 1, begins: "2004-12-31" })).toEqual([]);
  expect(together.add(5, { number: 1, begins: "2005-12-31" })).toEqual([
    { field: "begins", message: "Zeile 4 sagt von derselben Box „31.12.2004“ statt „31.12.2005“." },
  ]);
  expect(together.add(5, { number: 2, ...place })).toEqual([
    { field: "area", message: "Auf diesem Platz steht schon Box 1 aus Zeile 2." },
  ]);
});
