import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { runChecks } from "#cli/check/check.ts";
import { createBoxes, destroyMarked, editBox, editMeta, getBox, listBoxes } from "#contract/calls/stock/boxes.ts";
import { deleteContent, editContent } from "#contract/calls/stock/contents.ts";
import { createBatch } from "#contract/calls/destruction/destruction-batches.ts";
import {
  applyRetention,
  boxRetention,
  assignRetention,
  changeKeeper,
  createRetentionClass,
  dueList,
  listRetained,
  listRetentionClasses,
  retentionYears,
} from "#contract/calls/destruction/retention.ts";
import { historySentence } from "#rules/stock/history.ts";
import { catalogue } from "#rules/destruction/retention/catalogue.ts";
import { testServer } from "#test/support/client.ts";
import { textOf } from "#test/support/pdf.ts";
import { testDatabase } from "#test/support/database.ts";
import type { Box } from "#test/support/factories.ts";
import { retentionVectors } from "#test/support/retention-vectors.ts";
import { expensive } from "#test/support/tiers.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();

const kept = (id: number) =>
  db.read
    .selectFrom("boxes")
    .select(["retain_until", "meta_destroy_year", "proposed_destroy_year"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

describe("the law in the database", () => {
  test("is the catalogue of the rules", async () => {
    const { rows } = await sql<Record<string, unknown>>`
      select c.key, name, begins, personal, tax, default_level, json_agg(json_build_object('years', years, 'months', months, 'start', start,
        'applies_if', applies_if, 'valid_from', valid_from, 'valid_to', valid_to, 'basis', basis, 'source', source, 'checked_on', checked_on) order by r.id) as rules
      from retention_classes c join retention_rules r on r.class_id = c.id group by c.id order by c.id`.execute(
      db.read,
    );
    expect(rows).toEqual(catalogue);
  });

  test("ends every vector on the day on which the rules end it", async () => {
    const asked = retentionVectors.map(([key, from, whose], nth) => ({
      nth,
      key,
      day: from,
      finance: whose === "bank",
    }));
    const { rows } = await sql<{ ending: string | null }>`
      select retention_end(c.id, v.day, v.finance, 1) as ending
      from json_to_recordset(${JSON.stringify(asked)}::json) as v (nth int, key text, day date, finance boolean)
      join retention_classes c using (key) order by nth`.execute(db.read);
    expect(rows.map(({ ending }) => ending)).toEqual(retentionVectors.map(([, , , end]) => end));
  });

  test("is added to and never changed", async () => {
    for (const change of [
      "update retention_rules set years = 1",
      "delete from retention_rules",
      "update retention_classes set tax = false",
      "delete from retention_classes",
      "truncate retention_classes cascade",
    ])
      await expect(db.write((tx) => sql.raw(change).execute(tx))).rejects.toMatchObject({ code: "42501" });
  });
});

describe("a box", () => {
  test("with a class has an end, a destroy year, and a history that records both", async () => {
    const box = await a.box();
    await a.kept({ owner: box.owner, boxes: [box], key: "ao-belege", begins: "2017-03-05" });
    expect(await kept(box.id)).toEqual({
      retain_until: "2025-12-31",
      meta_destroy_year: 2026,
      proposed_destroy_year: 2026,
    });
    const { history } = await staff.call(getBox, { path: { id: box.id } });
    expect(history.slice(1).map(({ state, meta, text }) => historySentence(state, meta, text))).toEqual([
      "Aufbewahrung: offen → bis 31.12.2025 (Buchungsbelege und Rechnungen, ab 05.03.2017)",
      "Vernichtungsjahr geändert: keins → 2026",
    ]);
  });

  test("is created with a class and a day, so that its end is known at once, and with a class that is not theirs not at all", async () => {
    const [owner, other] = [await a.customer(), await a.customer()];
    const { results } = await staff.call(listRetentionClasses, { query: {} });
    const voucher = results.find(({ key }) => key === "ao-belege")?.id ?? 0;
    const body = { owner: owner.id, amount: 2, retention_class: voucher, begins: "2017-03-05" };
    const made = await staff.call(createBoxes, { body });
    for (const { id } of made)
      expect(await kept(id)).toEqual({
        retain_until: "2025-12-31",
        meta_destroy_year: 2026,
        proposed_destroy_year: 2026,
      });
    const { history } = await staff.call(getBox, { path: { id: made[1]?.id ?? 0 } });
    expect(history.map(({ state, meta, text }) => historySentence(state, meta, text))[0]).toBe("Box erstellt");
    expect(history).toHaveLength(3);
    const theirs = await staff.call(createRetentionClass, {
      body: { customer: { id: other.id }, name: "Studien", agreed_by: "Dr. Muster", years: 15 },
    });
    expect(await staff.refusal(createBoxes, { body: { ...body, retention_class: theirs.id } })).toEqual({
      retention_class: ["Diese Aufbewahrungsklasse gibt es nicht."],
    });
    expect(await staff.refusal(createBoxes, { body: { ...body, begins: "2099-01-01" } })).toHaveProperty("begins");
    expect((await staff.call(listBoxes, { query: { owner_id: owner.id } })).count).toBe(2);
  });

  test("keeps a destroy year that somebody typed, and follows one that was proposed", async () => {
    const owner = await a.customer();
    const [typed, proposed] = [await a.box({ owner }), await a.box({ owner })];
    const range = { customer: { id: owner.id }, from: typed.number, to: typed.number };
    await staff.call(editMeta, { body: { ...range, meta_destroy_year: 2040 } });
    for (const begins of ["2017-03-05", "2019-03-05"])
      await a.kept({ owner, boxes: [typed, proposed], key: "ao-belege", begins });
    expect(await kept(typed.id)).toEqual({
      retain_until: "2027-12-31",
      meta_destroy_year: 2040,
      proposed_destroy_year: 2028,
    });
    expect((await kept(proposed.id)).meta_destroy_year).toBe(2028);
  });

  test("is kept as long as its longest content, and no longer once that is as its box again, or gone", async () => {
    const box = await a.box();
    const [content, other] = [await a.content({ box, text: "Betriebsrente" }), await a.content({ box })];
    await a.kept({ owner: box.owner, boxes: [box], key: "ao-belege", begins: "2017-03-05" });
    const path = { id: content.id };
    const { results } = await staff.call(listRetentionClasses, {});
    const bav = results.find(({ key }) => key === "bav")!;
    await staff.call(editContent, { path, body: { retention_class: bav.id } });
    expect((await kept(box.id)).retain_until).toBe("2047-03-05");
    await staff.call(editContent, { path, body: { begins: "2015-01-31" } });
    await staff.call(editContent, { path: { id: other.id }, body: { begins: "2018-02-03" } });
    expect(await staff.call(boxRetention, { path: { id: box.id } })).toMatchObject({
      retention_class: { name: "Buchungsbelege und Rechnungen" },
      begins: "2017-03-05",
      ends: "2045-01-31",
      reason: "30 Jahre, § 18a BetrAVG, Ende 31.01.2045",
      contents: [
        { id: content.id, retention_class: { id: bav.id, name: bav.name }, begins: "2015-01-31" },
        { id: other.id, retention_class: null, begins: "2018-02-03" },
      ],
    });
    const { history } = await staff.call(getBox, { path: { id: box.id } });
    expect(history.map(({ state, meta, text }) => historySentence(state, meta, text))).toContain(
      "Aufbewahrung: bis 05.03.2047 → bis 31.01.2045 („Betriebsrente“: ab 31.01.2015)",
    );
    await staff.call(editContent, { path, body: { retention_class: null, begins: null } });
    expect((await kept(box.id)).retain_until).toBe("2026-12-31");
    await staff.call(deleteContent, { path: { id: other.id } });
    expect((await kept(box.id)).retain_until).toBe("2025-12-31");
  });

  test("has contents whose class is nobody else's and whose time has begun", async () => {
    const box = await a.box();
    const path = { id: (await a.content({ box })).id };
    const { id: retention_class } = await staff.call(createRetentionClass, {
      body: { customer: { id: (await a.customer()).id }, name: "Studien", agreed_by: "Dr. Muster", years: 15 },
    });
    const bad: [object, object][] = [
      [{ retention_class }, { retention_class: ["Diese Aufbewahrungsklasse gibt es nicht."] }],
      [{ begins: "2099-01-01" }, { begins: ["Das Datum darf nicht in der Zukunft liegen."] }],
    ];
    for (const [body, said] of bad)
      expect(await staff.ask(editContent, { path, body })).toMatchObject({ status: 400, body: said });
  });

  test("of a bank keeps its vouchers for ten years", async () => {
    const box = await a.box();
    await db.write((tx) =>
      tx.updateTable("customers").set({ finance_supervised: true }).where("id", "=", box.owner.id).execute(),
    );
    await a.kept({ owner: box.owner, boxes: [box], key: "ao-belege", begins: "2017-03-05" });
    expect((await kept(box.id)).retain_until).toBe("2027-12-31");
  });

  test("is destroyed before its end with a reason alone, which its history keeps", async () => {
    const owner = await a.customer();
    const [one, marked, over] = [
      await a.box({ owner, state: 1 }),
      await a.box({ owner, state: 7 }),
      await a.box({ owner, state: 7 }),
    ];
    await a.kept({ owner, boxes: [one, marked], key: "bav", begins: "2017-03-05" });
    await a.kept({ owner, boxes: [over], key: "ao-briefe", begins: "2012-03-05" });
    const destroy = (box: Box, body = {}) => staff.ask(editBox, { path: { id: box.id }, body: { state: 6, ...body } });
    const said = "Die Box muss bis 05.03.2047 aufbewahrt werden. Bitte geben Sie an, warum sie vorher vernichtet wird.";
    for (const body of [{}, { text: " " }])
      expect(await destroy(one, body)).toMatchObject({ status: 400, body: { text: [said] } });
    expect(await destroy(over, { text: "Platz" })).toMatchObject({
      status: 400,
      body: { text: ["Kann nicht geändert werden."] },
    });
    const text = "Doppelt vorhanden";
    const reasonOf = async ({ id }: Box) => {
      const { state, history } = await staff.call(getBox, { path: { id } });
      const last = history.at(-1);
      return [state, last && historySentence(last.state, last.meta, last.text)];
    };
    expect((await destroy(one, { text })).status).toBe(200);
    expect(await reasonOf(one)).toEqual([6, `Box vernichtet: ${text}`]);
    const without = await staff.call(destroyMarked, {});
    expect(without).toMatchObject({ kept: 1, held: 0 });
    expect(without.results.map(({ id }) => id)).toContain(over.id);
    expect((await reasonOf(marked))[0]).toBe(7);
    const together = await staff.call(destroyMarked, { query: { reason: text } });
    expect(together.results.map(({ id }) => id)).toEqual([marked.id]);
    expect(await reasonOf(marked)).toEqual([6, `Box vernichtet: ${text}`]);
    expect(await reasonOf(over)).toEqual([6, "Box vernichtet"]);
  });

  test("that was destroyed stays as it was, and is computed again when it comes back", async () => {
    const box = await a.box({ state: 1 });
    await a.kept({ owner: box.owner, boxes: [box], key: "ao-belege", begins: "2012-03-05" });
    await staff.call(editBox, { path: { id: box.id }, body: { state: 6 } });
    await db.write((tx) =>
      tx.updateTable("customers").set({ finance_supervised: true }).where("id", "=", box.owner.id).execute(),
    );
    await staff.call(editBox, { path: { id: box.id }, body: { state: 2 } });
    expect((await kept(box.id)).retain_until).toBe("2022-12-31");
  });

  test("is recorded by its history whatever happened to it: the proofs agree", async () => {
    expect(await runChecks(db)).toEqual([]);
  });
});

describe("what may go in a year", () => {
  expensive("a due list of six boxes on paper")(
    "is shown with its reason, beside what is held, has no end, or is not in the archive",
    async () => {
      const owner = await a.customer();
      const made = [];
      for (const state of [1, 1, 2, 4, 1, 6] as const) made.push(await a.box({ owner, state }));
      const [due, held, out, , young] = made as [Box, Box, Box, Box, Box];
      await a.content({ box: due, text: "Rechnungen A–K" });
      await a.kept({
        owner,
        boxes: made.filter(({ state }) => state !== 6 && state !== 4).slice(0, 3),
        key: "ao-belege",
        begins: "2017-03-05",
      });
      await a.kept({ owner, boxes: [young], key: "ao-buecher", begins: "2020-03-05" });
      await a.hold({ owner, boxes: [held] });
      const ask = (query: object) => staff.call(listRetained, { query: { customer: owner.id, year: 2026, ...query } });
      const list = await ask({});
      expect(list.counts).toEqual({ due: 1, marked: 0, later: 0, held: 1, open: 1, away: 1 });
      expect(list.results).toMatchObject([
        {
          id: due.id,
          contents: ["Rechnungen A–K"],
          held: null,
          ends: "2025-12-31",
          reason: "8 Jahre, § 147 AO, § 257 HGB, Ende 31.12.2025",
        },
      ]);
      const { bytes } = await staff.download(dueList, { path: { id: owner.id }, query: { year: 2026 } });
      const words = textOf(bytes).replace(/\s+/g, " ");
      for (const said of [
        "Fälligkeitsliste 2026",
        "Boxen 3",
        "davon fällig 1",
        "8 Jahre, § 147 AO",
        "gesperrt:",
        "nicht im Haus",
      ])
        expect(words).toContain(said);
      expect((await ask({ show: "held" })).results).toMatchObject([
        { id: held.id, held: "Betriebsprüfung 2026, AZ 12" },
      ]);
      expect((await ask({ show: "away" })).results).toMatchObject([{ id: out.id }]);
      expect((await ask({ show: "open" })).results).toMatchObject([{ reason: "Offen: keine Klasse" }]);
      expect((await ask({ year: 2025 })).counts).toMatchObject({ due: 0, held: 0, away: 0 });
      expect((await staff.call(retentionYears, { query: { customer: owner.id } })).results).toEqual([
        { year: 2026, boxes: 3, meters: 1.2 },
        { year: 2031, boxes: 1, meters: 0.4 },
      ]);
    },
  );

  test("names to staff the batch by which a box is to go, and to nobody else", async () => {
    const owner = await a.customer();
    await a.procedure(owner);
    const [chosen, other] = [await a.box({ owner, state: 1 }), await a.box({ owner, state: 1 })];
    await a.kept({ owner, boxes: [chosen, other], key: "arbeitszeit", begins: "2001-01-01" });
    const draft = await staff.call(createBatch, { body: { customer: { id: owner.id }, boxes: [chosen.id] } });
    const list = await staff.call(listRetained, { query: { customer: owner.id } });
    expect(list.by_batch).toBe(true);
    expect(list.results.map(({ id, batch }) => [id, batch])).toEqual([
      [chosen.id, draft.id],
      [other.id, null],
    ]);
    const user = await server.asCustomer(owner);
    const theirs = await user.call(listRetained, { query: { customer: owner.id } });
    expect(theirs).not.toHaveProperty("by_batch");
    expect(theirs.results.map(({ id }) => id)).toEqual([chosen.id, other.id]);
    for (const each of theirs.results) expect(each).not.toHaveProperty("batch");
  });

  test("is shown to a customer's user of their own customer alone, and own classes too", async () => {
    const [own, foreign] = [await a.customer(), await a.customer()];
    const user = await server.asCustomer(own);
    expect((await user.ask(listRetained, { query: { customer: own.id } })).status).toBe(200);
    await a.box({ owner: foreign });
    const [refused, missing] = await Promise.all(
      [foreign.id, 2_000_000_000].map((customer) => user.ask(listRetained, { query: { customer } })),
    );
    expect([refused?.status, refused?.text]).toEqual([200, missing?.text]);
    expect(refused?.body).toMatchObject({ count: 0, counts: { due: 0, held: 0, open: 0, away: 0 } });
    for (const { id } of [own, foreign])
      await staff.call(createRetentionClass, {
        body: { customer: { id }, name: `Eigene ${id}`, agreed_by: "Dr. Muster", years: 15 },
      });
    const { results } = await user.call(listRetentionClasses, {});
    expect(results.filter(({ customer }) => customer !== null).map(({ name, key }) => [name, key])).toEqual([
      [`Eigene ${own.id}`, "eigen-1"],
    ]);
  });
});

test("an own class keeps boxes of its customer, and of nobody else", async () => {
  const [box, other] = [await a.box(), await a.box()];
  const customer = { id: box.owner.id };
  const { id: retention_class } = await staff.call(createRetentionClass, {
    body: { customer, name: "Studien", agreed_by: "Dr. Muster", years: 15 },
  });
  const assign = (owner: number, body: object) =>
    staff.ask(assignRetention, { body: { customer: { id: owner }, retention_class, begins: "2010-05-05", ...body } });
  expect((await assign(box.owner.id, {})).body).toEqual({ boxes: 1, changed: 1 });
  expect((await kept(box.id)).retain_until).toBe("2025-12-31");
  expect((await assign(other.owner.id, {})).body).toEqual({
    retention_class: ["Diese Aufbewahrungsklasse gibt es nicht."],
  });
  const bad: [object, object][] = [
    [{ begins: "2099-01-01" }, { begins: ["Das Datum darf nicht in der Zukunft liegen."] }],
    [{ begins: "gestern" }, { begins: ["Ungültig"] }],
    [{ from: 5, to: 4 }, { to: ["Der Bereich ist leer: „von“ ist größer als „bis“."] }],
    [{ boxes: [other.id] }, { boxes: ["Diese Box gibt es nicht."] }],
    [{ boxes: [box.id], from: 1 }, { non_field_errors: ["Bitte geben Sie entweder Boxen oder einen Bereich an."] }],
    [{ until: "2031-01-01" }, { reason: ["Bitte geben Sie einen Grund an."] }],
  ];
  for (const [body, said] of bad) expect((await assign(box.owner.id, body)).body).toEqual(said);
  expect((await kept(box.id)).retain_until).toBe("2025-12-31");
  await assign(box.owner.id, { until: "2031-01-01", reason: "Anlage noch in Betrieb" });
  expect((await kept(box.id)).retain_until).toBe("2031-01-01");
});

test("who comes under supervision keeps vouchers longer at once, and the histories say why", async () => {
  const box = await a.box();
  await a.kept({ owner: box.owner, boxes: [box], key: "ao-belege", begins: "2017-03-05" });
  const body = { customer: { id: box.owner.id }, finance_supervised: true };
  expect((await staff.call(changeKeeper, { body })).changed).toBe(1);
  expect(await kept(box.id)).toMatchObject({ retain_until: "2027-12-31", meta_destroy_year: 2028 });
});

test("a change of law is first reported, then applied to a customer's boxes, with an entry for each end that moves", async () => {
  const box = await a.box();
  await a.kept({ owner: box.owner, boxes: [box], key: "ao-briefe", begins: "2023-03-05" });
  await db.write((tx) =>
    sql`insert into retention_rules (class_id, years, start, valid_from, basis, source, checked_on, version)
      select id, 5, 'year_end', '2027-01-01', '§ 147 AO', 'Test', '2026-11-22', 2 from retention_classes where key = 'ao-briefe'`.execute(
      tx,
    ),
  );
  expect((await kept(box.id)).retain_until).toBe("2029-12-31");
  const customer = { id: box.owner.id };
  const answer = await staff.call(applyRetention, { body: { customer, dry_run: true } });
  expect(answer).toMatchObject({ version: 2, results: [{ earlier: 1, later: 0, other: 0, years: 1 }] });
  expect((await kept(box.id)).retain_until).toBe("2029-12-31");
  expect(await staff.call(applyRetention, { body: { customer, dry_run: false } })).toEqual(answer);
  expect(await kept(box.id)).toMatchObject({ retain_until: "2028-12-31", meta_destroy_year: 2029 });
  expect((await staff.call(applyRetention, { body: { customer, dry_run: true } })).results).toEqual([]);
  const findings = await runChecks(db);
  expect(findings.map(({ name }) => name)).toEqual(["the database holds the law that the rules have"]); // which has a rule of this test
});
