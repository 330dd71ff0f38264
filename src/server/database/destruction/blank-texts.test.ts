import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { runChecks } from "#cli/check/check.ts";
import * as batches from "#contract/calls/destruction/destruction-batches.ts";
import { editBox, getBox, setCostCentre } from "#contract/calls/stock/boxes.ts";
import { editContent } from "#contract/calls/stock/contents.ts";
import { getDelivery } from "#contract/calls/deliveries/deliveries.ts";
import { search } from "#contract/calls/search/search.ts";
import { destroyList, exportCustomer } from "#contract/calls/paper/services.ts";

import { listAudit } from "#contract/calls/access/audit.ts";
import { AuditKind } from "#rules/access/audit/audit.ts";
import { berlinDay, showDate } from "#rules/dates.ts";
import { HistoryKind, historySentence } from "#rules/stock/history.ts";
import { verifyHistory } from "#server/database/seals/verify-history.ts";
import { sealNow } from "#server/database/seals/seal-days.ts";
import { countSpellings } from "#server/database/spellings/count-spellings.ts";
import { age, forge } from "#test/support/ageing.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import type { Box, Customer } from "#test/support/factories.ts";
import { textOf } from "#test/support/pdf.ts";
import { expensive } from "#test/support/tiers.ts";
import { blankTexts } from "./blank-texts.ts";
import { batchFaults, certificateFaults } from "./verify-batches.ts";

const { db, connection } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();
const nobodyEnds = new AbortController().signal;
const days = 400;
const blank = (after = days) => blankTexts(db, after, nobodyEnds);
const write = (statement: ReturnType<typeof sql>) => db.write((tx) => statement.execute(tx));

/** Every row of every table that holds a text, as `table: row`. */
async function rowsWith(text: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`.execute(
    db.read,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`
      select t::text as row from ${sql.raw(name)} t where t::text ilike ${`%${text}%`}`.execute(db.read);
    found.push(...rows.map(({ row }) => `${name}: ${row}`));
  }
  return found;
}

const destroy = (box: { readonly id: number }) => staff.call(editBox, { path: { id: box.id }, body: { state: 6 } });

/** A box whose history says much of somebody, in the archive. */
async function talkativeBox(name: string, owner?: Customer): Promise<Box> {
  const box = await a.box({ state: 1, ...(owner && { owner }) });
  const content = await a.content({ box, text: `Patientin ${name}, geb. 1962` });
  await a.content({ box, text: `Röntgen ${name}` });
  await a.delivery({ owner: box.owner, contents: [content], state: 2 });
  await staff.call(editContent, { path: { id: content.id }, body: { state: 3, reason: `${name} hat sie behalten` } });
  await staff.call(editBox, { path: { id: box.id }, body: { state: 3, text: `bei ${name} verblieben` } });
  return box;
}

describe("a box that was destroyed long enough ago", () => {
  let box: Box;
  let entries: readonly string[];
  let boxes: number;
  let before: Awaited<ReturnType<typeof verifyHistory>>;
  beforeAll(async () => {
    box = await talkativeBox("Quarzheimer");
    await write(
      sql`update boxes set foreign_number = 'Quarzheimer 7', history_count = history_count + 1 where id = ${box.id}`,
    );
    await write(sql`
      insert into history (box_id, seq, kind, meta) select id, history_count, 35, '{"from":null,"to":"Quarzheimer 7"}' from boxes where id = ${box.id}`);
    await write(
      sql`update boxes set retention_override_until = '2020-01-01', retention_override_reason = 'Verfahren Quarzheimer' where id = ${box.id}`,
    );
    await staff.call(setCostCentre, { body: { boxes: [box.id], cost_centre: "Quarzheimer Kanzlei" } });
    await write(sql`
      insert into box_cost_centres (box_id, until_day, cost_centre) values (${box.id}, current_date - 30, 'Quarzheimer Nord')`);
    await countSpellings(db, nobodyEnds);
    await destroy(box);
    await age(connection, days);
    await sealNow(db);
    before = await verifyHistory(db);
    entries = await rowsWith("quarzheimer");
    boxes = await blank();
  });

  test("loses its texts in every table, and no other one loses any", async () => {
    const other = await talkativeBox("Feldspatz");
    await destroy(other);
    const others = (await rowsWith("feldspatz")).length;
    expect([entries.length > 8, boxes]).toEqual([true, 1]);
    expect(await rowsWith("quarzheimer")).toEqual([]);
    expect(await blank()).toBe(0);
    expect((await rowsWith("feldspatz")).length).toBe(others);
  });

  test("says so on its page, and what its history says besides stays", async () => {
    const { content, history, foreign_number, cost_centre } = await staff.call(getBox, { path: { id: box.id } });
    expect([content.map(({ text }) => text), foreign_number, cost_centre]).toEqual([["", ""], null, ""]);
    const last = history.at(-1);
    expect(last).toMatchObject({ state: HistoryKind.blanked, user: null, meta: { contents: 2 }, blanked: null });
    const blanked = history.filter((entry) => entry.blanked !== null);
    expect(blanked.length).toBeGreaterThan(5);
    for (const entry of blanked) {
      expect([entry.meta, entry.text, entry.blanked]).toEqual([null, null, last?.created]);
      const sentence = historySentence(entry.state, entry.meta, entry.text, entry.blanked);
      expect(sentence).toBe(`Text nach Vernichtung gelöscht am ${showDate(berlinDay(new Date(last?.created ?? "")))}`);
    }
    expect(history.find(({ state }) => state === HistoryKind.moved)?.meta).toMatchObject({ row: expect.any(Number) });
  });

  test("is found by none of them, nor is its word offered to who mistypes it", async () => {
    for (const q of ["Quarzheimer", "Quarzheimr", "Röntgen Quarzheimer"])
      expect(
        (await staff.call(search, { query: { q } })).groups.flatMap(({ results }) => results),
        q,
      ).toEqual([]);
  });

  expensive("a list set and a whole customer exported")(
    "stands in deliveries, lists and exports without them",
    async () => {
      const { rows } = await sql<{
        id: number;
      }>`select delivery_id as id from delivery_contents where box_id = ${box.id}`.execute(db.read);
      const { boxcontents } = await staff.call(getDelivery, { path: { id: rows[0]?.id ?? 0 } });
      expect(boxcontents.map(({ text, reason }) => [text, reason])).toEqual([["", null]]);
      const list = await staff.download(destroyList, { path: { id: box.owner.id }, query: {} });
      const text = textOf(list.bytes);
      expect(text).toContain("Text nach Vernichtung gelöscht");
      expect(text).not.toContain("Quarzheimer");
      const whole = await staff.download(exportCustomer, { path: { id: box.owner.id } });
      expect(whole.status).toBe(200);
    },
  );

  test("still proves itself, entry by entry and seal by seal, and says how many entries are blanked", async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from history where blanked is not null`.execute(
      db.read,
    );
    await sealNow(db);
    const after = await verifyHistory(db);
    expect(after).toMatchObject({ faults: 0, first: [], blanked: rows[0]?.n });
    expect([before.blanked, before.faults]).toEqual([0, 0]);
    expect(await runChecks(db)).toEqual([]);
  });

  test("is on record with its number and those of its texts", async () => {
    const { results } = await staff.call(listAudit, { query: { kind: AuditKind.textsBlanked } });
    expect(results).toHaveLength(1);
    expect(results[0]).toMatchObject({ customer: { code: box.owner.code }, user: null });
    expect(results[0]?.text).toMatch(/^Texte vernichteter Boxen gelöscht \(1 Box, \d+ Texte\)$/);
  });

  test("may come back, be filled anew, and lose that too when its time has come again", async () => {
    await staff.call(editBox, { path: { id: box.id }, body: { state: 2 } });
    const { content } = await staff.call(getBox, { path: { id: box.id } });
    await staff.call(editContent, { path: { id: content[0]?.id ?? 0 }, body: { text: "Neues von Quarzheimer" } });
    expect(await blank(1)).toBe(0);
    await destroy(box);
    expect(await blank(1)).toBe(0);
    await age(connection, 2);
    expect(await blank(1)).toBe(2); // and the other box of above
    expect(await rowsWith("quarzheimer")).toEqual([]);
    expect(await runChecks(db)).toEqual([]);
  });
});

describe("a batch whose boxes were destroyed long enough ago", () => {
  test("keeps its certificate, its decisions and its chain, and loses what its boxes held", async () => {
    const owner = await a.customer();
    const boxes = [await a.box({ owner, state: 7 }), await a.box({ owner, state: 7 })];
    for (const box of boxes) await a.content({ box, text: "Personalakte Glimmerschiefer" });
    const path = await a.batch({ owner, boxes, until: "destroyed" });
    await age(connection, days);
    expect(await blank()).toBe(0); // nothing is certified
    await staff.call(batches.certifyBatch, { path });
    expect(await blank()).toBe(0); // nor is that long ago
    const { bytes } = await staff.download(batches.certificate, { path });
    await age(connection, days);
    expect(await blank()).toBe(2);
    expect(await rowsWith("glimmerschiefer")).toEqual([]);
    expect(await batchFaults(db.read)).toEqual([]);
    // the chain was made anew by ageing it, and the certificate names its last event
    expect(
      (await certificateFaults(db.read, bytes)).filter((what) => !what.includes("the event that it names")),
    ).toEqual([]);
    expect(await runChecks(db)).toEqual([]);
  });

  test("proposed before there were digests keeps what it was decided of, because that is what the decision's hash is over", async () => {
    const owner = await a.customer();
    const box = await a.box({ owner, state: 7 });
    await a.content({ box, text: "Personalakte Basaltmann" });
    const { id } = await a.batch({ owner, boxes: [box], until: "proposed" });
    await forge(
      connection,
      `update destruction_lines set contents_salt = null, contents_digest = null where batch_id = ${id}`,
    );
    const approver = await server.asCustomer(owner);
    await a.approver({ id: approver.userId }, owner);
    await approver.call(batches.decideBatch, {
      path: { id },
      body: { rest: "approved", number: `V-${String(id).padStart(6, "0")}` },
    });
    expect(await batchFaults(db.read, id)).toEqual([]);
    await forge(connection, `update destruction_lines set contents_snapshot = null where batch_id = ${id}`);
    expect(await batchFaults(db.read, id)).toEqual([
      `the decisions of V-${String(id).padStart(6, "0")} are not those that were taken`,
    ]);
    await forge(
      connection,
      `update destruction_lines set contents_snapshot = '["Personalakte Basaltmann"]' where batch_id = ${id}`,
    );
  });
});

describe("texts stay", () => {
  const reasons: Readonly<Record<string, (box: Box) => Promise<unknown>>> = {
    "as long as all of its customer is held": (box) => a.hold({ owner: box.owner }),
    "as long as its customer's taxes may be assessed": (box) =>
      write(sql`update customers set audit_open_from = 2010 where id = ${box.owner.id}`),
    "as long as a case about it is open": (box) =>
      write(sql`insert into cases (kind, code, box_id, text, opened_by, due_1, due_2)
        values (2, ${box.code}, ${box.id}, 'Gefunden', ${staff.userId}, current_date, current_date)`),
    "when it came back": (box) => staff.call(editBox, { path: { id: box.id }, body: { state: 2 } }),
  };
  test.each(Object.keys(reasons))("%s", async (reason) => {
    const box = await a.box({ state: 6 });
    await a.content({ box, text: "Akte Dolomitski" });
    await age(connection, days);
    await reasons[reason]?.(box);
    await blank();
    const { content } = await staff.call(getBox, { path: { id: box.id } });
    expect(content.map(({ text }) => text)).toEqual(["Akte Dolomitski"]);
  });

  test("where nobody has said after how many days they go", async () => {
    const box = await a.box({ state: 6 });
    await a.content({ box, text: "Akte Ewig" });
    await age(connection, 9000);
    expect(await blank(0)).toBe(0);
    expect(await blank()).toBeGreaterThan(0);
  });
});

test("a list that was taken over so long ago loses what it said, a later one does not", async () => {
  const owner = await a.customer();
  const [old, young] = [
    await a.import({ owner, by: { id: staff.userId }, committed: true }),
    await a.import({ owner, by: { id: staff.userId }, committed: true }),
  ];
  await forge(
    connection,
    `update imports set preview = '[{"contents":["Granatstein"]}]' where id in (${old.id}, ${young.id})`,
    `update import_rows set values = values || '{"contents":["Granatstein"]}', warnings = '[{"message":"Granatstein"}]' where import_id in (${old.id}, ${young.id})`,
    `update imports set committed = committed - interval '${days} days' where id = ${old.id}`,
  );
  await blank();
  const { rows } = await sql<{ id: number; preview: unknown[]; values: object; warnings: unknown[] }>`
    select i.id, i.preview, r.values, r.warnings from imports i join import_rows r on r.import_id = i.id
    where i.id in (${old.id}, ${young.id}) order by i.id = ${young.id}`.execute(db.read);
  expect(rows).toEqual([
    { id: old.id, preview: [], values: {}, warnings: [] },
    {
      id: young.id,
      preview: [{ contents: ["Granatstein"] }],
      values: expect.objectContaining({ number: 2 }),
      warnings: [{ message: "Granatstein" }],
    },
  ]);
});
