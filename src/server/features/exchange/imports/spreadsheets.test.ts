import { sql } from "kysely";
import { berlinDay } from "#rules/dates.ts";
import { describe, expect, test } from "vitest";
import * as imports from "#contract/calls/exchange/imports.ts";
import { type ImportField, importFields } from "#rules/exchange/imports/columns.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { expensive } from "#test/support/tiers.ts";
import { type BookCell, bookOf, styled } from "#test/support/workbook.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();

const sending = (customer: { id: number }, file: Buffer, more: { sheet?: string } = {}) => ({
  body: { customer: customer.id, name: "Boxen", file: new Blob([new Uint8Array(file)]), ...more },
});
const send = (...given: Parameters<typeof sending>) => staff.call(imports.createImport, sending(...given));
const check = (id: number) => staff.call(imports.checkImport, { path: { id } });
const shown = async (id: number, show: "errors" | "warnings" = "errors") =>
  (await staff.call(imports.importErrors, { path: { id }, query: { show } })).results.map(({ sentence }) => sentence);
/** Returns the values that the rows of a list were read as, without the numbers of their boxes. */
async function valuesOf(id: number) {
  const { rows } = await sql<{ values: Record<string, unknown> }>`
    select values - 'number' as values from import_rows where import_id = ${id}::int order by row`.execute(db.read);
  return rows.map(({ values }) => values);
}

const csv = (text: string) => Buffer.from(text);
const style = { day: 1, year: 2, thousands: 3, zeros: 4, moment: 5, percent: 6, hours: 7, month: 8 } as const;
const formats = ["dd.mm.yyyy", "yyyy", "#,##0", "00000", "dd.mm.yyyy hh:mm", "0.0%", "[h]:mm", "mmm yyyy"];
const ofOneSheet = (...rows: BookCell[][]) => bookOf({ sheets: [{ name: "Tabelle1", rows }], formats });
const asked = (row: number, year: string) =>
  `Zeile ${row}, Spalte Beginn: „${year}“ ist nur ein Jahr. Ist der 31. Dezember gemeint?`;
const noDay = (value: string) => `Zeile 2, Spalte Beginn: „${value}“ ist eine Zahl und kein Datum wie 31.12.2024.`;
const noFormat = (cell: string, head: string) =>
  `Zeile 2, Spalte ${head}: Zelle ${cell} zeigt ihren Wert in einem Format, in dem er nicht sicher zu lesen ist. Bitte formatieren Sie sie als Text.`;

interface Wanted {
  readonly rows?: readonly object[];
  readonly errors?: readonly string[];
  readonly mapping?: readonly (ImportField | null)[];
  readonly sheet?: string;
  readonly sheets?: readonly string[];
}
const boxes = [
  ["Boxnummer", "Inhalt"],
  [1, "Akten"],
];
const cover = { name: "Deckblatt", rows: [["Archiv 2024"]] };
const empty = { name: "Leer", rows: [] };

const files: readonly [string, () => Buffer | Promise<Buffer>, Wanted][] = [
  ["a year alone is a question", () => csv("Boxnummer;Beginn\n1;2024\n"), { errors: [asked(2, "2024")] }],
  [
    "so is one that is a number of a cell",
    () => ofOneSheet(["Boxnummer", "Beginn"], [1, 2024]),
    { errors: [asked(2, "2024")] },
  ],
  [
    "a day that shows its year alone says no more",
    () => ofOneSheet(["Boxnummer", "Beginn"], [1, styled(45_292, style.year)]),
    { errors: [asked(2, "2024")] },
  ],
  [
    "a day number without a style is a number",
    () => ofOneSheet(["Boxnummer", "Beginn"], [1, 45_292]),
    { errors: [noDay("45292")] },
  ],
  [
    "a fraction of one as well",
    () => ofOneSheet(["Boxnummer", "Beginn"], [1, 45_292.5]),
    { errors: [noDay("45292,5")] },
  ],
  ["zero is no day", () => ofOneSheet(["Boxnummer", "Beginn"], [1, 0]), { errors: [noDay("0")] }],
  [
    "nor is the 29 February 1900 that there was not",
    () => ofOneSheet(["Boxnummer", "Beginn"], [1, 60]),
    { errors: [noDay("60")] },
  ],
  [
    "nor is it with the style of a day",
    () => ofOneSheet(["Boxnummer", "Beginn"], [1, styled(60, style.day)]),
    { errors: [noFormat("B2", "Beginn")] },
  ],
  ["nor is the end of the century", () => csv("Boxnummer;Beginn\n1;73050\n"), { errors: [noDay("73050")] }],
  [
    "a day that there is not is none",
    () => csv("Boxnummer;Beginn\n1;31.02.2024\n"),
    { errors: ["Zeile 2, Spalte Beginn: „31.02.2024“ ist kein Datum."] },
  ],
  [
    "a day cell is its day",
    () => ofOneSheet(["Boxnummer", "Beginn"], [1, styled(45_292, style.day)]),
    { rows: [{ begins: "2024-01-01" }] },
  ],
  [
    "a day with its time is its day",
    () => ofOneSheet(["Boxnummer", "Beginn"], [1, styled(45_292.5, style.moment)]),
    { rows: [{ begins: "2024-01-01" }] },
  ],
  [
    "a cell of the type of days, too",
    () => ofOneSheet(["Boxnummer", "Beginn"], [1, { c: `t="d" s="${style.day}"`, v: "<v>2024-01-15T00:00:00</v>" }]),
    { rows: [{ begins: "2024-01-15" }] },
  ],
  [
    "but none that is shown as a number",
    () => ofOneSheet(["Boxnummer", "Inhalt"], [1, { c: 't="d"', v: "<v>2024-01-15</v>" }]),
    { errors: [noFormat("B2", "Inhalt")] },
  ],
  [
    "a month is no day",
    () => ofOneSheet(["Boxnummer", "Beginn"], [1, styled(45_292, style.month)]),
    { errors: ["Zeile 2, Spalte Beginn: „Jan 2024“ ist kein Datum."] },
  ],
  [
    "days in texts are what people see",
    () =>
      ofOneSheet(["Boxnummer", "Inhalt", "Fremdnummer"], [1, styled(45_323, style.day), styled(45_323, style.month)]),
    { rows: [{ contents: ["01.02.2024"], foreignNumber: ["Feb 2024"] }] },
  ],
  [
    "numbers in texts are what people see",
    () =>
      ofOneSheet(["Boxnummer", "Inhalt", "Fremdnummer"], [1, styled(1234, style.thousands), styled(17, style.zeros)]),
    { rows: [{ contents: ["1.234"], foreignNumber: ["00017"] }] },
  ],
  [
    "a share is seen as one",
    () => ofOneSheet(["Boxnummer", "Inhalt"], [1, styled(0.5, style.percent)]),
    { rows: [{ contents: ["50,0%"] }] },
  ],
  [
    "hours beyond a day are refused by their cell",
    () => ofOneSheet(["Boxnummer", "Inhalt"], [1, styled(1.5, style.hours)]),
    { errors: [noFormat("B2", "Inhalt")] },
  ],
  [
    "a style that the file does not have is refused, too",
    () => ofOneSheet(["Boxnummer", "Inhalt"], [1, styled(45_323, 99)]),
    { errors: [noFormat("B2", "Inhalt")] },
  ],
  [
    "more digits than a spreadsheet keeps are refused",
    () => ofOneSheet(["Boxnummer", "Fremdnummer"], [1, { c: "", v: "<v>12345678901234567</v>" }]),
    { errors: [noFormat("B2", "Fremdnummer")] },
  ],
  [
    "fewer are all there",
    () => ofOneSheet(["Boxnummer", "Fremdnummer"], [1, { c: "", v: "<v>4.006381333931E12</v>" }]),
    { rows: [{ foreignNumber: ["4006381333931"] }] },
  ],
  [
    "programs write numbers with exponents",
    () =>
      ofOneSheet(
        ["Boxnummer", "Größe mm", "Jahrgang"],
        [1, { c: 't="n"', v: "<v>4.0E2</v>" }, { c: "", v: "<v>2004.0</v>" }],
      ),
    { rows: [{ size: 400, year: 2004 }] },
  ],
  [
    "a number is one with dots between its thousands, too",
    () => ofOneSheet(["Boxnummer", "Größe mm"], [1, styled(1234, style.thousands)]),
    { rows: [{ size: 1234 }] },
  ],
  [
    "half a box is none",
    () => ofOneSheet(["Boxnummer", "Inhalt"], [1.5, "Akten"]),
    { errors: ["Zeile 2, Spalte Boxnummer: „1,5“ ist keine Boxnummer."] },
  ],
  [
    "nor is one below zero",
    () => csv("Boxnummer;Inhalt\n-3;Akten\n"),
    { errors: ["Zeile 2, Spalte Boxnummer: „-3“ ist keine Boxnummer."] },
  ],
  [
    "nor a number with a point",
    () => csv("Boxnummer;Inhalt\n1.5;Akten\n"),
    { errors: ["Zeile 2, Spalte Boxnummer: „1.5“ ist keine Boxnummer."] },
  ],
  [
    "an apostrophe is not passed over",
    () => csv("Boxnummer;Größe mm\n1;1'000\n"),
    { errors: ["Zeile 2, Spalte Größe mm: „1'000“ ist keine Größe in Millimetern."] },
  ],
  [
    "a blank within a year is not passed over",
    () => csv("Boxnummer;Jahrgang\n1;2 004\n"),
    { errors: ["Zeile 2, Spalte Jahrgang: „2 004“ ist kein Jahr."] },
  ],
  [
    "shared, inline and computed texts are texts, truths are words",
    () =>
      bookOf({
        sheets: [
          {
            name: "Boxen",
            rows: [
              ["Boxnummer", "Inhalt", "Fremdnummer"],
              [
                { c: 't="s"', v: "<v>0</v>" },
                { c: 't="str"', v: "<v>2024</v>" },
                { c: 't="b"', v: "<v>1</v>" },
              ],
            ],
          },
        ],
        texts: ["17"],
      }),
    { mapping: ["number", null, "foreignNumber"], rows: [{ foreignNumber: ["WAHR"] }] },
  ],
  [
    "a text that is not in the file is not empty",
    () =>
      bookOf({
        sheets: [
          {
            name: "Boxen",
            rows: [
              ["Boxnummer", "Inhalt"],
              [1, { c: 't="s"', v: "<v>7</v>" }],
            ],
          },
        ],
      }),
    { errors: ["Zeile 2, Spalte Inhalt: Zelle B2 ist beschädigt und kann nicht gelesen werden."] },
  ],
  [
    "a value that is no number where the file says so is not passed over",
    () => ofOneSheet(["Boxnummer", "Inhalt"], [1, { c: "", v: "<v>0x1F</v>" }]),
    { errors: ["Zeile 2, Spalte Inhalt: Zelle B2 ist beschädigt und kann nicht gelesen werden."] },
  ],
  [
    "a hidden sheet before the list is passed over",
    () =>
      bookOf({
        sheets: [
          { name: "Alt", state: "hidden", rows: [["Boxnummer"], [9]] },
          { name: "Sehr alt", state: "veryHidden", rows: [["Boxnummer"], [8]] },
          { name: "Boxen 2024", rows: boxes },
        ],
      }),
    { sheet: "Boxen 2024", sheets: ["Boxen 2024"], rows: [{ contents: ["Akten"] }] },
  ],
  [
    "of several the first is read, and all are named",
    () => bookOf({ sheets: [{ name: "Boxen", rows: boxes }, cover] }),
    { sheet: "Boxen", sheets: ["Boxen", "Deckblatt"], rows: [{ contents: ["Akten"] }] },
  ],
  [
    "a column of amounts is no contents",
    () => ofOneSheet(["Boxnummer", "Inhalte"], [1, 3], [2, 12]),
    { mapping: ["number", null], rows: [{}, {}] },
  ],
  [
    "a column that has words, too, is",
    () => ofOneSheet(["Boxnummer", "Inhalte"], [1, 3], [2, "Akten"]),
    { mapping: ["number", "contents"], rows: [{ contents: ["3"] }, { contents: ["Akten"] }] },
  ],
];

describe("a file as people make it", () => {
  expensive("a file that a process of its own reads").each(files)("%s", async (_name, make, wanted) => {
    const sent = await send(await a.customer(), await make());
    for (const field of ["mapping", "sheet", "sheets"] as const)
      if (wanted[field] !== undefined) expect(sent[field]).toEqual(wanted[field]);
    const { errors } = await check(sent.id);
    expect(await shown(sent.id)).toEqual(wanted.errors ?? []);
    expect(errors).toBe(wanted.errors?.length ?? 0);
    if (wanted.rows) expect(await valuesOf(sent.id)).toEqual(wanted.rows);
  });

  expensive("a workbook that a process of its own reads")("of which all sheets are hidden is refused", async () => {
    const file = await bookOf({ sheets: [{ name: "Boxen", state: "hidden", rows: boxes }] });
    expect(await staff.refusal(imports.createImport, sending(await a.customer(), file))).toEqual({
      file: ["Alle Tabellenblätter dieser Datei sind ausgeblendet. Bitte blenden Sie die Liste ein."],
    });
  });
});

expensive("2 sheets")(
  "which sheet is read is a choice, when it is sent and later; columns are found anew",
  async () => {
    const owner = await a.customer();
    const file = await bookOf({
      sheets: [empty, cover, { name: "Boxen", rows: boxes }, { ...cover, name: "Geheim", state: "hidden" }],
    });
    const sent = await send(owner, file);
    expect(sent).toMatchObject({ sheets: ["Leer", "Deckblatt", "Boxen"], sheet: "Leer", heads: [], total: 0 });
    const path = { id: sent.id };
    expect(await staff.refusal(imports.mapImport, { path, body: { sheet: "Geheim" } })).toEqual({
      sheet: ["Dieses Tabellenblatt gibt es in der Datei nicht, oder es ist ausgeblendet."],
    });
    const chosen = await staff.call(imports.mapImport, { path, body: { sheet: "Boxen" } });
    expect(chosen).toMatchObject({
      sheet: "Boxen",
      heads: ["Boxnummer", "Inhalt"],
      mapping: ["number", "contents"],
      total: 1,
    });
    expect(await check(sent.id)).toMatchObject({ made: 1, errors: 0 });
    expect(await send(owner, file, { sheet: "Boxen" })).toMatchObject({
      sheet: "Boxen",
      mapping: ["number", "contents"],
    });
  },
);

describe("a list", () => {
  test("whose years have no day becomes days only by the answer of a person, which is kept with it", async () => {
    const { id } = await send(await a.customer(), csv("Boxnummer;Beginn\n1;2014\n2;2015\n3;31.03.2016\n"));
    expect(await check(id)).toMatchObject({ errors: 2, years: 2, year_end: false });
    const refusal = await staff.refusal(imports.commitImport, {
      path: { id },
      body: { again: false, confirmed: true },
    });
    expect(refusal).toEqual({ non_field_errors: ["Die Liste hat 2 Fehler."] });
    await staff.call(imports.mapImport, { path: { id }, body: { year_end: true } });
    expect(await check(id)).toMatchObject({ errors: 0, years: 0, year_end: true, warnings: 0 });
    expect(await valuesOf(id)).toEqual([{ begins: "2014-12-31" }, { begins: "2015-12-31" }, { begins: "2016-03-31" }]);
    expect(await staff.call(imports.commitImport, { path: { id }, body: { again: false } })).toMatchObject({
      state: 1,
      year_end: true,
    });
  });

  expensive("an import with many warnings, checked and taken over")(
    "with days and years that are far off is taken over only when somebody confirms each warning of it",
    async () => {
      const owner = await a.customer();
      await a.box({ owner, number: 9 });
      await db.pools.writing.query("update boxes set meta_year = 2020 where customer_id = $1", [owner.id]);
      const next = Number(berlinDay(new Date()).slice(0, 4)) + 1;
      const list = [
        "Boxnummer;Jahrgang;Vernichtungsjahr;Klasse;Beginn;Größe mm",
        "1;2004;2015;;31.12.2004",
        "2;;;;16.07.1905",
        `3;;;;31.12.${next}`,
        "4;2004;;;31.12.2015",
        "5;2015;;;31.12.2004",
        "6;2004;2003;;",
        "7;1905;;ao-belege;",
        `8;${next};;ao-belege;`,
        "9;;2001;;",
        "10;2004;2004;;31.12.2014;100",
        "11;;;;;40",
      ];
      const { id } = await send(owner, csv(list.join("\n")));
      const expected = [
        "Zeile 3, Spalte Beginn: Der Beginn 16.07.1905 liegt vor 1950.",
        `Zeile 4, Spalte Beginn: Der Beginn 31.12.${next} liegt in der Zukunft.`,
        "Zeile 5, Spalte Beginn: Zwischen dem Jahrgang 2004 und dem Beginn 31.12.2015 liegen mehr als 10 Jahre.",
        "Zeile 6, Spalte Beginn: Zwischen dem Jahrgang 2015 und dem Beginn 31.12.2004 liegen mehr als 10 Jahre.",
        "Zeile 7, Spalte Vernichtungsjahr: Das Vernichtungsjahr 2003 liegt vor dem Jahrgang 2004.",
        "Zeile 8, Spalte Beginn: Der Beginn 31.12.1905 liegt vor 1950.",
        `Zeile 9, Spalte Beginn: Der Beginn 31.12.${next} liegt in der Zukunft.`,
        "Zeile 10, Spalte Vernichtungsjahr: Das Vernichtungsjahr 2001 liegt vor dem Jahrgang 2020.",
        "Zeile 12, Spalte Größe mm: Eine Größe von 40 mm ist sehr klein. Sind Zentimeter gemeint?",
      ];
      expect(await check(id)).toMatchObject({ errors: 0, warnings: expected.length });
      expect(await shown(id, "warnings")).toEqual(expected);
      const { bytes } = await staff.download(imports.importErrorsCsv, { path: { id }, query: { show: "warnings" } });
      expect(bytes.toString()).toContain("3;Beginn;16.07.1905;Der Beginn 16.07.1905 liegt vor 1950.\r\n");
      for (const body of [{ again: false }, { again: false, confirmed: false }])
        expect(await staff.refusal(imports.commitImport, { path: { id }, body })).toEqual({
          confirmed: ["Bitte bestätigen Sie die 9 Warnungen."],
        });
      const done = await staff.call(imports.commitImport, { path: { id }, body: { again: false, confirmed: true } });
      expect(done).toMatchObject({ state: 1, made: 10, changed: 1, warnings: 9 });
      // what is as it was is warned of no more
      const again = await send(owner, csv(list.join("\n").concat("\n")));
      expect(await check(again.id)).toMatchObject({ unchanged: 11, warnings: 0 });
    },
  );
});

expensive("nine lists")("every column refuses a number that is not written as one, and says its cell", async () => {
  const numbers = ["number", "code", "size", "year", "destroyYear", "begins", "row", "part", "height"] as const;
  expect(importFields).toEqual(expect.arrayContaining([...numbers]));
  const wrong = ["1.5", "1,5", "-3", "+3", "1e3", "1'0", "1 5", "½", "٣"];
  for (const field of numbers) {
    const { id, heads } = await send(
      await a.customer(),
      csv(`Nr.;Was\n${wrong.map((text) => `1;${text}\n`).join("")}`),
    );
    const mapping: (ImportField | null)[] = field === "number" ? [null, field] : ["number", field];
    await staff.call(imports.mapImport, { path: { id }, body: { mapping } });
    await check(id);
    const of = (await shown(id)).filter((sentence) => sentence.includes(`Spalte ${heads[1]}: „`));
    expect(
      of.map((sentence) => /„(.*?)“/.exec(sentence)?.[1]),
      field,
    ).toEqual(wrong);
  }
});
