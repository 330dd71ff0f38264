import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { runChecks } from "#cli/check/check.ts";
import { addDays, berlinDay } from "#rules/dates.ts";
import { sweepPictures } from "#server/features/stock/images/mutations.ts";
import type { TakeoverPlan } from "#server/takeover/plan/planned-rows.ts";
import { storesIn } from "#server/storage/stores.ts";
import { testDatabase } from "#test/support/database.ts";
import { type PlannedArchive, plannedArchive, planOf } from "#test/support/factories/planned-archive.ts";
import { readPicture } from "#server/storage/pictures.ts";
import { pictureFile } from "#test/support/factories.ts";
import { LoadRefused } from "./load-refused.ts";
import { loadTakeover, type LoadOptions } from "./load-takeover.ts";

const { db, connection } = await testDatabase();
const other = await testDatabase();

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "refusals-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

const load = (plan: TakeoverPlan, more: Partial<LoadOptions> = {}, to = { db, connection }, dataDir = newFolder()) =>
  loadTakeover({ ...to, pictures: storesIn(dataDir).pictures }, plan, {
    billFrom: null,
    invites: false,
    passwords: new Map(),
    proveFolder: async () => plan.digest,
    say: () => {},
    ...more,
  });

const rowsOf = async (statement: string, from = db) => (await from.pools.reading.query(statement)).rows;
const tables = [
  "areas",
  "rows",
  "customers",
  "users",
  "boxes",
  "contents",
  "images",
  "history",
  "taken_entries",
  "takeovers",
  "deliveries",
  "audit",
  "picture_claims",
];
/** How many rows there are, and how many rules of the tables that were loaded. */
const whatIsThere = () =>
  rowsOf(`select ${tables.map((table) => `(select count(*) from ${table}) as ${table}`).join(", ")},
    (select count(*) from pg_constraint) as constraints, (select count(*) from pg_index) as indexes,
    (select count(*) from pg_trigger where tgenabled <> 'O') as disabled`);
const before = await whatIsThere();

/** A plan with something else. */
function changed(change: (archive: PlannedArchive) => void): TakeoverPlan {
  const archive = plannedArchive();
  change(archive);
  return planOf(archive);
}

const twice = <Row>(rows: Row[], more: Partial<Row>) => rows.push({ ...(rows[0] as Row), ...more });

test.each<[string, () => TakeoverPlan, RegExp]>([
  ["questions are open", () => ({ ...planOf(plannedArchive()), open: 3 }), /^3 Fragen sind offen/],
  [
    "a box is ordered by nobody",
    () => changed(({ deliveries }) => deliveries.splice(1, 1)),
    /^Das widerspricht sich: Box 0030000004 ist angefordert, und in keiner offenen Lieferung; Inhalt 502/,
  ],
  [
    "two boxes are on one place",
    () =>
      changed(({ boxes }) =>
        boxes.push({ ...(boxes[1] as (typeof boxes)[0]), id: 300, number: 30, contents: [], history: [] }),
      ),
    /verletzt eine Regel des Archivs: .*boxes_place/,
  ],
  [
    "a box is of nobody",
    () => changed(({ boxes }) => twice(boxes, { id: 300, customer: 99 })),
    /^Die Box mit der Id 300 gehört einem Kunden/,
  ],
  [
    "a delivery names a box that is not there",
    () => changed(({ deliveries }) => twice(deliveries, { id: 300, code: 300, boxes: [999] })),
    /delivery_boxes/,
  ],
  [
    "a box is made tomorrow",
    () =>
      changed(({ boxes }) =>
        twice(boxes, { id: 300, number: 30, created: `${addDays(berlinDay(new Date()), 2)}T00:00:00Z` }),
      ),
    /in der Zukunft/,
  ],
])("where %s nothing is loaded", async (_what, plan, sentence) => {
  const refusal = await load(plan()).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(LoadRefused);
  expect((refusal as Error).message).toMatch(sentence);
  expect(await whatIsThere()).toEqual(before);
});

test("a folder that has changed meanwhile is not loaded", async () => {
  await expect(load(planOf(plannedArchive()), { proveFolder: async () => "cd".repeat(32) })).rejects.toThrow(
    "Der Ordner hat sich geändert",
  );
  expect(await whatIsThere()).toEqual(before);
});

test("ended in the middle it has done nothing, and its pictures are swept away", async () => {
  const dataDir = newFolder();
  const picture = await readPicture(await pictureFile());
  const sha256 = picture.sha256.toString("hex");
  const file = join(dataDir, "fetched");
  writeFileSync(file, picture.bytes);
  const archive = plannedArchive();
  const images = [{ id: 900, sha256, content_type: "image/png", created: "2018-03-05T08:00:00Z", viewed: false }];
  archive.boxes.splice(1, 1, ...archive.boxes.slice(1, 2).map((planned) => ({ ...planned, images })));
  const end = async () => {
    await db.pools.writing.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and state = 'idle in transaction'",
    );
    return "ab".repeat(32);
  };
  await expect(
    load(
      planOf(archive, () => file),
      { proveFolder: end },
      { db, connection },
      dataDir,
    ),
  ).rejects.toThrow("Die Verbindung zur Datenbank ist abgerissen");
  expect(await whatIsThere()).toEqual(before);
  const store = storesIn(dataDir).pictures;
  expect(await store.sizeOf(picture.sha256)).toBe(picture.bytes.length);
  expect(await sweepPictures(db, store, { before: new Date(Date.now() + 60_000) })).toBe(2);
});

test("a picture that is another one by now is not loaded", async () => {
  const file = join(newFolder(), "fetched");
  writeFileSync(file, await pictureFile());
  const archive = plannedArchive();
  const images = [
    { id: 900, sha256: "0".repeat(64), content_type: "image/png", created: "2018-03-05T08:00:00Z", viewed: false },
  ];
  archive.boxes.splice(1, 1, ...archive.boxes.slice(1, 2).map((planned) => ({ ...planned, images })));
  await expect(load(planOf(archive, () => file))).rejects.toThrow("hat einen anderen Inhalt");
  writeFileSync(file, "<html>");
  await expect(load(planOf(archive, () => file))).rejects.toThrow("ist kein Bild");
  expect(await whatIsThere()).toEqual(before);
});

describe("accounts that are there", () => {
  const own = (id: number, email: string, staff: boolean) =>
    db.pools.writing.query(
      "insert into users (id, email, last_name, is_staff, password_hash) values ($1, $2, 'Hier', $3, 'none')",
      [id, email, staff],
    );
  const forget = () => db.pools.writing.query("delete from users");

  test("are refused where they are staff in one of both systems only", async () => {
    await own(1, "bea@kunde.example", true);
    await expect(load(planOf(plannedArchive()))).rejects.toThrow(
      "bea@kunde.example gehört hier zum Personal und im früheren System nicht.",
    );
    await forget();
  });

  test("stay: who has their e-mail is the same person, who has their id gets another one", async () => {
    await own(1, "chef@haus.example", true);
    await own(2, "anna@old.example", true);
    const { shifted } = await load(planOf(plannedArchive()), { billFrom: "2026-11-01" });
    expect(shifted).toEqual([
      { email: "anna@old.example", from: 1, to: 2 },
      { email: "bea@kunde.example", from: 2, to: 6 },
    ]);
    expect(await rowsOf("select id, email, last_name from users order by id")).toEqual([
      { id: 1, email: "chef@haus.example", last_name: "Hier" },
      { id: 2, email: "anna@old.example", last_name: "Hier" },
      { id: 5, email: "carl@stadt.example", last_name: "Nach 5" },
      { id: 6, email: "bea@kunde.example", last_name: "Nach 2" },
    ]);
    expect(await rowsOf("select user_id, count(*)::int as n from taken_entries group by 1 order by 1")).toEqual([
      { user_id: 2, n: 28 },
      { user_id: 6, n: 1 },
      { user_id: null, n: 1 },
    ]);
    expect(await runChecks(db)).toEqual([]);
  });

  test("storage counts from the first day that was named", async () => {
    expect(await rowsOf("select distinct from_day from storage_periods")).toEqual([{ from_day: "2026-11-01" }]);
  });

  test("a second archive is not loaded into one that is there", async () => {
    await expect(load(planOf(plannedArchive()))).rejects.toThrow(
      "Im Archiv gibt es schon Boxen, Kunden, Lieferungen, Bereiche.",
    );
  });
});

test("storage may begin later, and what came to its place after the first day begins with it", async () => {
  const archive = plannedArchive();
  const position = { id: null, row: 21, part: 9, height: 1, created: "2026-11-20T08:00:00Z" };
  archive.boxes.push({
    ...(archive.boxes[0] as (typeof archive.boxes)[0]),
    id: 300,
    number: 30,
    state: 1,
    position,
    history: [],
  });
  await load(planOf(archive), { billFrom: "2026-11-01" }, other);
  expect(
    await rowsOf("select box_id, from_day from storage_periods where box_id in (210, 300) order by box_id", other.db),
  ).toEqual([
    { box_id: 210, from_day: "2026-11-01" },
    { box_id: 300, from_day: "2026-11-20" },
  ]);
  expect(await runChecks(other.db)).toEqual([]);
});
