import { beforeAll, describe, expect, test } from "vitest";
import { all } from "#contract/all.ts";
import * as imports from "#contract/calls/exchange/imports.ts";
import type { sheetOfBoxes } from "#contract/calls/stock/boxes.ts";
import { exportCustomer } from "#contract/calls/paper/services.ts";
import { sealNow } from "#server/database/seals/seal-days.ts";
import { type Client, testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import type { Customer } from "#test/support/factories.ts";
import { expensive } from "#test/support/tiers.ts";
import { bookOf } from "#test/support/workbook.ts";
import { unzipped } from "#test/support/zip.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
let staff: Client;
let theirs: Client;
let owner: Customer;
let stocktake: number;
let tour: number;
let invoice: number;

beforeAll(async () => {
  staff = await server.asStaff();
  owner = await a.customer({ code: 42, name: "Klinikum" });
  theirs = await server.asCustomer(owner);
  await a.storer({ id: theirs.userId }, owner);
  const row = await a.row({ area: await a.area({ name: "Halle 1" }) });
  const boxes = [];
  for (let number = 1; number <= 4; number++)
    boxes.push(await a.box({ owner, number, size: 300 + number, state: 1, place: await a.place({ row }) }));
  boxes.push(await a.box({ owner, number: 5 }), await a.box({ owner, number: 6, state: 6 }));
  const [first, second, third, fourth] = boxes;
  for (const text of ["Akten | A–K", String.raw`C:\Alt\|`, "7", "=2+5", "'- Strich"])
    if (first) await a.content({ box: first, text });
  if (second) for (let n = 0; n < 12; n++) await a.content({ box: second, text: `${n} ${"lang | ".repeat(500)}Ende` });
  for (const [index, box] of [first, second, third, fourth].entries())
    if (box) {
      await db.pools.writing.query(
        "update boxes set meta_year = $2, meta_destroy_year = $3, foreign_number = $4 where id = $1",
        [box.id, 2004 + index, 2030, `K ${index}`],
      );
      await a.kept({ owner, boxes: [box], key: "ao-belege", begins: "2005-03-31" });
    }
  const ordered = await a.delivery({
    owner,
    option: await a.option({ owner }),
    boxes: third ? [third] : [],
    price: "12.50",
    comment: "",
  });
  ({ stocktake } = await a.count({ row, places: [{ part: 9, height: 1, code: "0042000001" }], until: "ended" }));
  ({ id: tour } = await a.tour({ deliveries: [ordered] }));
  ({ id: invoice } = await a.invoice(owner, { id: staff.userId }));
  await a.serviceEntry(owner, { id: staff.userId });
  await sealNow(db);
});

const everything = () => db.read.selectFrom("contents").selectAll().orderBy("id").execute();
const sending = (name: string, bytes: Buffer) => ({
  body: { customer: owner.id, name, file: new Blob([new Uint8Array(bytes)]) },
});
const shown = async (by: Client, id: number) => {
  const found = await by.call(imports.checkImport, { path: { id } });
  const errors = await by.call(imports.importErrors, { path: { id }, query: {} });
  return { ...found, said: errors.results.map(({ sentence }) => sentence) };
};

/** Every list that somebody can take away as a file, and what it is called where it is no list of boxes. */
const lists: Readonly<Record<string, string | null>> = {
  sheetOfAreas: "Bereiche",
  sheetOfAudit: "Protokoll",
  sheetOfDue: "Fälligkeiten",
  sheetOfInvoices: "Rechnungen",
  sheetOfInvoiceServices: "Leistungen",
  sheetOfMonth: "Abrechnung",
  sheetOfServiceEntries: "Leistungen",
  sheetOfRevenue: "Umsatz",
  sheetOfProductivity: "Kommissionierung",
  sheetOfStock: "Bestand nach Monaten",
  sheetOfActivity: "Bewegungen",
  sheetOfBoxes: null,
  sheetOfCustomers: "Kunden",
  sheetOfDeliveries: "Lieferungen",
  sheetOfRetained: null,
  sheetOfResults: "Inventur",
  sheetOfRows: "Reihen",
  sheetOfSeals: "Siegel",
  sheetOfSearch: "Suche",
  sheetOfTour: "Tour",
  sheetOfUsers: "Users",
  sheetOfService: "Lieferzeiten", // the last: it wants a delivery of somebody else's that is over
};
const taken = async (by: Client, name: string, format: "xlsx" | "csv") => {
  const query = {
    format,
    ...(name === "sheetOfSearch" && { q: "akte" }),
    ...(name === "sheetOfServiceEntries" && { month: "2026-11" }),
    ...(name === "sheetOfRetained" && { customer: owner.id, show: "later" }),
  };
  if (name === "sheetOfService") {
    const other = await a.customer();
    const boxes = [await a.box({ owner: other, state: 1 })];
    await a.delivery({ owner: other, option: await a.option({ owner: other }), boxes, state: 2 });
  }
  const call = (all as Record<string, unknown>)[name] as typeof sheetOfBoxes;
  const { status, bytes } = await by.download(call, {
    query,
    path: { id: ({ sheetOfTour: tour, sheetOfInvoiceServices: invoice } as Record<string, number>)[name] ?? stocktake },
  } as never);
  expect(status, bytes.toString().slice(0, 200)).toBe(200);
  return bytes;
};

describe("what we have exported", () => {
  test("is every list there is", () => {
    expect(
      Object.keys(all)
        .filter((name) => name.startsWith("sheetOf"))
        .toSorted(),
    ).toEqual(Object.keys(lists).toSorted());
  });

  expensive("lists downloaded in two formats and read back").each(Object.entries(lists))(
    "comes back unchanged, or is refused by its name: %s",
    async (name, refused) => {
      for (const format of ["xlsx", "csv"] as const)
        for (const by of refused === null ? [staff, theirs] : [staff]) {
          const file = sending(`${name}.${format}`, await taken(by, name, format));
          const before = await everything();
          if (refused !== null) {
            expect(await by.refusal(imports.createImport, file)).toEqual({
              file: [
                `Das ist die Liste „${refused}“ aus diesem Programm. In ihr stehen keine Boxen, die übernommen werden können.`,
              ],
            });
            continue;
          }
          const { id } = await by.call(imports.createImport, file);
          expect(await shown(by, id)).toMatchObject({ said: [], made: 0, changed: 0, warnings: 0 });
          expect((await by.call(imports.getImport, { path: { id } })).unchanged, name).toBeGreaterThan(2);
          expect(await everything()).toEqual(before);
        }
    },
  );

  expensive("an export and a receipt, read back as lists")(
    "is unchanged as everything of a customer, and as a receipt, too",
    async () => {
      const { bytes } = await staff.download(exportCustomer, { path: { id: owner.id } });
      const list = unzipped(bytes).get("boxen.csv") ?? Buffer.alloc(0);
      const { id } = await staff.call(imports.createImport, sending("boxen.csv", list));
      expect(await shown(staff, id)).toMatchObject({ said: [], made: 0, changed: 0, warnings: 0 });
      const done = await a.import({ owner, by: { id: staff.userId }, committed: true });
      const receipt = await staff.download(imports.importReceiptXlsx, { path: { id: done.id } });
      const sent = await staff.call(imports.createImport, sending("Beleg.xlsx", receipt.bytes));
      expect(await shown(staff, sent.id)).toMatchObject({ said: [], made: 0, changed: 0, unchanged: 1 });
    },
  );

  expensive("several workbooks, each read in its own process")(
    "is no box list without some of its columns either, where its sheet still says what it is",
    async () => {
      const file = await bookOf({
        sheets: [
          {
            name: "Kunden",
            rows: [
              ["Code", "Anzahl Inhalte"],
              ["0042", 7],
            ],
          },
        ],
      });
      expect(await staff.refusal(imports.createImport, sending("Kunden.xlsx", file))).toHaveProperty("file");
      // of several sheets another one may be meant, but not this one
      const both = await bookOf({
        sheets: [
          {
            name: "Kunden",
            rows: [
              ["Code", "Anzahl Inhalte"],
              ["0042", 7],
            ],
          },
          { name: "Meine", rows: [["Code"], ["0042000005"]] },
        ],
      });
      const { id } = await staff.call(imports.createImport, sending("beide.xlsx", both));
      expect(await staff.refusal(imports.checkImport, { path: { id } })).toHaveProperty("file");
      await staff.call(imports.mapImport, { path: { id }, body: { sheet: "Meine" } });
      expect(await shown(staff, id)).toMatchObject({ said: [], unchanged: 1 });
    },
  );

  expensive("a list that a process of its own reads")(
    "as it was before its amounts had heads of their own adds no contents",
    async () => {
      const list = "Code;Kunde;Inhalte;Bilder\n0042.000.001;Klinikum;5;0\n0042.000.005;Klinikum;0;0\n";
      const { id, mapping, amounts } = await staff.call(imports.createImport, sending("alt.csv", Buffer.from(list)));
      expect([mapping, amounts]).toEqual([
        ["code", null, null, null],
        [false, false, true, true],
      ]);
      expect(await shown(staff, id)).toMatchObject({ made: 0, changed: 0, unchanged: 2 });
    },
  );
});
