import { createHash, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runChecks } from "#cli/check/check.ts";
import { completeDelivery, getDelivery } from "#contract/calls/deliveries/deliveries.ts";
import { scanPack } from "#contract/calls/scanning/scan-pack.ts";
import { resolveScan, scan } from "#contract/calls/scanning/scans.ts";
import { createBoxes, editBox, getBox } from "#contract/calls/stock/boxes.ts";
import { listHistory } from "#contract/calls/stock/history.ts";
import { imageFile } from "#contract/calls/stock/images.ts";
import { berlinDay } from "#rules/dates.ts";
import { historySentence } from "#rules/stock/history.ts";
import { proveTaken } from "#server/database/seals/taken-entries.ts";
import { storesIn } from "#server/storage/stores.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { plannedArchive, planOf } from "#test/support/factories/planned-archive.ts";
import { loadTakeover } from "./load-takeover.ts";

const folder = mkdtempSync(join(tmpdir(), "load-"));
afterAll(() => rmSync(folder, { recursive: true }));
const { db, connection } = await testDatabase();
const server = await testServer(db);
const { pictures } = storesIn(server.dataDir);
const picture = await sharp({ create: { width: 30, height: 20, channels: 3, background: "red" } })
  .withExif({ IFD0: { Copyright: "the old system" } })
  .png()
  .toBuffer();
const sha256 = createHash("sha256").update(picture).digest("hex");

const archive = plannedArchive();
const plan = planOf(archive, (name) => join(folder, name));
const started = new Date();
const today = berlinDay(started);
const rowsOf = async (statement: string) => (await db.pools.reading.query(statement)).rows;

beforeAll(async () => {
  writeFileSync(join(folder, sha256), picture);
  const created = "2018-03-05T08:00:00.000Z";
  const images = [{ id: 900, sha256, content_type: "image/png", created, viewed: true }];
  archive.boxes.splice(1, 1, ...archive.boxes.slice(1, 2).map((planned) => ({ ...planned, images })));
  await loadTakeover({ db, connection, pictures }, plan, {
    billFrom: null,
    invites: false,
    passwords: new Map(),
    proveFolder: async () => plan.digest,
    say: () => {},
  });
});

const staff = () => server.as({ id: 1 });
const box = async (id: number, by = staff()) => (await by).call(getBox, { path: { id } });
const prove = () => runChecks(db, () => {}, { pictures, deep: true, now: new Date() });

describe("an archive that was loaded", () => {
  test("keeps to every rule, byte for byte", async () => {
    expect(await prove()).toEqual([]);
  });

  test("has the ids and times of the system before", async () => {
    const found = await box(102);
    expect(found).toMatchObject({
      id: 102,
      code: "0030000002",
      state: 1,
      created: "2018-03-01T08:00:00.123Z",
      size: 400,
    });
    expect(found.position).toMatchObject({
      part: 1,
      height: 1,
      created: "2018-03-02T08:00:00.123Z",
      row: { id: 21, area: { id: 11 } },
    });
    expect(found.content.map(({ id, state }) => [id, state])).toEqual([
      [501, 0],
      [502, 2],
    ]);
    expect(found).toMatchObject({
      meta_year: 2010,
      meta_destroy_year: 2021,
      meta_first_delivery_customer: "2018-03-01",
    });
    expect(found.images).toMatchObject([{ id: 900, viewed: true, created: "2018-03-05T08:00:00.000Z" }]);
    expect((await box(107)).destroyed).toBe("2020-05-05");
    expect(await rowsOf("select id, email, last_login, init_password from users order by id")).toEqual([
      { id: 1, email: "anna@old.example", last_login: "2026-10-10T08:00:00.123Z", init_password: false },
      { id: 2, email: "bea@kunde.example", last_login: "2026-10-10T08:00:00.123Z", init_password: false },
      { id: 5, email: "carl@stadt.example", last_login: "2026-10-10T08:00:00.123Z", init_password: true },
    ]);
    const delivery = await (await staff()).call(getDelivery, { path: { id: 71 } });
    expect(delivery).toMatchObject({ id: 71, code: 8, state: 0, created: "2026-11-01T08:00:00.123Z", price: "15.00" });
    expect(await rowsOf("select notes from customers where id = 3")).toEqual([
      { notes: "Zeile 1\nZeile 2\tmit Tab und \\" },
    ]);
  });

  test("has the bytes of pictures as they were", async () => {
    const file = await (await staff()).download(imageFile, { path: { id: 900 } });
    expect(createHash("sha256").update(file.bytes).digest("hex")).toBe(sha256);
  });

  test("counts on behind the ids that came", async () => {
    const next = async (table: string, column = "id") =>
      (await rowsOf(`select last_value from ${table}_${column}_seq`)).map(({ last_value }) => Number(last_value));
    const last = {
      areas: 11,
      rows: 22,
      customers: 8,
      users: 5,
      delivery_options: 6,
      boxes: 210,
      contents: 504,
      images: 900,
      deliveries: 75,
    };
    for (const [table, id] of Object.entries(last)) expect(await next(table), table).toEqual([id]);
    expect(await next("deliveries", "code")).toEqual([12]);
  });

  test("knows marked boxes with the state to which they return", async () => {
    expect(await rowsOf("select id, marked_from, marked from boxes where state = 7 order by id")).toEqual([
      { id: 108, marked_from: 1, marked: "2026-01-01T08:00:00.123Z" },
      { id: 109, marked_from: 5, marked: "2026-01-01T08:00:00.123Z" },
    ]);
  });

  test("bills nothing of the past: storage begins on the day of loading", async () => {
    expect(await rowsOf("select box_id, size_mm, from_day, to_day from storage_periods order by box_id")).toEqual(
      [102, 104, 108, 210].map((box_id) => ({ box_id, size_mm: 400, from_day: today, to_day: null })),
    );
    expect(await rowsOf("select from service_entries")).toEqual([]);
  });

  test("says in its audit trail from where it came", async () => {
    const [entry] = await rowsOf("select kind, meta ->> 'about' as about from audit order by id limit 1");
    expect(entry).toMatchObject({ kind: 97 });
    expect(entry.about).toContain(`https://alt.example/, Stand 2026-11-27T17:00:00.000Z, Prüfsumme ${plan.digest}`);
    expect(entry.about).toContain("Boxen mit Status 4 2");
  });
});

test("signs of the system before lead to their rows and boxes, at the desk and on the phone", async () => {
  const anna = await staff();
  expect(await anna.call(resolveScan, { query: { code: "rw-0021" } })).toEqual({
    kind: "row",
    row: { id: 21, number: 4, area: { id: 11, name: "Halle 1" } },
  });
  expect(await anna.call(resolveScan, { query: { code: "OLD-102" } })).toMatchObject({ kind: "box", box: { id: 102 } });
  const bea = await server.as({ id: 2 });
  expect(await bea.call(resolveScan, { query: { code: "RW-0021" } })).toEqual({ kind: "unknown" });
  const { rows, boxes } = await anna.call(scanPack, { query: {} });
  expect(rows?.map(({ id, sign }) => [id, sign])).toEqual([
    [21, "RW-0021"],
    [22, undefined],
  ]);
  expect(boxes.find(([code]) => code === "0030000002")?.[7]).toBe("OLD-102");
});

describe("the history of a box that came", () => {
  const shownHistory = ({ history }: Awaited<ReturnType<typeof box>>) =>
    history.map((entry) => [
      entry.taken_over ?? false,
      historySentence(entry.state, entry.meta, entry.text),
      entry.user && `${entry.user.first_name} ${entry.user.last_name}`,
    ]);

  test("is what the old system reported, then the entry that says so", async () => {
    expect(shownHistory(await box(102))).toEqual([
      [true, "Box erstellt", "Vor Nach 1"],
      [true, "Eingelagert: Halle 1, Reihe 4, Teil 1, Höhe 1", " Rita Gegangen"],
      [true, "Jahrgang geändert: keins → 2010", "Vor Nach 1"],
      [true, "Eingelagert", "Vor Nach 1"],
      [false, `Übernommen aus https://alt.example/, Stand 27.11.2026, Prüfsumme abababababab`, null],
    ]);
    const { history } = await box(102);
    expect(history[0]).toMatchObject({ created: "2018-03-01T08:00:00.123Z", id: archive.boxes[1]?.history[0]?.id });
    expect(new Set(history.map(({ id }) => id)).size).toBe(history.length);
    expect(await rowsOf("select rest from taken_entries where box_id = 102 and rest is not null order by id")).toEqual([
      { rest: { source: { odd: [1] } } },
      { rest: { row: "4", part: 1 } },
    ]);
  });

  test("shows a customer's user no place and nobody of the staff", async () => {
    const bea = server.as({ id: 2 });
    expect(shownHistory(await box(104, bea))).toEqual([
      [true, "Box erstellt", "Archiv "],
      [true, "Eingelagert", "Archiv "],
      [true, "Box angefordert (Lieferung 000008)", "Vor Nach 2"],
      [false, expect.stringContaining("Übernommen aus"), null],
    ]);
    expect((await box(102, bea)).history[1]?.user).toEqual({ first_name: "Archiv", last_name: "" });
    expect(JSON.stringify(await box(104, bea))).not.toContain("Halle 1");
  });

  test("is walked entry by entry, once each", async () => {
    const walked: number[] = [];
    for (let after: string | null | undefined; after !== null; ) {
      const page = await (await staff()).call(listHistory, {
        query: { owner_id: 3, limit: 2, ...(after && { after }) },
      });
      walked.push(...page.results.map(({ id }) => id));
      after = page.after;
    }
    const all = archive.boxes.filter(({ customer }) => customer === 3);
    expect(walked.length).toBe(all.reduce((sum, { history }) => sum + history.length + 1, 0));
  });

  test("is proven to be what came, and a change is found", async () => {
    const kept = archive.boxes.reduce((sum, { history }) => sum + history.length, 0);
    expect(await proveTaken(db.read)).toEqual({ entries: kept, boxes: 10, blanked: 0, faults: [] });
    expect(await proveTaken(db.read, { box: 210 })).toMatchObject({ entries: 2, boxes: 1 });
    expect(await proveTaken(db.read, { customer: 8 })).toMatchObject({ entries: 2, boxes: 1 });
    await expect(db.pools.writing.query("update taken_entries set text = 'x'")).rejects.toThrow("permission denied");
  });
});

test("people work on with what came, and every rule still holds", async () => {
  const anna = await staff();
  await anna.call(completeDelivery, { path: { id: 72 } });
  expect(await box(105)).toMatchObject({ state: 2 });
  const operations = [
    { id: randomUUID(), kind: "receive" as const, code: "0030000003" },
    { id: randomUUID(), kind: "store" as const, code: "0030000003", row: 22, part: 1, height: 1 },
    { id: randomUUID(), kind: "store" as const, code: "0030000001", row: 21, part: 9, height: 1 },
  ];
  const { results } = await anna.call(scan, { body: { operations } });
  expect(results.map(({ status, message }) => [status, message])).toEqual(operations.map(() => ["done", null]));
  await anna.call(editBox, { path: { id: 109 }, body: { state: 5 } });
  await anna.call(editBox, { path: { id: 108 }, body: { state: 6 } });
  await anna.call(createBoxes, { body: { owner: 3, start: 0, amount: 1, size: 400 } });
  expect(await rowsOf("select id, state from boxes where id in (103, 108, 109) or id > 210 order by id")).toEqual([
    { id: 103, state: 1 },
    { id: 108, state: 6 },
    { id: 109, state: 5 },
    { id: 211, state: 0 },
  ]);
  expect(await prove()).toEqual([]);
});
