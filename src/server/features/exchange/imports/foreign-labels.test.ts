import { expect, test } from "vitest";
import { setNumbers } from "#contract/calls/stock/box-numbers.ts";
import { getBox, listBoxes } from "#contract/calls/stock/boxes.ts";
import * as imports from "#contract/calls/exchange/imports.ts";
import { resolveScan } from "#contract/calls/scanning/scans.ts";
import { archiveList } from "#contract/calls/paper/services.ts";
import { runChecks } from "#cli/check/check.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { textOf } from "#test/support/pdf.ts";
import { expensive } from "#test/support/tiers.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();

const boxCount = 1000;

async function sent(owner: { id: number }, list: string) {
  const body = { customer: owner.id, name: "Boxen.csv", file: new Blob([list]) };
  const { id } = await staff.call(imports.createImport, { body });
  return staff.call(imports.checkImport, { path: { id } });
}
const commit = (id: number) =>
  staff.call(imports.commitImport, { path: { id }, body: { again: false, confirmed: true } });
const numbersOf = async (owner: { code: number }) =>
  (await staff.call(listBoxes, { query: { owner: owner.code, limit: boxCount } })).results.map(({ numbers }) =>
    numbers.map(({ text }) => text),
  );

expensive("a list of 1,000 boxes, taken over and taken back")(
  "an archive of another provider comes in with its labels, is found by them, and is taken back whole",
  async () => {
    const owner = await a.customer();
    const lines = Array.from({ length: boxCount }, (_, at) => `${at + 1};Akte ${at + 1};IM-${100_000 + at}|R ${at}`);
    const list = `Boxnummer;Inhalt;Fremdnummer\n${lines.join("\n")}\n`;
    const checked = await sent(owner, list);
    expect(checked).toMatchObject({ errors: 0, warnings: 0, made: boxCount });
    expect(checked.preview[0]?.foreign_number).toBe("IM-100000, R 0");
    await commit(checked.id);
    expect((await numbersOf(owner)).at(-1)).toEqual([`IM-${100_000 + boxCount - 1}`, `R ${boxCount - 1}`]);
    const { box } = await staff.call(resolveScan, { query: { code: "]C1im-100007\r\n" } });
    expect(box?.code.slice(4)).toBe("000008");
    expect(await staff.call(listBoxes, { query: { search: "IM-100007" } })).toMatchObject({ count: 1 });
    const { bytes } = await staff.download(archiveList, { path: { id: owner.id }, query: { from: 8, to: 8 } });
    expect(textOf(bytes)).toContain("Fremdnummer: IM-100007, R 7");
    expect((await runChecks(db)).map(({ name, first }) => [name, first])).toEqual([]);
    expect((await sent(owner, list)).unchanged).toBe(boxCount);
    await staff.call(imports.undoImport, { path: { id: checked.id } });
    expect(await numbersOf(owner)).toEqual([]);
  },
);

test("a list adds numbers to boxes that have others, and taken back it leaves those", async () => {
  const owner = await a.customer();
  const { id } = await a.box({ owner, number: 1 });
  await staff.call(setNumbers, { path: { id }, body: { numbers: [{ text: "Alt 1" }] } });
  const checked = await sent(owner, "Boxnummer;Fremdnummer\n1;alt1\n1;Neu 1\n1;Neu 1|Neu 2\n");
  expect(checked).toMatchObject({ errors: 0, changed: 1 });
  await commit(checked.id);
  const texts = async () => (await staff.call(getBox, { path: { id } })).numbers.map(({ text }) => text);
  expect(await texts()).toEqual(["Alt 1", "Neu 1", "Neu 2"]);
  await staff.call(imports.undoImport, { path: { id: checked.id } });
  expect(await texts()).toEqual(["Alt 1"]);
});

expensive("a list that is sent and checked several times")(
  "a number that another box has is a warning, and an error where the customer's numbers are unique",
  async () => {
    const owner = await a.customer();
    const { id } = await a.box({ owner, number: 1 });
    await staff.call(setNumbers, { path: { id }, body: { numbers: [{ text: "K 1" }] } });
    const list = "Boxnummer;Fremdnummer\n2;k1\n3;K 3\n4;K 3\n";
    const code = `${String(owner.code).padStart(4, "0")}.000.001`;
    const answered = async () => {
      const checked = await sent(owner, list);
      const { results } = await staff.call(imports.importErrors, { path: { id: checked.id } });
      return [checked.warnings, checked.errors, results.map(({ sentence }) => sentence)];
    };
    expect((await answered()).slice(0, 2)).toEqual([2, 0]);
    await db.write((tx) =>
      tx.updateTable("customers").set({ unique_numbers: true }).where("id", "=", owner.id).execute(),
    );
    expect(await answered()).toEqual([
      0,
      2,
      [
        `Zeile 2, Spalte Fremdnummer: Die Nummer „k1“ hat schon Box ${code}, und Nummern dieses Kunden gibt es nur einmal.`,
        "Zeile 4, Spalte Fremdnummer: Die Nummer „K 3“ hat schon Zeile 3, und Nummern dieses Kunden gibt es nur einmal.",
      ],
    ]);
  },
);
