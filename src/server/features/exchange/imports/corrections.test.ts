import { expect, test } from "vitest";
import * as imports from "#contract/calls/exchange/imports.ts";
import { changeRights } from "#contract/calls/access/rights.ts";
import { unreadable } from "#rules/exchange/imports/unreadable.ts";
import { type Client, testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();

const sending = (owner: { id: number }, list: string, name: string) => ({
  body: { customer: owner.id, name, file: new Blob([list]) },
});
async function checked(owner: { id: number }, list: string, by: Client = staff, name = "Boxen.csv") {
  const { id } = await by.call(imports.createImport, sending(owner, list, name));
  return by.call(imports.checkImport, { path: { id } });
}
const errorsOf = async (id: number, by: Client = staff) =>
  (await by.call(imports.importErrors, { path: { id } })).results.map(({ row, cell, message }) => [row, cell, message]);
const correct = (id: number, ...corrections: [row: number, column: number, text: string][]) =>
  ({ path: { id }, body: { corrections: corrections.map(([row, column, text]) => ({ row, column, text })) } }) as const;
const commit = (id: number, left_out?: number) =>
  ({ path: { id }, body: { again: false, ...(left_out !== undefined && { left_out }) } }) as const;
const numbers = async (owner: { id: number }) =>
  (
    await db.read
      .selectFrom("boxes")
      .select(["number", "meta_year"])
      .where("customer_id", "=", owner.id)
      .orderBy("number")
      .execute()
  ).map(({ number, meta_year }) => [number, meta_year]);

const list = "Boxnummer;Jahrgang;Inhalt\n1;20O4;Akten\n2;2005;Akten\n3;2006;Akten\n3;2007;Briefe\n";
const contradiction = "Zeile 4 sagt von derselben Box „2006“ statt „2007“.";

test("each column shows the first different values of the list", async () => {
  const owner = await a.customer();
  const { samples } = await checked(owner, "Boxnummer;Jahrgang;Leer\n1;2004;\n2;2004;\n3;2006;\n4;2007;\n");
  expect(samples).toEqual([["1", "2", "3"], ["2004", "2006", "2007"], []]);
});

test("an error is corrected in its cell: the correction is kept with who made it, checked anew, and taken over", async () => {
  const owner = await a.customer();
  const { id } = await checked(owner, list);
  expect(await errorsOf(id)).toEqual([
    [2, { column: 1, text: "20O4" }, "„20O4“ ist kein Jahr."],
    [5, { column: 1, text: "2007" }, contradiction],
  ]);
  expect(await staff.refusal(imports.mapImport, correct(id, [3, 1, "2010"]))).toEqual({
    corrections: ["In dieser Zelle ist kein Fehler."],
  });
  expect(await staff.call(imports.mapImport, correct(id, [2, 1, "zwei"], [5, 1, "2006"]))).toMatchObject({
    checked: null,
  });
  expect(await staff.refusal(imports.mapImport, correct(id, [2, 1, "2004"]))).toEqual({
    non_field_errors: ["Bitte prüfen Sie die Liste zuerst."],
  });
  await staff.call(imports.checkImport, { path: { id } });
  expect(await errorsOf(id)).toEqual([[2, { column: 1, text: "zwei" }, "„zwei“ ist kein Jahr."]]);
  await staff.call(imports.mapImport, correct(id, [2, 1, "2004"]));
  const { corrections, ...rest } = await staff.call(imports.checkImport, { path: { id } });
  expect(rest).toMatchObject({ errors: 0, left_out: 0, made: 3 });
  const { first_name } = (await staff.call(imports.getImport, { path: { id } })).user ?? {};
  expect(corrections).toMatchObject([
    { row: 2, column: 1, from: "20O4", text: "2004", user: { first_name } },
    { row: 5, column: 1, from: "2007", text: "2006" },
  ]);
  await staff.call(imports.commitImport, commit(id));
  expect(await numbers(owner)).toEqual([
    [1, 2004],
    [2, 2005],
    [3, 2006],
  ]);
  expect((await staff.call(imports.getImport, { path: { id } })).corrections).toHaveLength(2);
  expect((await staff.ask(imports.mapImport, correct(id, [2, 1, "2003"]))).status).toBe(400);
});

test("an error that the archive finds has the text of its cell, too, whatever its column is called", async () => {
  const owner = await a.customer();
  const code = `${String(owner.code).padStart(4, "0")}000001`;
  const { id } = await checked(
    owner,
    `Code;Klasse;Laufzeit;Bereich;Reihe;Teil;Höhe\n${code};keine;2019;Nirgends;1;2;3\n`,
  );
  expect((await errorsOf(id)).map(([, cell]) => cell)).toEqual([
    { column: 1, text: "keine" },
    { column: 3, text: "Nirgends" },
  ]);
});

test("a list that is read otherwise loses its corrections", async () => {
  const owner = await a.customer();
  const { id } = await checked(owner, list);
  await staff.call(imports.mapImport, correct(id, [2, 1, "2004"]));
  const { corrections } = await staff.call(imports.mapImport, { path: { id }, body: { separator: "," } });
  expect(corrections).toEqual([]);
});

test("a list is taken over without its bad rows where their number is said: no box of them comes in, and they stay as a list", async () => {
  const owner = await a.customer();
  const found = await checked(owner, list);
  expect(found).toMatchObject({ errors: 2, left_out: 3, made: 1 });
  expect(found.preview.map(({ code }) => Number(code.slice(4)))).toEqual([2]);
  const { id } = found;
  expect(await staff.refusal(imports.commitImport, commit(id))).toEqual({
    non_field_errors: ["Die Liste hat 2 Fehler."],
  });
  expect(await staff.refusal(imports.commitImport, commit(id, 2))).toEqual({
    non_field_errors: [expect.stringMatching(/^Inzwischen hat sich etwas geändert/)],
  });
  expect(await staff.call(imports.commitImport, commit(id, 3))).toMatchObject({
    state: 1,
    made: 1,
    errors: 2,
    left_out: 3,
  });
  expect(await numbers(owner)).toEqual([[2, 2005]]);
  const { bytes } = await staff.download(imports.importErrorsCsv, { path: { id } });
  expect(bytes.toString()).toContain(
    `2;Jahrgang;20O4;„20O4“ ist kein Jahr.\r\n4;;;Eine andere Zeile derselben Box hat einen Fehler.\r\n5;Jahrgang;2007;${contradiction}`,
  );
  await staff.call(imports.undoImport, { path: { id } });
  expect(await numbers(owner)).toEqual([]);
});

test("a customer's user corrects an own list, and is not told which of the archive's people did", async () => {
  const owner = await a.customer();
  const client = await server.asCustomer(owner);
  await staff.call(changeRights, { path: { id: owner.id }, body: { user: client.userId, may_store: true } });
  const { id } = await checked(owner, list, client);
  await client.call(imports.mapImport, correct(id, [2, 1, "2004"]));
  const [own] = (await client.call(imports.checkImport, { path: { id } })).corrections;
  expect(own).toMatchObject({ from: "20O4", text: "2004" });
  expect(own).not.toHaveProperty("user");
});

test.each([
  ["Sehr geehrte Damen und Herren,\nanbei die Liste.\n", unreadable.textFile],
  ["Boxnummer\n", unreadable.textFile],
])("a text file that calls itself .xlsx is called what it is: %j", async (text, said) => {
  const owner = await a.customer();
  expect(await staff.refusal(imports.createImport, sending(owner, text, "Boxen.xlsx"))).toEqual({ file: [said] });
});

test("a list that calls itself .xlsx is read as the text that it is", async () => {
  expect(await checked(await a.customer(), list, staff, "Boxen.xlsx")).toMatchObject({ separator: ";", made: 1 });
});
