import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { runChecks } from "#cli/check/check.ts";
import { editBox, getBox } from "#contract/calls/stock/boxes.ts";
import { listBatchLines } from "#contract/calls/destruction/destruction-batches.ts";
import { scan } from "#contract/calls/scanning/scans.ts";
import {
  assignCase,
  caseLetter,
  closeCase,
  createCase,
  foundCase,
  getCase,
  listCases,
  loseCase,
  noteCase,
} from "#contract/calls/stocktake/cases.ts";
import { worklist } from "#contract/calls/stocktake/stocktakes.ts";
import { addDays, berlinDay } from "#rules/dates.ts";
import { CaseKind, showCase } from "#rules/stocktake/case-state.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { textOf } from "#test/support/pdf.ts";
import { counting, send, storing } from "#test/support/seeded-row.ts";
import { expensive } from "#test/support/tiers.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();
const other = await server.asStaff();

const open = (code: string, kind: CaseKind = CaseKind.missing) =>
  staff.call(createCase, { body: { kind, code, text: "Nicht im Regal" } });
const at = (id: number) => ({ path: { id } });
const refusal = async (...[route, input]: Parameters<typeof staff.refusal>) =>
  Object.values((await staff.refusal(route, input)) as object).flat();

/** As if it had been opened so many days before. */
const makeOlder = (id: number, days: number) =>
  db.write(async (tx) => {
    await sql`alter table cases disable trigger cases_rows`.execute(tx);
    await sql`update cases set due_1 = due_1 - ${days}::int, due_2 = due_2 - ${days}::int where id = ${id}`.execute(tx);
    await sql`alter table cases enable trigger cases_rows`.execute(tx);
  });

describe("a case", () => {
  test("is somebody's, is reported, and ends by people only", async () => {
    const box = await a.box({ state: 1 });
    const { id, number } = await open(box.code);
    expect(number).toBe(showCase(id));
    const today = berlinDay(new Date());
    expect(await staff.call(getCase, at(id))).toMatchObject({
      state: 0,
      stage: 0,
      due_1: addDays(today, 1),
      due_2: addDays(today, 3),
      assignee: null,
      box: { id: box.id, state: 1 },
      last_seen: { row: box.place?.row.id, part: box.place?.part },
      actions: { note: null, assign: null, found: null, loss: null, close: null },
    });
    await staff.call(noteCase, { ...at(id), body: { text: "In Halle 2 gefragt" } });
    expect(await staff.call(assignCase, { ...at(id), body: { assignee: other.userId } })).toMatchObject({
      state: 1,
      assignee: { id: other.userId },
    });
    expect(await refusal(loseCase, { ...at(id), body: { number: "K-1", text: "Weg" } })).toEqual([
      `Bitte tippen Sie ${number} ein.`,
    ]);
    expect(await staff.call(loseCase, { ...at(id), body: { number, text: "Weg" } })).toMatchObject({ state: 3 });
    expect(await refusal(loseCase, { ...at(id), body: { number, text: "Weg" } })).toEqual([
      "Der Verlust ist schon gemeldet.",
    ]);
    await staff.call(foundCase, { ...at(id), body: { text: "Hinter der Heizung" } });
    const closed = await staff.call(closeCase, { ...at(id), body: { text: "Erledigt" } });
    expect(closed).toMatchObject({ state: 4, closed: expect.any(String) });
    expect(closed.events.map(({ text }) => text)).toEqual([
      "Klärfall angelegt – Nicht im Regal",
      "Notiz – In Halle 2 gefragt",
      "Zugewiesen: Erika Muster",
      "Verlust gemeldet – Weg",
      "Gefunden – Hinter der Heizung",
      "Geschlossen – Erledigt",
    ]);
    expect(await refusal(noteCase, { ...at(id), body: { text: "Noch etwas" } })).toEqual([
      "Der Klärfall ist geschlossen.",
    ]);
    expect((await open(box.code)).id).toBeGreaterThan(id);
  });

  test("is shown by its box until it is closed, and to the archive's own people only", async () => {
    const owner = await a.customer();
    const customerUser = await server.asCustomer(owner);
    const box = await a.box({ state: 1, owner });
    const ofBox = async (client: typeof staff) => (await client.call(getBox, at(box.id))).case;
    expect(await ofBox(staff)).toBeNull();
    const { id, number, due_1, due_2 } = await open(box.code);
    const expected = { id, number, kind: CaseKind.missing };
    expect(await ofBox(staff)).toEqual({ ...expected, state: 0, assignee: null, until: due_1 });
    await staff.call(assignCase, { ...at(id), body: { assignee: other.userId } });
    expect(await ofBox(staff)).toEqual({
      ...expected,
      state: 1,
      assignee: { first_name: "Erika", last_name: "Muster" },
      until: due_1,
    });
    expect(await ofBox(customerUser)).toBeUndefined();
    await makeOlder(id, 1);
    expect(await ofBox(staff)).toMatchObject({ until: addDays(due_2, -1) });
    await makeOlder(id, 2);
    expect(await ofBox(staff)).toMatchObject({ until: null });
    await staff.call(closeCase, { ...at(id), body: { text: "Erledigt" } });
    expect(await ofBox(staff)).toBeNull();
  });

  test("there is one of a code at most, of what there is", async () => {
    const [box, gone] = [await a.box({ state: 1 }), await a.box({ state: 6 })];
    const { number } = await open(box.code);
    const body = (kind: CaseKind, code: string) => ({ body: { kind, code, text: "Nanu" } });
    expect(await refusal(createCase, body(0, box.code))).toEqual([
      `Zu diesem Code gibt es schon den Klärfall ${number}.`,
    ]);
    expect(await refusal(createCase, body(0, "9999999999"))).toEqual(["Diese Box gibt es nicht."]);
    expect(await refusal(createCase, body(0, gone.code))).toEqual(["Diese Box ist vernichtet."]);
    expect(await refusal(createCase, body(3, (await a.box()).code))).toEqual(["Diese Box ist nicht vernichtet."]);
    expect(await refusal(createCase, body(4, gone.code))).toEqual(["Zu diesem Code gibt es eine Box."]);
    const stranger = await a.user();
    const asked = { ...body(5, gone.code).body, assignee: stranger.id };
    expect(await refusal(createCase, { body: asked })).toEqual(["Diesen Admin gibt es nicht."]);
    expect(await staff.call(createCase, body(3, gone.code))).toMatchObject({ kind: 3, box: { state: 6 } });
  });

  test("asks to be closed when its box is scanned, and is not closed by that", async () => {
    const [stored, counted] = [await a.box({ state: 1 }), await a.box({ state: 1 })];
    const [one, two] = [await open(stored.code), await open(counted.code, CaseKind.disputed)];
    expect([one.asks, two.asks]).toEqual([null, null]);
    const place = await a.place();
    await send(other, storing(stored, place), counting(place.row, [{ part: 77, height: 1, code: counted.code }]));
    expect(await staff.call(getCase, at(one.id))).toMatchObject({
      state: 0,
      asks: { who: "Erika Muster", text: expect.stringMatching(/^Eingelagert: /) },
    });
    expect((await staff.call(getCase, at(two.id))).asks?.text).toMatch(/^Gezählt: .*Teil 77, Höhe 1$/);
    const asking = await staff.call(listCases, { query: { open: "asks" } });
    expect(asking.results.map(({ id }) => id)).toEqual(expect.arrayContaining([one.id, two.id]));
  });

  test("climbs by the days of the configuration, and stands on the work list", async () => {
    const box = await a.box({ state: 1 });
    const { id } = await staff.call(createCase, {
      body: { kind: 0, code: box.code, text: "Weg", assignee: staff.userId },
    });
    const before = await staff.call(worklist, {});
    await makeOlder(id, 1);
    expect(await staff.call(getCase, at(id))).toMatchObject({ stage: 1, state: 0 });
    expect((await staff.call(worklist, {})).cases).toMatchObject({
      due: before.cases.due + 1,
      mine: before.cases.mine,
      open: before.cases.open,
    });
    await makeOlder(id, 10);
    expect(await staff.call(getCase, at(id))).toMatchObject({ stage: 2, state: 0 }); // whatever the day, nobody is notified of a loss by it
    const [first] = (await staff.call(listCases, { query: { open: "due" } })).results;
    expect(first).toMatchObject({ id });
  });

  test("names where to look: beside, above, and in the next row", async () => {
    const row = await a.row();
    const next = await a.row({ area: row.area, number: row.number + 1 });
    const missing = await a.box({ state: 1, place: { row, part: 2, height: 2 } });
    const beside = await a.box({ state: 1, place: { row, part: 1, height: 2 } });
    const across = await a.box({ state: 1, place: { row: next, part: 2, height: 2 } });
    const { neighbours } = await open(missing.code);
    const there = new Map(neighbours.map(({ where, box }) => [where, box?.code ?? null]));
    expect(there).toEqual(
      new Map([
        ["derselbe Platz", missing.code],
        ["links", beside.code],
        ["rechts", null],
        ["darüber", null],
        ["darunter", null],
        ["nächste Reihe", across.code],
      ]),
    );
  });

  expensive("letters of a loss on paper, as draft and final")(
    "has a letter that says what is missing and names no place",
    async () => {
      const box = await a.box({ state: 1 });
      await a.content({ box, text: "Personalakten A–F" });
      const { id, number } = await open(box.code);
      const draft = await staff.download(caseLetter, at(id));
      expect(draft.headers.get("content-disposition")).toContain(`Muster-Verlustmitteilung-${number}.pdf`);
      expect(textOf(draft.bytes)).toContain("Entwurf");
      await staff.call(loseCase, { ...at(id), body: { number, text: "Weg" } });
      const text = textOf((await staff.download(caseLetter, at(id))).bytes);
      for (const part of [box.code.replace(/(.{4})(.{3})/, "$1.$2."), "Personalakten A–F", "Art. 33", "72 Stunden"])
        expect(text).toContain(part);
      expect(text).not.toContain("Entwurf");
      expect(text).not.toContain(box.place?.row.area.name);
      const unknown = await open("0815", CaseKind.unknown);
      expect(await refusal(caseLetter, at(unknown.id))).toEqual([
        "Zu diesem Code gibt es keine Box, also auch keinen Brief.",
      ]);
    },
  );

  test("lets its box end in no certificate", async () => {
    const unclear = await a.box({ state: 7 });
    const batch = await a.batch({ owner: unclear.owner, boxes: [unclear], until: "confirmed" });
    const { id } = await open(unclear.code, CaseKind.disputed);
    const shred = () => ({ id: randomUUID(), kind: "shred" as const, batch: batch.id, code: unclear.code });
    expect((await staff.call(listBatchLines, at(batch.id))).results[0]?.problems).toEqual(["Klärfall offen"]);
    const [refused] = (await other.call(scan, { body: { operations: [shred()] } })).results;
    expect(refused).toMatchObject({ status: "refused", message: expect.stringContaining("Klärfall offen") });
    expect(await refusal(editBox, { path: { id: unclear.id }, body: { state: 6 } })).toEqual([
      `Zu dieser Box ist der Klärfall ${showCase(id)} offen.`,
    ]);
    await staff.call(closeCase, { ...at(id), body: { text: "Geklärt" } });
    const [done] = (await other.call(scan, { body: { operations: [shred()] } })).results;
    expect(done).toMatchObject({ status: "done", state: 6 });
  });

  test("is kept as it was: nobody changes its log or takes it away", async () => {
    const { id } = await open((await a.box({ state: 1 })).code);
    const byHand = (work: string) =>
      db.write(async (tx) => {
        await sql.raw(work).execute(tx);
      });
    for (const work of [
      `delete from cases where id = ${id}`,
      `update cases set kind = 4 where id = ${id}`,
      `update cases set state = 4 where id = ${id}`,
      `update case_events set text = 'anders' where case_id = ${id}`,
      `delete from case_events where case_id = ${id}`,
    ])
      await expect(byHand(work), work).rejects.toThrow(/permission denied|never deleted|stays|cases_check/);
    expect(await runChecks(db)).toEqual([]);
  });
});
