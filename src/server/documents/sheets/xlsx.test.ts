import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { crc32 } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import type { CellKind, CellValue, SheetColumn } from "#rules/lists/sheet.ts";
import { storedZip } from "#server/documents/zip.ts";
import { readByOthers } from "#test/support/spreadsheets.ts";
import { spoolFile, zipOf } from "./spool.ts";
import { xlsxFiles } from "./xlsx.ts";

const folder = mkdtempSync(join(tmpdir(), "magazin-sheets-"));
afterAll(() => rmSync(folder, { recursive: true }));

type Cells = Partial<Record<CellKind, CellValue>>;
const kinds = ["text", "number", "money", "day", "moment"] as const;
const columns: SheetColumn<Cells>[] = kinds.map((kind) => ({ head: kind, kind, cell: (row) => row[kind] }));

async function* inPieces(rows: readonly Cells[]) {
  for (const row of rows) yield [row];
}

async function workbookOf(rows: readonly Cells[]): Promise<Buffer> {
  const { length, stream } = await spoolFile(folder, async (spool) => {
    const files = [];
    for (const [path, pieces] of xlsxFiles("Größen & mehr", columns, inPieces(rows)))
      files.push(await spool.add(path, pieces));
    return zipOf(files, "2026-11-23T12:00:00Z");
  });
  const bytes = await buffer(stream);
  expect(bytes.length).toBe(length);
  return bytes;
}

test("a text stays the text it is, whatever it looks like, for two other programs", async () => {
  const texts = [
    "=2+5",
    '=HYPERLINK("https://example.com";"Klick")',
    "+49 421",
    "-1",
    "@SUM(A1)",
    "\tTab",
    "Müller & Söhne <GmbH> „Straße“",
    "0042",
    "  Rand  ",
    "zwei\nZeilen",
    "😀 Büro",
    "x".repeat(32_767),
  ];
  for (const rows of await readByOthers(await workbookOf(texts.map((text) => ({ text }))))) {
    expect(rows.map(([text]) => text)).toEqual(["text", ...texts]);
  }
});

test("what no spreadsheet can hold is left out, and nothing else of the text", async () => {
  const odd = ["a\u0000b\u0007c\uFFFE", "eins\r\nzwei\rdrei", "x".repeat(40_000), "halb \uD83D"];
  const [first] = await readByOthers(await workbookOf(odd.map((text) => ({ text }))));
  expect(first.slice(1).map(([text]) => text)).toEqual(["abc", "eins\nzwei\ndrei", "x".repeat(32_767), "halb \uFFFD"]);
  const path = join(folder, "odd.xlsx");
  writeFileSync(path, await workbookOf([{ text: "_x0041_ und _X000a_" }]));
  const xml = execFileSync("unzip", ["-p", path, "xl/worksheets/sheet1.xml"]).toString();
  expect(xml).toContain("_x005F_x0041_ und _x005F_X000a_"); // or Excel would show "A" and a line break
});

test("numbers and days are real ones, and a moment is what the clock in Berlin showed, on both sides of a clock change", async () => {
  const bytes = await workbookOf([
    { number: 12_000, money: "12.50", day: "2026-12-24", moment: "2026-03-29T00:59:00.000Z" },
    { number: 0, money: 0, day: "1900-03-01", moment: "2026-03-29T01:00:00.000Z" },
    { day: "1899-12-31", moment: null },
  ]);
  const day = (iso: string) => new Date(`${iso}Z`).getTime();
  const minute = (value: unknown) => Math.round((value as Date).getTime() / 60_000) * 60_000;
  for (const [, first = [], second = [], third = []] of await readByOthers(bytes)) {
    expect([first[1], first[2], second[1], second[2]]).toEqual([12_000, 12.5, 0, 0]);
    expect([minute(first[3]), minute(first[4])]).toEqual([day("2026-12-24T00:00"), day("2026-03-29T01:59")]);
    expect([minute(second[3]), minute(second[4])]).toEqual([day("1900-03-01T00:00"), day("2026-03-29T03:00")]);
    expect(third[3]).toBe("1899-12-31"); // Excel knows no days before
  }
});

test("a moment of any hour is what the clock in Berlin showed, before and after each of its changes", async () => {
  const hours = ["2025-10-26", "2026-03-29", "2026-07-01", "1980-04-06", "1946-04-14", "1945-05-24"].flatMap((day) =>
    Array.from({ length: 24 }, (_, hour) => `${day}T${String(hour).padStart(2, "0")}:59:59.000Z`),
  );
  const clock = new Intl.DateTimeFormat("sv-SE", {
    timeZone: "Europe/Berlin",
    dateStyle: "short",
    timeStyle: "medium",
  });
  const shown = hours.map((hour) => Date.parse(`${clock.format(new Date(hour)).replace(" ", "T")}Z`));
  for (const [, ...rows] of await readByOthers(await workbookOf(hours.map((moment) => ({ moment })))))
    expect(rows.map((row) => Math.round((row[4] as Date).getTime() / 1000) * 1000)).toEqual(shown);
});

test("what is put aside has no name on the disk, and goes when somebody has taken it or nothing came of it", async () => {
  expect(readdirSync(folder).filter((name) => name.startsWith("."))).toEqual([]);
  const broken = spoolFile(folder, async (spool) => {
    await spool.addPlain(["begun"]);
    expect(readdirSync(folder).filter((name) => name.startsWith("."))).toEqual([]);
    throw new Error("no more");
  });
  await expect(broken).rejects.toThrow("no more");
});

test("a file of more than 4 GiB stands in a zip with its whole length", async () => {
  const [bytes, inside] = [5 * 1024 ** 3, Buffer.from("deflated")];
  const entry = {
    name: "historie.ndjson",
    bytes,
    crc32: crc32(inside),
    deflated: inside.length,
    created: "2026-11-23T12:00:00Z",
  };
  const { length, stream } = storedZip([{ ...entry, read: () => [inside] }]);
  const path = join(folder, "large.zip");
  const zip = await buffer(stream);
  expect(zip.length).toBe(length);
  writeFileSync(path, zip);
  expect(execFileSync("unzip", ["-Z", "-l", path]).toString()).toMatch(/\b5368709120 \S+ +8 defN/);
});
