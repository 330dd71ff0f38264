import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { all } from "#contract/all.ts";
import { listAreas, sheetOfAreas } from "#contract/calls/stock/areas.ts";
import { listAudit, sheetOfAudit } from "#contract/calls/access/audit.ts";
import { createBoxes, listBoxes, sheetOfBoxes } from "#contract/calls/stock/boxes.ts";
import { listCustomers, sheetOfCustomers } from "#contract/calls/customers/customers.ts";
import { listDeliveries, sheetOfDeliveries } from "#contract/calls/deliveries/deliveries.ts";
import { sheetOfRetained } from "#contract/calls/destruction/retention.ts";
import { listSeals, sheetOfSeals } from "#contract/calls/access/seals.ts";
import { listUsers, sheetOfUsers } from "#contract/calls/access/users.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { maxSheetRows } from "#rules/lists/sheet-limit.ts";
import { sealNow } from "#server/database/seals/seal-days.ts";
import { type Client, testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import type { Customer } from "#test/support/factories.ts";
import { readByOthers } from "#test/support/spreadsheets.ts";
import { expensive } from "#test/support/tiers.ts";
import { everyPage, refuseMoreThan } from "./answer-sheet.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
let staff: Client;
let owner: Customer;
let other: Customer;
let stocktake: number;
let tour: number;
let invoice: number;

const formula = `=HYPERLINK("https://example.com";"Öl & Gas")`;

beforeAll(async () => {
  staff = await server.asStaff();
  owner = await a.customer({ code: 42, name: formula });
  other = await a.customer({ code: 77, name: "Fremd" });
  const row = await a.row({ area: await a.area({ name: "+Nordhalle" }) });
  const box = await a.box({ owner, state: 1, place: await a.place({ row }) });
  await a.content({ box, text: "@SUM(A1:A9)" });
  const option = await a.option({ owner });
  const ordered = await a.delivery({
    owner,
    option,
    boxes: [await a.box({ owner, state: 1 })],
    price: "12.50",
    comment: "-1+2",
  });
  await a.delivery({ owner, option, boxes: [await a.box({ owner, state: 1 })], state: 2 });
  await a.kept({ owner, boxes: [box], key: "ao-belege", begins: "2010-12-31" });
  await a.user({ customers: [owner, other], firstName: "=1+1", lastName: "Ärger" });
  await a.box({ owner: other, state: 1 });
  const places = [{ part: 9, height: 1, code: formula }];
  ({ stocktake } = await a.count({ row, places, until: "ended" }));
  ({ id: tour } = await a.tour({ deliveries: [ordered] }));
  ({ id: invoice } = await a.invoice(owner, { id: staff.userId }));
  await a.serviceEntry(owner, { id: staff.userId });
  await sealNow(db);
});

type SheetCall = typeof sheetOfBoxes;
const rowsOf = async (client: Client, call: object, query: object = {}) => {
  const { status, headers, bytes } = await client.download(call as SheetCall, { query });
  expect(status, bytes.toString().slice(0, 200)).toBe(200);
  expect(headers.get("content-type")).toContain("spreadsheetml.sheet");
  expect(Number(headers.get("content-length"))).toBe(bytes.length);
  const [rows] = await readByOthers(bytes);
  return rows;
};
const csvOf = async (client: Client, query: object) =>
  (await client.download(sheetOfBoxes, { query: { format: "csv", ...query } })).bytes.toString();

const lists = Object.entries(all).filter(([name]) => name.startsWith("sheetOf"));

describe("a list as a spreadsheet", () => {
  test.each(lists)("%s is opened by two other programs, with its texts as texts", async (name, call) => {
    const queries: Record<string, object> = {
      sheetOfRetained: { customer: owner.id, show: "due" },
      sheetOfSearch: { customer: owner.code },
      sheetOfServiceEntries: { customer: owner.id, month: "2026-11" },
    };
    const query = queries[name] ?? {};
    const ids: Record<string, number> = { sheetOfTour: tour, sheetOfInvoiceServices: invoice };
    const path = { path: { id: ids[name] ?? stocktake } }; // which others do not have
    const { bytes } = await staff.download(call as unknown as SheetCall, { query, ...path });
    const [one, two] = await readByOthers(bytes);
    expect(one.length).toBeGreaterThan(1);
    const shown = (rows: typeof one) =>
      rows.map((row) => row.map((cell) => (cell instanceof Date ? Math.round(cell.getTime() / 1000) : cell)));
    const width = one[0]?.length ?? 0;
    const padded = (rows: typeof one) => rows.map((row) => Array.from({ length: width }, (_, at) => row[at] ?? null));
    expect(shown(padded(two))).toEqual(shown(padded(one)));
  });

  expensive("2,000 boxes listed page by page and exported")(
    "has what the list has, in its order and by its filters, on however many pages",
    async () => {
      const many = await a.customer({ code: 99, name: "Viele" });
      for (let made = 0; made < 2; made++) await staff.call(createBoxes, { body: { owner: many.id, amount: 1000 } });
      await a.content({ box: await a.box({ owner: many, number: 5000 }), text: "Kontoauszüge 2019" });
      for (const query of [
        { owner: 99, order_by: "-code" },
        { order_by: "customer" },
        { order_by: "-area" },
        { contain_content: "kontoauszuge" },
        { owner: 99, min_number: 990, max_number: 1010 },
        { owner: 9998 },
      ] as const) {
        const codes: string[] = [];
        for (let count = 1; codes.length < count; ) {
          const page = await staff.call(listBoxes, { query: { ...query, limit: 1000, offset: codes.length } });
          codes.push(...page.results.map(({ code }) => showBoxCode(code)));
          ({ count } = page);
        }
        const [heads, ...rows] = await rowsOf(staff, sheetOfBoxes, query);
        expect(heads?.[0]).toBe("Code");
        expect(
          rows.map(([code]) => code),
          JSON.stringify(query),
        ).toEqual(codes);
      }
      const named = async (call: object, query?: object) =>
        (await rowsOf(staff, call, query)).slice(1).map(([cell]) => cell);
      const customers = await staff.call(listCustomers, { query: { order_by: "-name" } });
      expect(await named(sheetOfCustomers, { order_by: "-name" })).toEqual(
        customers.results.map(({ code }) => String(code).padStart(4, "0")),
      );
      const deliveries = await staff.call(listDeliveries, { query: { state: 0 } });
      expect(await named(sheetOfDeliveries, { state: 0 })).toHaveLength(deliveries.count);
      const users = await staff.call(listUsers, { query: { last_name: "ärger" } });
      expect(await named(sheetOfUsers, { last_name: "ärger" })).toHaveLength(users.count);
      expect(await named(sheetOfAreas)).toHaveLength((await staff.call(listAreas, {})).count);
      expect(await named(sheetOfSeals)).toHaveLength((await staff.call(listSeals, {})).count);
      const trail = await staff.call(listAudit, { query: { order_by: "at", limit: 1 } });
      const [, first] = await rowsOf(staff, sheetOfAudit, { order_by: "at" });
      expect(first?.[5]).toBe(trail.results[0]?.text);
    },
  );

  test("shows a customer user their own boxes and no place; a list for staff is refused", async () => {
    const user = await server.asCustomer(other);
    const [heads, ...rows] = await rowsOf(user, sheetOfBoxes);
    expect(heads).toEqual([
      "Code",
      "Kundennummer",
      "Kunde",
      "Anzahl Inhalte",
      "Anzahl Bilder",
      "Status",
      "Größe (mm)",
      "Jahrgang",
      "Vernichtungsjahr",
      "Erste Lieferung",
      "Laufzeit von",
      "Laufzeit bis",
      "Fremdnummer",
      "Kostenstelle",
      "Angelegt",
    ]);
    expect(new Set(rows.map(([, code]) => code))).toEqual(new Set(["0077"]));
    expect((await rowsOf(user, sheetOfBoxes, { owner: 42 })).length).toBe(1);
    expect((await rowsOf(user, sheetOfCustomers))[0]).not.toContain("Notizen");
    expect((await rowsOf(user, sheetOfRetained, { customer: owner.id })).length).toBe(1);
    expect((await user.ask(sheetOfUsers, {})).status).toBe(403);
  });

  test("is, as CSV, of no danger to a spreadsheet; for programs it is as it is", async () => {
    const safe = await csvOf(staff, { owner: 42 });
    expect(safe.startsWith("\uFEFFCode;Kundennummer;Kunde;Bereich;")).toBe(true);
    expect(safe).toContain(`0042;"'${formula.replaceAll('"', '""')}";'+Nordhalle;`);
    const plain = await csvOf(staff, { owner: 42, plain: true });
    expect(plain).toContain(`0042;"${formula.replaceAll('"', '""')}";+Nordhalle;`);
    expect(safe.split("\r\n")[1]).toMatch(/;\d{2}\.\d{2}\.\d{4} \d{2}:\d{2}:\d{2}$/);
    expect(plain.split("\r\n")[1]).toMatch(/;\d{4}-\d{2}-\d{2}T[\d:.]+Z$/);
  });

  test.each([
    [{ format: "ods" }, "format"],
    [{ order_by: "colour" }, "order_by"],
    [{ min_number: 5, max_number: 2 }, "max_number"],
  ])("is refused for %j by the field", async (query, field) => {
    expect(Object.keys((await staff.refusal(sheetOfBoxes, { query } as never)) as object)).toEqual([field]);
  });

  test("ends at 200,000 rows, and says so before it has read them", async () => {
    expect(() => refuseMoreThan(maxSheetRows)).not.toThrow();
    let asked = 0;
    const tooLong = everyPage(async () => ({ count: maxSheetRows + 1, results: [asked++] }));
    await expect(tooLong.next()).rejects.toMatchObject({
      body: { non_field_errors: ["Die Liste hat mehr als 200.000 Zeilen. Bitte grenzen Sie sie mit Filtern ein."] },
    });
    expect(asked).toBe(1);
  });

  test("reads a piece while the one before is written, every entry once, and leaves no question open when it is given up", async () => {
    const entries = Array.from({ length: 12_345 }, (_, index) => index);
    const open = new Set<number>();
    const list = async ({ limit, offset }: { limit: number; offset: number }) => {
      open.add(offset);
      await Promise.resolve();
      open.delete(offset);
      return { count: entries.length, results: entries.slice(offset, offset + limit) };
    };
    const read: number[] = [];
    for await (const piece of everyPage(list)) read.push(...piece);
    expect(read).toEqual(entries);
    for await (const _ of everyPage(list)) break;
    expect(open.size).toBe(0);
    const broken = everyPage(async ({ offset }) => {
      if (offset > 0) throw new Error("The database is gone.");
      return { count: entries.length, results: entries.slice(0, 5) };
    });
    expect((await broken.next()).value).toEqual([0, 1, 2, 3, 4]);
    await expect(broken.next()).rejects.toThrow("The database is gone.");
  });

  test("is on record with how many rows were taken", async () => {
    await rowsOf(staff, sheetOfBoxes, { owner: 77 });
    const { results } = await staff.call(listAudit, { query: { limit: 1 } });
    expect(results).toMatchObject([{ text: "Boxen (1)", customer: { code: 77 } }]);
  });

  test("is of one moment, whatever is written while it is made", async () => {
    const count = async (reader: typeof db.read) =>
      (await reader.selectFrom("boxes").select("id").where("customer_id", "=", other.id).execute()).length;
    await db.snapshot(async (reader) => {
      const before = await count(reader);
      await a.box({ owner: other });
      expect([await count(reader), await count(db.read)]).toEqual([before, before + 1]);
    });
    const writing = db.snapshot((reader) => reader.list("hidden-change", sql<object>`delete from boxes`));
    await expect(writing).rejects.toThrow(/read-only/);
  });
});
