import { sql } from "kysely";
import { expect } from "vitest";
import { changeRights } from "#contract/calls/access/rights.ts";
import * as imports from "#contract/calls/exchange/imports.ts";
import type { RequestBody } from "#contract/route.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { expensive } from "#test/support/tiers.ts";
import { bookOf } from "#test/support/workbook.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();

const sending = (customer: { id: number }, file: Buffer) => ({
  body: { customer: customer.id, name: "Boxen", file: new Blob([new Uint8Array(file)]) },
});
const send = async (text: string | Buffer) =>
  staff.call(imports.createImport, sending(await a.customer(), Buffer.from(text)));
type Said = RequestBody<typeof imports.mapImport>;
const say = (id: number, body: Said) => staff.call(imports.mapImport, { path: { id }, body });
const refusal = (id: number, body: object) => staff.refusal(imports.mapImport, { path: { id }, body });
const check = (id: number) => staff.call(imports.checkImport, { path: { id } });
const answered = async (id: number) =>
  (await staff.call(imports.importErrors, { path: { id }, query: {} })).results.map(({ sentence }) => sentence);
async function contentsOf(id: number) {
  const { rows } = await sql<{ contents: string[] }>`
    select values->'contents' as contents from import_rows where import_id = ${id}::int order by row`.execute(db.read);
  return rows.flatMap(({ contents }) => contents);
}

expensive("a list that is read anew for each head")(
  "the head below lines of a title is found, is shown, and can be said",
  async () => {
    const sent = await send("Archivliste 2024;\n\nKunde:;Muster GmbH\nBoxnummer;Inhalt\n1;Akten\n");
    expect(sent).toMatchObject({ head_row: 4, mapping: ["number", "contents"], total: 1 });
    expect(await check(sent.id)).toMatchObject({ made: 1, errors: 0 });
    const said = await say(sent.id, { head_row: 3 });
    expect(said).toMatchObject({
      head_row: 3,
      heads: ["Kunde:", "Muster GmbH"],
      mapping: [null, null],
      total: 2,
      checked: null,
    });
    expect(await refusal(sent.id, { head_row: 2 })).toEqual({
      file: ["Zeile 2 ist leer oder fehlt: Sie kann nicht über den Spalten stehen."],
    });
    expect(await refusal(sent.id, { head_row: 0 })).toMatchObject({ head_row: [expect.any(String)] });
    const foreign = await send("Nr;Was\n1;Akten\n2;Karton\n3;Box\n");
    expect(foreign).toMatchObject({ head_row: 1, total: 3 }); // what stands in a box may be called like a column
  },
);

expensive("two lists, read anew for each separator and encoding")(
  "what parts the cells and how they are encoded is shown, and can be said where it is found wrong",
  async () => {
    const sent = await send("Boxnummer|Inhalt, alt; neu\n1|Müller\n");
    expect(sent).toMatchObject({ separator: ";", encoding: "utf-8", heads: ["Boxnummer|Inhalt, alt", "neu"] });
    const separated = await say(sent.id, { separator: "|" });
    expect(separated).toMatchObject({
      separator: "|",
      heads: ["Boxnummer", "Inhalt, alt; neu"],
      mapping: ["number", null],
    });
    const mac = await send(Buffer.from("Boxnummer;Inhalt\n1;M\x9fller\n", "latin1"));
    expect(mac).toMatchObject({ encoding: "windows-1252" });
    expect(await say(mac.id, { encoding: "macintosh" })).toMatchObject({ encoding: "macintosh", separator: ";" });
    await check(mac.id);
    expect(await contentsOf(mac.id)).toEqual(["Müller"]);
    expect(await refusal(mac.id, { encoding: "utf-8" })).toEqual({ file: ["In UTF-8 ist diese Datei kein Text."] });
    expect(await refusal(mac.id, { separator: "x" })).toMatchObject({ separator: [expect.any(String)] });
  },
);

expensive("two workbooks, each read in its own process")(
  "rows that a filter hides are read as well, and that is said",
  async () => {
    const rows = [
      ["Boxnummer", "Inhalt"],
      [1, "A"],
      [2, "B"],
      [3, "C"],
    ];
    const sent = await send(await bookOf({ sheets: [{ name: "Boxen", rows, hidden: [2, 3] }] }));
    expect(sent).toMatchObject({ total: 3, hidden: 2, head_row: 1, separator: null, encoding: null });
    expect((await send(await bookOf({ sheets: [{ name: "Boxen", rows }] }))).hidden).toBe(0);
  },
);

expensive("a list that is checked anew after each answer")(
  "an area that is written otherwise is asked about, and its answer holds for the whole list",
  async () => {
    const owner = await a.customer();
    const place = await a.place();
    const { area, number } = place.row;
    const likely = area.name.toLowerCase();
    const rows = [1, 2].map((box) => `${box};${likely};${number};${place.part};${place.height + box}`);
    const { id } = await staff.call(
      imports.createImport,
      sending(owner, Buffer.from(`Boxnummer;Bereich;Reihe;Teil;Höhe\n${rows.join("\n")}\n3;Xyz qqq;1;1;1\n`)),
    );
    const suggestion = { id: area.id, name: area.name };
    expect(await check(id)).toMatchObject({
      errors: 3,
      unknown_areas: [
        { name: likely, suggestion, area: null },
        { name: "Xyz qqq", suggestion: null, area: null },
      ],
    });
    expect(await answered(id)).toEqual([
      `Zeile 2, Spalte Bereich: Einen Bereich „${likely}“ gibt es nicht. Meinten Sie „${area.name}“?`,
      `Zeile 3, Spalte Bereich: Einen Bereich „${likely}“ gibt es nicht. Meinten Sie „${area.name}“?`,
      "Zeile 4, Spalte Bereich: Einen Bereich „Xyz qqq“ gibt es nicht.",
    ]);
    await say(id, { areas: [{ name: likely, area: area.id }] });
    expect(await check(id)).toMatchObject({
      errors: 1,
      unknown_areas: [{ name: likely, area: area.id }, { area: null }],
    });
    await say(id, { areas: [{ name: likely, area: null }] });
    expect(await check(id)).toMatchObject({ errors: 3 });
    expect(await refusal(id, { areas: [{ name: likely, area: 2_000_000_000 }] })).toEqual({
      areas: ["Diesen Bereich gibt es nicht."],
    });
  },
);

expensive("a list that a process of its own reads")(
  "which areas there are is nothing that a customer's user learns or says",
  async () => {
    const owner = await a.customer();
    const user = await server.asCustomer(owner);
    await staff.call(changeRights, { path: { id: owner.id }, body: { user: user.userId, may_store: true } });
    const { id, unknown_areas: areas } = await user.call(
      imports.createImport,
      sending(owner, Buffer.from("Boxnummer\n1\n")),
    );
    expect(areas).toBeUndefined();
    expect(
      await user.refusal(imports.mapImport, { path: { id }, body: { areas: [{ name: "Halle 1", area: 1 }] } }),
    ).toEqual({
      areas: ["„Bereich“ vergibt nur das Archiv."],
    });
  },
);
