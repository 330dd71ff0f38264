import { sql } from "kysely";
import { sumCounts } from "#server/database/summed-counts.ts";
import { describe, expect } from "vitest";
import { runChecks } from "#cli/check/check.ts";
import { getBox } from "#contract/calls/stock/boxes.ts";
import { createContent } from "#contract/calls/stock/contents.ts";
import * as imports from "#contract/calls/exchange/imports.ts";
import { changeRights } from "#contract/calls/access/rights.ts";
import { berlinDay, showDate } from "#rules/dates.ts";
import { historySentence } from "#rules/stock/history.ts";
import { forge } from "#test/support/ageing.ts";
import { type Client, testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { textOf } from "#test/support/pdf.ts";
import { readByOthers } from "#test/support/spreadsheets.ts";
import { expensive } from "#test/support/tiers.ts";
import { workbook } from "#test/support/workbook.ts";

const { db, connection } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();

type Given = string | Buffer;
const sending = (customer: { id: number }, list: Given, name = "Boxen.csv") => ({
  body: { customer: customer.id, name, file: new Blob([typeof list === "string" ? list : new Uint8Array(list)]) },
});
const send = (customer: { id: number }, list: Given, by: Client = staff) =>
  by.call(imports.createImport, sending(customer, list));
async function checked(customer: { id: number }, list: Given, by: Client = staff) {
  const { id } = await send(customer, list, by);
  return by.call(imports.checkImport, { path: { id } });
}
const commit = (id: number, by: Client = staff) =>
  by.call(imports.commitImport, { path: { id }, body: { again: false } });
async function imported(customer: { id: number }, list: Given, by: Client = staff) {
  const { id } = await checked(customer, list, by);
  return commit(id, by);
}
const sentences = async (id: number, by: Client = staff) =>
  (await by.call(imports.importErrors, { path: { id }, query: { limit: 1000 } })).results.map(
    ({ sentence }) => sentence,
  );
const boxesOf = (owner: { id: number }) =>
  db.read.selectFrom("boxes").selectAll().where("customer_id", "=", owner.id).orderBy("number").execute();
async function storyOf(id: number) {
  const { history } = await staff.call(getBox, { path: { id } });
  return history.map(({ state, meta, text }) => historySentence(state, meta, text));
}

const without = [
  // what happened is not taken back; words are counted once a day
  "history",
  "deleted_boxes",
  "object_changes",
  "imports",
  "import_rows",
  "audit",
  "tokens",
  "answers",
  "search_words",
];
const zeroes: Readonly<Record<string, string>> = {
  customer_counts: "boxes <> 0",
  area_counts: "boxes <> 0",
  customer_items: "contents <> 0 or images <> 0",
  storage_periods: "to_day is distinct from from_day", // one of no day counts nowhere
};

/** Everything that stands in the database, but what records the past. */
async function dump() {
  await db.write(sumCounts);
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename <> all(${without}::text[]) order by 1`.execute(
    db.read,
  );
  const answered: Record<string, unknown> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`
      select (to_jsonb(t) - 'history_count')::text as row from ${sql.table(name)} t where ${sql.raw(zeroes[name] ?? "true")} order by 1`.execute(
      db.read,
    );
    answered[name] = rows.map(({ row }) => row);
  }
  return answered;
}
const problems = async () => (await runChecks(db)).map(({ name, first }) => [name, first]);

const head =
  "Boxnummer;Code;Inhalt;Größe mm;Jahrgang;Vernichtungsjahr;Klasse;Beginn;Bereich;Reihe;Teil;Höhe;Fremdnummer;Kostenstelle;Laufzeit von;Laufzeit bis\n";

describe("a list of new boxes", () => {
  expensive("a whole import with histories and all proofs")(
    "becomes boxes with contents, meta data, classes and places, each recorded in its history, and `check` finds nothing",
    async () => {
      const owner = await a.customer();
      const row = await a.row();
      const code = `${String(owner.code).padStart(4, "0")}000017`;
      const list = `${head};${code};Rechnungen|Briefe A\\|B;330;2004;2015;ao-belege;31.12.2004;${row.area.name};${row.number};2;1;K 17;4711;2003;31.12.2004\n18;;Akten;;;;;;;;;;\n18;;Mehr Akten;;;;;;;;;;\n`;
      const found = await checked(owner, list);
      expect(found).toMatchObject({ errors: 0, made: 2, changed: 0, unchanged: 0, total: 3, rows: 3, state: 0 });
      expect(found.preview[0]).toMatchObject({
        code,
        change: "made",
        size: 330,
        year: 2004,
        contents: ["Rechnungen", "Briefe A|B"],
        foreign_number: "K 17",
        cost_centre: "4711",
        period_from: "2003",
        period_to: "2004-12-31",
      });
      expect(found.preview[0]?.place).toBe(`${row.area.name}, Reihe ${row.number}, Teil 2, Höhe 1`);
      expect(await boxesOf(owner)).toEqual([]);
      expect(found.codes).toBeNull();
      const codes = { first: code, last: `${code.slice(0, -2)}18` };
      expect(await commit(found.id)).toMatchObject({ state: 1, made: 2, codes });
      const [first, second] = await boxesOf(owner);
      expect(first).toMatchObject({
        number: 17,
        state: 1,
        size: 330,
        meta_year: 2004,
        meta_destroy_year: 2015,
        retain_until: "2014-12-31",
        part: 2,
        height: 1,
      });
      expect(second).toMatchObject({ number: 18, state: 0, size: 400, meta_year: null });
      expect(await storyOf(first?.id ?? 0)).toEqual([
        "Box erstellt (Import)",
        `Eingelagert: ${row.area.name}, Reihe ${row.number}, Teil 2, Höhe 1 (Import)`,
        "Inhalt hinzugefügt: „Rechnungen“ (Import)",
        "Inhalt hinzugefügt: „Briefe A|B“ (Import)",
        "Jahrgang geändert: keins → 2004 (Import)",
        "Vernichtungsjahr geändert: keins → 2015 (Import)",
        "Fremdnummer geändert: keins → K 17 (Import)",
        "Kostenstelle geändert: keine → 4711 (Import)",
        "Laufzeit geändert: keine → 2003–31.12.2004 (Import)",
        "Aufbewahrung: offen → bis 31.12.2014 (Import)",
      ]);
      expect(await storyOf(second?.id ?? 0)).toEqual([
        "Box erstellt (Import)",
        "Inhalt hinzugefügt: „Akten“ (Import)",
        "Inhalt hinzugefügt: „Mehr Akten“ (Import)",
      ]);
      expect(await staff.call(getBox, { path: { id: first?.id ?? 0 } })).toMatchObject({
        foreign_number: "K 17",
        cost_centre: "4711",
      });
      expect(await problems()).toEqual([]);
      // the same list finds everything as it is; another name for a column is remembered
      const again = await checked(
        owner,
        await workbook([
          ["Boxnummer", "Inhalt"],
          [17, "Rechnungen|Briefe A\\|B"],
          [18, "Akten"],
          [18, "Akten"],
        ]),
      );
      expect(again).toMatchObject({ made: 0, changed: 1, unchanged: 1 }); // Akten twice is one more
      expect(again.preview.map(({ contents }) => contents)).toEqual([[], ["Akten"]]);
    },
  );

  expensive("a list with an error of each kind")(
    "says all that is wrong at once, by row and column, of the file and of the archive, and changes nothing",
    async () => {
      const owner = await a.customer();
      const destroyed = await a.box({ owner, state: 6 });
      const stored = await a.box({ owner, state: 1 });
      const { row } = stored.place ?? { row: await a.row() };
      const taken = `${row.area.name};${row.number};${stored.place?.part};${stored.place?.height}`;
      const lines = [
        `90;;;;20O4;;;;;;;;`,
        `91;;;;;;keine;31.12.2999;;;;;`,
        `92;;;;;;;;Nirgends;1;1;1;`,
        `93;;;;;;;;${row.area.name};999;1;1;`,
        `94;;;;;;;;${taken};`,
        `${destroyed.number};;Neues;;;;;;;;;;`,
        `${stored.number};;;;;;;;${row.area.name};${row.number};9;9;`,
        `95;;;;2001;;;;;;;;`,
        `95;;;;2002;;;;;;;;`,
      ];
      const before = await dump();
      const { id, errors } = await checked(owner, head + lines.join("\n"));
      const box = (number: number) => `${String(owner.code).padStart(4, "0")}.000.${String(number).padStart(3, "0")}`;
      const expected = [
        "Zeile 2, Spalte Jahrgang: „20O4“ ist kein Jahr.",
        "Zeile 3, Spalte Klasse: „keine“ ist keine Aufbewahrungsklasse.",
        "Zeile 3, Spalte Beginn: „31.12.2999“ ist kein Datum.",
        "Zeile 4, Spalte Bereich: Einen Bereich „Nirgends“ gibt es nicht.",
        `Zeile 5, Spalte Reihe: Eine Reihe 999 gibt es in „${row.area.name}“ nicht.`,
        `Zeile 6, Spalte Bereich: Der Platz ist belegt durch ${box(stored.number)}.`,
        `Zeile 7, Spalte Boxnummer: Box ${box(destroyed.number)} ist vernichtet: Ein Import kann sie nicht ändern.`,
        `Zeile 8, Spalte Boxnummer: Box ${box(stored.number)} ist eingelagert: Ein Import kann sie nicht einlagern.`,
        "Zeile 10, Spalte Jahrgang: Zeile 9 sagt von derselben Box „2001“ statt „2002“.",
      ];
      expect((await sentences(id)).sort()).toEqual(expected.sort());
      expect(errors).toBe(expected.length);
      expect(await staff.refusal(imports.commitImport, { path: { id }, body: { again: false } })).toEqual({
        non_field_errors: ["Die Liste hat 9 Fehler."],
      });
      const { bytes } = await staff.download(imports.importErrorsCsv, { path: { id } });
      expect(bytes.toString()).toContain("2;Jahrgang;20O4;„20O4“ ist kein Jahr.\r\n");
      const sheet = await staff.download(imports.importErrorsXlsx, { path: { id } });
      for (const rows of await readByOthers(sheet.bytes))
        expect(rows).toContainEqual([2, "Jahrgang", "20O4", "„20O4“ ist kein Jahr."]);
      await staff.call(imports.discardImport, { path: { id } });
      expect(await dump()).toEqual(before);
      expect(await staff.refusal(imports.checkImport, { path: { id } })).toEqual({
        non_field_errors: ["Das geht nicht: Der Import ist verworfen."],
      });
    },
  );

  expensive("a dozen files, each read in its own process")(
    "is refused as a file that is none, of a customer that is none, without a column of boxes, or twice, and nothing changes",
    async () => {
      const owner = await a.customer();
      const noList = { file: ["Das ist keine Liste: Gelesen werden CSV und Excel (.xlsx)."] };
      expect(await staff.refusal(imports.createImport, sending(owner, "%PDF-1.7\n\0"))).toEqual(noList);
      expect(await staff.refusal(imports.createImport, sending({ id: 2_000_000_000 }, "Boxnummer\n1"))).toEqual({
        customer: ["Diesen Kunden gibt es nicht."],
      });
      expect(await staff.refusal(imports.createImport, { body: { customer: owner.id, name: "x" } })).toEqual({
        file: ["Bitte wählen Sie eine Datei."],
      });
      const { id, mapping } = await send(owner, "Kiste;Was\n17;Akten\n");
      expect(mapping).toEqual([null, null]);
      expect(await staff.refusal(imports.checkImport, { path: { id } })).toEqual({
        mapping: ["Bitte ordnen Sie eine Spalte „Boxnummer“ oder „Code“ zu."],
      });
      expect(await staff.refusal(imports.mapImport, { path: { id }, body: { mapping: ["number"] } })).toEqual({
        mapping: ["Die Zuordnung hat nicht so viele Spalten wie die Liste."],
      });
      expect(await staff.refusal(imports.mapImport, { path: { id }, body: { mapping: ["number", "number"] } })).toEqual(
        {
          mapping: ["„Boxnummer“ ist zweimal zugeordnet."],
        },
      );
      expect(await staff.refusal(imports.commitImport, { path: { id }, body: { again: false } })).toEqual({
        non_field_errors: ["Bitte prüfen Sie die Liste zuerst."],
      });
      await staff.call(imports.mapImport, { path: { id }, body: { mapping: ["number", "contents"] } });
      await staff.call(imports.checkImport, { path: { id } });
      await commit(id);
      // the same file again needs a second yes, and knows what its columns are
      const again = await send(owner, "Kiste;Was\n17;Akten\n");
      expect(again.mapping).toEqual(["number", "contents"]);
      await staff.call(imports.checkImport, { path: { id: again.id } });
      const today = showDate(berlinDay(new Date()));
      expect(await staff.refusal(imports.commitImport, { path: { id: again.id }, body: { again: false } })).toEqual({
        again: [`Diese Datei wurde schon am ${today} übernommen.`],
      });
      expect(await staff.call(imports.commitImport, { path: { id: again.id }, body: { again: true } })).toMatchObject({
        made: 0,
        unchanged: 1,
      });
      expect(await boxesOf(owner)).toHaveLength(1);
    },
  );
});

describe("an import that is taken back", () => {
  expensive("a whole import, taken back, with the tables compared")(
    "leaves what was before: boxes that it made are gone, fields are as they were, histories record it",
    async () => {
      const owner = await a.customer();
      const there = await a.box({ owner, number: 1 });
      const kept = await a.box({ owner, number: 2 });
      await a.content({ box: there, text: "Alt" });
      await a.kept({ owner, boxes: [kept], key: "ao-belege", begins: "2017-03-05" });
      const row = await a.row();
      const before = await dump();
      const place = (part: number) => `${row.area.name};${row.number};${part};1`;
      const list = `${head}1;;Alt|Neu;500;2004;;ao-briefe;01.02.2004;${place(1)};F 1;4711;2001;2004\n2;;;;;;ao-buecher;;;;;;\n3;;Ganz neu;;2001;2011;;;${place(2)};\n4;;;;;;;;;;;;\n`;
      const { id, made, changed } = await imported(owner, list);
      expect([made, changed]).toEqual([2, 2]);
      expect(await problems()).toEqual([]);
      const receipt = await staff.download(imports.importReceipt, { path: { id } });
      expect(textOf(receipt.bytes)).toMatch(/2 neu, 2 geändert, 0 unverändert/);
      expect(textOf(receipt.bytes)).toMatch(/4 +\d{4}\.000\.003 +angelegt +1 Inhalt/);
      const sheet = await staff.download(imports.importReceiptXlsx, { path: { id } });
      for (const rows of await readByOthers(sheet.bytes))
        expect(rows).toContainEqual([4, expect.stringMatching(/\.000\.003$/), "angelegt", 1]);
      expect(await staff.call(imports.undoImport, { path: { id } })).toMatchObject({ state: 2 });
      expect(await dump()).toEqual(before);
      expect(await storyOf(there.id)).toEqual(
        expect.arrayContaining([
          `Einlagern zurückgenommen: ${row.area.name}, Reihe ${row.number}, Teil 1, Höhe 1`,
          "Inhalt gelöscht: „Neu“",
          "Jahrgang zurückgesetzt (war 2004)",
          "Größe geändert: 500 mm → 400 mm (Import)",
          "Fremdnummer geändert: F 1 → keins (Import)",
          "Kostenstelle geändert: 4711 → keine (Import)",
          "Laufzeit geändert: 2001–2004 → keine (Import)",
        ]),
      );
      expect(await problems()).toEqual([]);
      expect(await staff.refusal(imports.undoImport, { path: { id } })).toEqual({
        non_field_errors: ["Das geht nicht: Der Import ist zurückgenommen."],
      });
      expect(textOf((await staff.download(imports.importReceipt, { path: { id } })).bytes)).toMatch(/Zurückgenommen/);
    },
  );

  expensive("several imports that cannot be taken back")(
    "is refused where a box has moved on, is held or is charged for, with names, and nothing changes",
    async () => {
      const owner = await a.customer();
      const row = await a.row();
      const { id } = await imported(owner, `Boxnummer;Inhalt\n1;A\n2;B\n`);
      const [one] = await boxesOf(owner);
      const moved = await imported(owner, `Boxnummer;Jahrgang\n3;2001\n`);
      await staff.call(createContent, { body: { box_id: one?.id ?? 0, text: "Später" } });
      const name = (number: number) => `${String(owner.code).padStart(4, "0")}.000.00${number}`;
      const before = await dump();
      expect(await staff.refusal(imports.undoImport, { path: { id } })).toEqual({
        non_field_errors: [`Inzwischen geändert: Box ${name(1)}. Nichts wurde zurückgenommen.`],
      });
      const three = (await boxesOf(owner))[2];
      await a.hold({ owner, reason: "Prüfung", reference: "" });
      expect(await staff.refusal(imports.undoImport, { path: { id: moved.id } })).toEqual({
        non_field_errors: [`Box ${name(3)} ist gesperrt (Prüfung).`],
      });
      expect(three?.number).toBe(3);
      const other = await a.customer();
      const placed = await imported(other, `Boxnummer;Bereich;Reihe;Teil;Höhe\n1;${row.area.name};${row.number};1;1\n`);
      const [stored] = await boxesOf(other);
      await forge(connection, `update storage_periods set from_day = from_day - 1 where box_id = ${stored?.id}`);
      expect(JSON.stringify(await staff.refusal(imports.undoImport, { path: { id: placed.id } }))).toMatch(
        /Seit gestern oder länger im Regal, was berechnet wird: Box \d{4}\.000\.001\./,
      );
      expect((await boxesOf(owner)).map(({ number }) => number)).toEqual([1, 2, 3]);
      expect((await dump())["contents"]).toEqual(before["contents"]);
    },
  );
});

describe("a user of the customer", () => {
  async function storer(owner: { id: number }) {
    const client = await server.asCustomer(owner);
    await staff.call(changeRights, { path: { id: owner.id }, body: { user: client.userId, may_store: true } });
    return client;
  }

  expensive("an import by a customer's user, refused and done")(
    "imports with the right, for their own customer, new boxes and what is not yet taken in, without places",
    async () => {
      const [owner, other] = [await a.customer(), await a.customer()];
      const client = await server.asCustomer(owner);
      const list = "Boxnummer;Inhalt;Bereich\n1;Akten;Halle 1\n";
      expect(await client.refusal(imports.createImport, sending(owner, list))).toEqual({
        non_field_errors: ["Dafür fehlt Ihnen das Recht. Bitte wenden Sie sich an das Archiv."],
      });
      await staff.call(changeRights, { path: { id: owner.id }, body: { user: client.userId, may_store: true } });
      expect(await client.refusal(imports.createImport, sending(other, list))).toEqual({
        customer: ["Diesen Kunden gibt es nicht."],
      });
      const { id, mapping } = await send(owner, list, client);
      expect(mapping).toEqual(["number", "contents", null]);
      expect(
        await client.refusal(imports.mapImport, { path: { id }, body: { mapping: ["number", "contents", "area"] } }),
      ).toEqual({ mapping: ["„Bereich“ vergibt nur das Archiv."] });
      expect((await client.call(imports.checkImport, { path: { id } })).preview[0]).not.toHaveProperty("place");
      await commit(id, client);
      const stored = await a.box({ owner, state: 1, number: 7 });
      const wrong = await checked(owner, "Boxnummer;Jahrgang\n7;2001\n", client);
      expect(await sentences(wrong.id, client)).toEqual([
        `Zeile 2, Spalte Boxnummer: Box ${String(owner.code).padStart(4, "0")}.000.007 ist eingelagert: Ändern kann sie nur das Archiv.`,
      ]);
      expect((await staff.call(getBox, { path: { id: stored.id } })).meta_year).toBeNull();
      expect(await client.call(imports.undoImport, { path: { id } })).toMatchObject({ state: 2 });
    },
  );

  expensive("six lists")("sees imports of their customer's users, and neither the archive's nor others'", async () => {
    const [owner, other] = [await a.customer(), await a.customer()];
    const [client, stranger] = [await storer(owner), await storer(other)];
    const { id } = await send(owner, "Boxnummer\n1\n", client);
    const ours = await send(owner, "Boxnummer\n2\n");
    const seen = async (by: Client) => (await by.call(imports.listImports, {})).results.map((each) => each.id);
    expect(await seen(client)).toEqual([id]);
    expect(await seen(stranger)).toEqual([]);
    expect(
      (await staff.call(imports.listImports, { query: { customer: owner.id } })).results.map((each) => each.id),
    ).toEqual([ours.id, id]);
    const ofOne = Object.values(imports).filter(({ method, path }) => method === "GET" && path.includes("{id}"));
    for (const route of [...ofOne, imports.undoImport, imports.discardImport, imports.checkImport])
      for (const [by, hidden] of [
        [stranger, id],
        [client, ours.id],
      ] as const)
        expect((await by.ask(route as typeof imports.getImport, { path: { id: hidden } })).status).toBe(404);
    expect((await client.call(imports.listImports, {})).results[0]).not.toHaveProperty("user");
  });
});
