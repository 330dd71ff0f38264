import { expect } from "vitest";
import { createBoxes } from "#contract/calls/stock/boxes.ts";
import { createContent } from "#contract/calls/stock/contents.ts";
import * as imports from "#contract/calls/exchange/imports.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import type { Customer } from "#test/support/factories.ts";
import { expensive } from "#test/support/tiers.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();

async function checked(customer: { id: number }, list: string) {
  const body = { customer: customer.id, name: "Boxen.csv", file: new Blob([list]) };
  const { id } = await staff.call(imports.createImport, { body });
  return staff.call(imports.checkImport, { path: { id } });
}
const yes = (id: number, more: object = {}) => ({ path: { id }, body: { again: false, ...more } });
const nameOf = (owner: Customer, number: number) =>
  showBoxCode(String(owner.code * 1_000_000 + number).padStart(10, "0"));
const otherwise = (name: string) => ({
  non_field_errors: [
    `Seit der Prüfung geändert: Box ${name}. Nichts wurde übernommen. Bitte sehen Sie sich die neue Vorschau an.`,
  ],
});
const boxesOf = (owner: { id: number }) =>
  db.read.selectFrom("boxes").selectAll().where("customer_id", "=", owner.id).orderBy("number").execute();

/** Actions between the check and the confirmation, on boxes that the list names. */
const meanwhile: Readonly<Record<string, (owner: Customer, box: { id: number; number: number }) => Promise<unknown>>> =
  {
    "makes a box of a number that was free": (owner) =>
      staff.call(createBoxes, { body: { owner: owner.id, start: 6, amount: 1, size: 400 } }),
    "changes a field that the list changes": (_owner, { id }) =>
      db.pools.writing.query("update boxes set meta_year = 1999 where id = $1", [id]),
    "changes a field that the list leaves": (_owner, { id }) =>
      db.pools.writing.query("update boxes set size = 333 where id = $1", [id]),
    "adds the very content": (_owner, { id }) => staff.call(createContent, { body: { box_id: id, text: "Akten" } }),
    "destroys a box": (_owner, { id }) =>
      db.pools.writing.query("update boxes set state = 6, destroyed = now() where id = $1", [id]),
    "deletes a box": (_owner, { id }) => db.pools.writing.query("delete from boxes where id = $1", [id]),
  };

expensive("a whole import that is refused once, for each change").each(Object.entries(meanwhile))(
  "a list does nothing else than it showed, whoever %s: it names the box",
  async (what, change) => {
    const owner = await a.customer();
    const box = await a.box({ owner, number: 5 });
    const list = "Boxnummer;Inhalt;Jahrgang\n5;Akten;2001\n6;Neues;2002\n";
    const { id, made, changed } = await checked(owner, list);
    expect([made, changed]).toEqual([1, 1]);
    await change(owner, box);
    const before = await boxesOf(owner);
    const name = nameOf(owner, what.includes("number") ? 6 : 5);
    expect(await staff.refusal(imports.commitImport, yes(id))).toEqual(otherwise(name));
    expect(await boxesOf(owner)).toEqual(before);
    // the new preview is what is done then
    const shown = await staff.call(imports.checkImport, { path: { id } });
    if (shown.errors > 0) return;
    const done = await staff.call(imports.commitImport, yes(id, { checked: shown.checked }));
    expect([done.made, done.changed, done.unchanged]).toEqual([shown.made, shown.changed, shown.unchanged]);
  },
);

expensive("a whole import beside what others do")("what others do elsewhere stands in no list's way", async () => {
  const owner = await a.customer();
  const box = await a.box({ owner, number: 5 });
  const { id } = await checked(owner, "Boxnummer;Inhalt;Jahrgang\n5;Akten;2001\n6;Neues;2002\n");
  await staff.call(createContent, { body: { box_id: box.id, text: "Anderes" } });
  await staff.call(createBoxes, { body: { owner: owner.id, start: 7, amount: 1, size: 400 } });
  expect(await staff.call(imports.commitImport, yes(id))).toMatchObject({ state: 1, made: 1, changed: 1 });
  const contents = await db.read
    .selectFrom("contents")
    .select("text")
    .where("box_id", "=", box.id)
    .orderBy("id")
    .execute();
  expect(contents.map(({ text }) => text)).toEqual(["Anderes", "Akten"]);
});

expensive("an import that is checked and refused, several times")(
  "a place that was taken meanwhile is named; a preview that a colleague made new is not the one that was seen",
  async () => {
    const owner = await a.customer();
    const row = await a.row();
    const list = `Boxnummer;Bereich;Reihe;Teil;Höhe\n1;${row.area.name};${row.number};1;1\n`;
    const { id, checked: seen } = await checked(owner, list);
    const other = await a.box({ owner: await a.customer(), state: 1, place: { row, part: 1, height: 1 } });
    expect(await staff.refusal(imports.commitImport, yes(id))).toEqual({
      non_field_errors: [
        `Seit der Prüfung hat sich etwas geändert. Zeile 2, Spalte Bereich: Der Platz ist belegt durch ${nameOf(other.owner, other.number)}. Nichts wurde übernommen.`,
      ],
    });
    await db.pools.writing.query("update boxes set height = 2 where id = $1", [other.id]);
    const again = await staff.call(imports.checkImport, { path: { id } });
    expect(await staff.refusal(imports.commitImport, yes(id, { checked: seen }))).toEqual({
      non_field_errors: ["Inzwischen hat sich etwas geändert. Bitte prüfen Sie die Liste noch einmal."],
    });
    expect(await staff.call(imports.commitImport, yes(id, { checked: again.checked }))).toMatchObject({ made: 1 });
  },
);

expensive("an import that is checked twice and taken over")(
  "a list that a version before has checked is checked again: what it showed is not known",
  async () => {
    const owner = await a.customer();
    const { id } = await checked(owner, "Boxnummer\n1\n2\n");
    await db.pools.writing.query("update imports set plan = null where id = $1", [id]);
    expect(await staff.refusal(imports.commitImport, yes(id))).toEqual({
      non_field_errors: ["Bitte prüfen Sie die Liste zuerst."],
    });
    await staff.call(imports.checkImport, { path: { id } });
    expect(await staff.call(imports.commitImport, yes(id))).toMatchObject({ made: 2 });
  },
);
