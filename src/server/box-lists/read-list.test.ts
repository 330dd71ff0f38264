import { fc } from "#test/support/random.ts";
import { expect, test } from "vitest";
import { foundByItself } from "#rules/exchange/imports/layout.ts";
import { bookOf, zipOf, workbook, workbookOf } from "#test/support/workbook.ts";
import { expensive } from "#test/support/tiers.ts";
import type { ListRow } from "./list-row.ts";
import { readList } from "./read-list.ts";

const utf8 = (text: string) => Buffer.from(text, "utf8");

async function read(file: Buffer) {
  const list = await readList(file);
  const rows: ListRow[] = [];
  for await (const row of list.rows) rows.push(row);
  return { heads: list.heads, rows };
}
const cellsOf = async (file: Buffer) => {
  const { heads, rows } = await read(file);
  return [heads, ...rows.map(({ cells }) => cells)];
};
/** Why a file is refused. */
const refusal = (file: Buffer) =>
  read(file).then(
    () => "was read",
    (error: Error) => error.message,
  );

const table = [
  ["Boxnummer", "Größe mm", "Inhalt"],
  ["17", "400", "Müller & Söhne; „2004“, 1–3"],
  ["18", "", 'Straße\n"Haus"\tEcke'],
];
const marks = { "utf-8": "\uFEFF", "utf-16le": "\uFEFF", "utf-16be": "\uFEFF", "windows-1252": "" };
type Encoding = keyof typeof marks;
const in1252: Record<string, number> = { "„": 0x84, "“": 0x93, "–": 0x96, "€": 0x80 };

function encoded(text: string, encoding: Encoding): Buffer {
  if (encoding === "utf-8") return utf8(text);
  if (encoding === "windows-1252") return Buffer.from(Array.from(text, (sign) => in1252[sign] ?? sign.charCodeAt(0)));
  const bytes = Buffer.from(text, "utf16le");
  return encoding === "utf-16le" ? bytes : bytes.swap16();
}

const csv = (rows: readonly (readonly string[])[], separator: string, ending = "\r\n") =>
  rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(separator) + ending).join("");

test("a list is read the same in every encoding and with every separator that spreadsheets write, by whatever is in it", async () => {
  for (const encoding of Object.keys(marks) as Encoding[])
    for (const mark of new Set(["", marks[encoding]]))
      for (const separator of [";", ",", "\t"])
        for (const ending of ["\r\n", "\n"])
          expect(
            await cellsOf(encoded(mark + csv(table, separator, ending), encoding)),
            `${encoding} ${separator}`,
          ).toEqual(table);
  expect(await cellsOf(utf8(`sep=,\r\n${csv(table, ",")}`))).toEqual(table);
  expect(await cellsOf(await workbook(table))).toEqual(table);
});

const texts = fc.string({ unit: fc.constantFrom(..."aÄß€é;,\t\"'\n 09-=|\\–".split("")), maxLength: 12 });
const filled = texts.filter((text) => text.trim() === text && !text.startsWith("'") && text !== "");

test("any texts in any encoding and with any separator come out as they went in", async () => {
  const lists = fc.array(fc.array(filled, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 4 });
  const ways = fc.tuple(fc.constantFrom(...(Object.keys(marks) as Encoding[])), fc.constantFrom(";", ",", "\t"));
  await fc.assert(
    fc.asyncProperty(lists, ways, async (rows, [encoding, separator]) => {
      const all = [table[0] ?? [], ...rows];
      expect(await cellsOf(encoded(marks[encoding] + csv(all, separator), encoding))).toEqual(all);
    }),
  );
});

test("any bytes at all are read or refused with a sentence, and nothing else happens", async () => {
  const starts = fc.constantFrom("", "PK\x03\x04", "\xFF\xFE", "\xEF\xBB\xBF", "Boxnummer;Inhalt\n17;");
  await fc.assert(
    fc.asyncProperty(starts, fc.uint8Array({ maxLength: 300 }), async (start, bytes) => {
      expect(await refusal(Buffer.concat([Buffer.from(start, "latin1"), bytes]))).toMatch(/^was read$|\.$/);
    }),
  );
});

test("what an export writes before a cell that looks like a formula is taken off again; rows keep their numbers past blank ones", async () => {
  const file = utf8("\uFEFFCode;Inhalt\r\n;\r\n0042000017;'=2+5\r\n;;\r\n0042000018;'plain\r\n");
  expect((await read(file)).rows).toEqual([
    { row: 3, cells: ["0042000017", "=2+5"] },
    { row: 5, cells: ["0042000018", "'plain"] },
  ]);
});

test("a workbook is read by the places of its cells: shared, rich and missing texts, numbers, formulas by their cells' names", async () => {
  const sheet = `<x:worksheet xmlns:x="m"><x:sheetData><x:row r="2"><x:c r="A2" t="s"><x:v>0</x:v></x:c><x:c r="C2" t="s"><x:v>1</x:v></x:c></x:row>
    <x:row r="17"><x:c r="A17"><x:v>42000123.0</x:v></x:c><x:c r="B17"><x:f>2+5</x:f><x:v>7</x:v></x:c><x:c r="C17" t="e"><x:v>#REF!</x:v></x:c></x:row>
    <x:row r="18"><x:c r="AA18" t="str"><x:v>weit</x:v></x:c></x:row></x:sheetData></x:worksheet>`;
  const shared = "<sst><si><t>Code</t></si><si><r><t>Jahr</t></r><rPh><t>no</t></rPh><r><t>gang</t></r></si></sst>";
  expect(await read(await workbookOf(sheet, { "xl/sharedStrings.xml": shared }))).toEqual({
    heads: ["Code", "", "Jahrgang"],
    rows: [
      {
        row: 17,
        cells: [
          "42000123",
          { wrong: "Zelle B17 ist eine Formel. Bitte speichern Sie ihren Wert." },
          { wrong: "Zelle C17 ist ein Fehler (#REF!)." },
        ],
      },
      { row: 18, cells: [...Array.from({ length: 26 }, () => ""), "weit"] },
    ],
  });
});

test("a blank sheet beside another one is no refusal: the other one may be meant", async () => {
  const blank = { name: "Leer", rows: [] };
  const file = await bookOf({ sheets: [blank, { name: "Boxen", rows: table }] });
  expect(await read(file)).toEqual({ heads: [], rows: [] });
  const list = await readList(file, { ...foundByItself, sheet: "Boxen" });
  expect([list.sheets, list.heads]).toEqual([["Leer", "Boxen"], table[0]]);
});

function* repeated(head: string, piece: string, times: number, end: string): Generator<string> {
  yield head;
  const block = piece.repeat(1000);
  for (let done = 0; done < times / 1000; done++) yield block;
  yield end;
}
const [open, close] = ["<worksheet><sheetData>", "</sheetData></worksheet>"];
const oneRow = '<row><c t="inlineStr"><is><t>Box</t></is></c></row>';

expensive("bombs of many megabytes packed and refused")(
  "files that are none and bombs are each refused with their own sentence, before they take memory",
  async () => {
    const noList = "Das ist keine Liste: Gelesen werden CSV und Excel (.xlsx).";
    const broken = "Die Datei ist beschädigt und kann nicht gelesen werden.";
    const noSheet = "Das ist keine Excel-Datei (.xlsx): Es fehlt die Tabelle.";
    const good = await workbook(table);
    const entities = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>';
    const shared = (xml: string | (() => Iterable<string>)) =>
      workbookOf(`${open}${oneRow}${close}`, { "xl/sharedStrings.xml": xml });
    const cases: [string, Buffer, string][] = [
      ["nothing", Buffer.alloc(0), "Die Datei ist leer."],
      ["blank lines", utf8(";;\n;;\n"), "Die Liste hat keine Zeilen."],
      ["a workbook of one blank sheet", await workbook([]), "Die Liste hat keine Zeilen."],
      ["a picture", Buffer.from("ffd8ffe000104a46494600010100", "hex"), noList],
      ["a pdf", Buffer.from("%PDF-1.7\n\0\x01\x02"), noList],
      [
        "an old workbook",
        Buffer.from("d0cf11e0a1b11ae100000000", "hex"),
        "Das ist eine alte oder mit einem Passwort geschützte Excel-Datei. Bitte speichern Sie sie als .xlsx ohne Passwort.",
      ],
      ["half a workbook", good.subarray(0, good.length / 2), broken],
      ["a zip in a zip", await zipOf({ "liste.zip": good.toString("latin1") }), noSheet],
      ["a text document", await zipOf({ "word/document.xml": "<w/>" }), noSheet],
      [
        "entities",
        await workbookOf(`${entities}${open}<row><c t="str"><v>&b;</v></c></row>${close}`),
        "Die Datei enthält eine Dokumenttyp-Definition (DTD). So eine Datei wird nicht gelesen.",
      ],
      [
        "entities of texts",
        await shared(`${entities}<sst/>`),
        "Die Datei enthält eine Dokumenttyp-Definition (DTD). So eine Datei wird nicht gelesen.",
      ],
      [
        "a million empty rows",
        await workbookOf(() => repeated(open, "<row/>", 1_000_000, close)),
        "Die Liste hat mehr als 200.000 Zeilen.",
      ],
      ["a million empty lines", utf8(`Boxnummer\n${"\n".repeat(1_000_000)}`), "Die Liste hat mehr als 200.000 Zeilen."],
      [
        "too many texts",
        await shared(() => repeated("<sst>", "<si/>", 1_001_000, "</sst>")),
        "Die Liste hat mehr als 1.000.000 verschiedene Texte.",
      ],
      ["too many columns", utf8(`${"a;".repeat(61)}\n`), "Die Liste hat mehr als 60 Spalten."],
      [
        "a column far out",
        await workbookOf(`${open}<row><c r="XFD1"><v>1</v></c></row>${close}`),
        "Die Liste hat mehr als 60 Spalten.",
      ],
      [
        "too much to unpack",
        await shared(() => repeated("<sst>", `<si>${" ".repeat(990)}</si>`, 330_000, "</sst>")),
        "Die Datei ist entpackt größer als 300 MB.",
      ],
      [
        "elements in elements in elements",
        await workbookOf(`${open}${"<row>".repeat(200)}${"</row>".repeat(200)}${close}`),
        broken,
      ],
      ["one endless text", await shared(() => repeated("<sst><si><t>", " ".repeat(1000), 100_000, "")), broken],
      [
        "days from 1904",
        await workbookOf("", { "xl/workbook.xml": '<workbook><workbookPr date1904="1"/></workbook>' }),
        "Diese Datei zählt Tage ab 1904. Bitte speichern Sie sie als CSV.",
      ],
      [
        "an open quote",
        utf8('Boxnummer;Inhalt\n17;gut\n18;"offen\n19;x\n'),
        "Zeile 3: Ein Anführungszeichen steht am falschen Ort oder ist nicht geschlossen.",
      ],
      [
        "an endless row",
        utf8(`Boxnummer;Inhalt\n17;"${"x".repeat(700_000)}"`),
        "Zeile 2 ist zu lang. Fehlt ein Anführungszeichen?",
      ],
    ];
    for (const [what, file, sentence] of cases) {
      expect(file.length, what).toBeLessThan(20 * 1024 * 1024);
      expect(await refusal(file), what).toBe(sentence);
    }
  },
  60_000,
);

const inCell = (reference: string, text: string) => `<c r="${reference}" t="inlineStr"><is><t>${text}</t></is></c>`;
const row = (number: number, ...cells: readonly string[]) => `<row r="${number}">${cells.join("")}</row>`;

test("what is merged over several rows is read beside each of them, and a merged title above the head is none of their cells", async () => {
  const rows = [
    row(1, inCell("A1", "Archiv der Muster GmbH")),
    row(3, inCell("A3", "Boxnummer"), inCell("B3", "Inhalt")),
    row(4, inCell("A4", "17"), inCell("B4", "Rechnungen")),
    row(5, inCell("B5", "Verträge")),
    row(6, '<c r="A6"/>', inCell("B6", "Lohn")),
    row(7, inCell("A7", "18"), inCell("B7", "Bau")),
    row(8),
  ];
  const merged = ["A1:B2", "A4:A6", "A7:A8"].map((ref) => `<mergeCell ref="${ref}"/>`).join("");
  const sheet = `<worksheet><sheetData>${rows.join("")}</sheetData><mergeCells count="3">${merged}</mergeCells></worksheet>`;
  expect(await cellsOf(await workbookOf(sheet))).toEqual([
    ["Boxnummer", "Inhalt"],
    ["17", "Rechnungen"],
    ["17", "Verträge"],
    ["17", "Lohn"],
    ["18", "Bau"],
  ]);
  const prefixed = sheet.replaceAll(/<(\/?)(?=\w)/g, "<$1x:").replace("<x:worksheet", '<x:worksheet xmlns:x="urn:x"');
  expect((await cellsOf(await workbookOf(prefixed))).length).toBe(5);
});

test("line breaks that a workbook has written as numbers are line breaks, and a number that somebody has typed stays", async () => {
  const rows = [
    ["Boxnummer", "Inhalt"],
    ["17", "Akten_x000D_\nund_x000d_Pläne_x0009_A"],
    ["18", "Typ _x005F_x000D_ 4"],
  ];
  expect((await cellsOf(await workbook(rows))).slice(1)).toEqual([
    ["17", "Akten\nund\nPläne\tA"],
    ["18", "Typ _x000D_ 4"],
  ]);
});

test.each([
  "<html><body><table><tr><td>Boxnummer</td></tr></table></body></html>",
  "\uFEFF\r\n<!DOCTYPE html>\n<html></html>",
  "<table border=1><tr><td>17</td></tr></table>",
  '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook/>',
])("a page that is called like a workbook is refused by its name: %j", async (page) => {
  const said = expect.stringContaining("Webseite") as string;
  expect(await refusal(utf8(page))).toEqual(said);
  expect(await refusal(encoded(page, "utf-16le"))).toEqual(said);
});
