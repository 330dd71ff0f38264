import { beforeAll, expect, test } from "vitest";
import { runChecks } from "#cli/check/check.ts";
import { exportCustomer } from "#contract/calls/paper/services.ts";
import { blankTexts } from "#server/database/destruction/blank-texts.ts";
import { proveTaken } from "#server/database/seals/taken-entries.ts";
import { storesIn } from "#server/storage/stores.ts";
import { age, forge } from "#test/support/ageing.ts";
import { type Client, testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { plannedArchive, planOf } from "#test/support/factories/planned-archive.ts";
import { unzipped } from "#test/support/zip.ts";
import { loadTakeover } from "./load-takeover.ts";

const { db, connection } = await testDatabase();
const server = await testServer(db);
const archive = plannedArchive();
const plan = planOf(archive);

beforeAll(() =>
  loadTakeover({ db, connection, pictures: storesIn(server.dataDir).pictures }, plan, {
    billFrom: null,
    invites: false,
    passwords: new Map(),
    proveFolder: async () => plan.digest,
    say: () => {},
  }),
);

const planned = archive.boxes
  .filter(({ customer }) => customer === 3)
  .reduce((sum, { history }) => sum + history.length, 0);

async function exported(client: Client): Promise<Record<string, unknown>[]> {
  const { bytes } = await client.download(exportCustomer, { path: { id: 3 } });
  const lines = unzipped(bytes).get("historie-frueher.ndjson")?.toString("utf8").trimEnd().split("\n") ?? [];
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

test("an export of a customer has what the previous system reported, and for the customer what they may read", async () => {
  const forStaff = await exported(await server.as({ id: 1 }));
  expect(forStaff).toHaveLength(planned);
  const moved = forStaff.find(({ box_id, kind }) => box_id === 102 && kind === 1);
  expect(moved).toMatchObject({ user: "Rita Gegangen", meta: { area: "Halle 1", row: 4 }, rest: null });
  expect(forStaff.find(({ kind }) => kind === 10)).toMatchObject({
    rest: { source: { odd: [1] } },
    text: "nachgetragen",
  });
  await db.pools.writing.query("update customer_users set may_manage = true where user_id = 2");
  const forBea = await exported(await server.as({ id: 2 }));
  expect(forBea).toHaveLength(planned);
  expect(JSON.stringify(forBea)).not.toMatch(/Halle 1|Rita|Nach 1|odd/);
  expect(new Set(forBea.map(({ user }) => user))).toEqual(new Set(["Archiv", "Vor Nach 2"]));
});

test("an entry that was changed by who owns the database is found", async () => {
  await forge(connection, "update taken_entries set text = 'Urlaub' where box_id = 103 and kind = 3");
  const { faults } = await proveTaken(db.read);
  expect(faults).toEqual([{ boxId: 103, what: "the entries that were taken over are not those that came" }]);
  const found = await runChecks(db);
  expect(found.map(({ first }) => first)).toEqual([
    ["0030.000.003, the entries that were taken over are not those that came"],
  ]);
  await forge(connection, "update taken_entries set text = null where box_id = 103 and kind = 3");
  expect((await proveTaken(db.read)).faults).toEqual([]);
});

test("of a box that came as a destroyed one texts are blanked so many days after it came", async () => {
  const ending = new AbortController().signal;
  expect(await blankTexts(db, 400, ending)).toBe(0);
  await age(connection, 401);
  await forge(connection, "update boxes set destroyed = '2020-05-05' where id = 107"); // the day that it came with
  expect(await blankTexts(db, 400, ending)).toBe(1);
  const { rows } = await db.pools.reading.query("select text from contents where box_id = 107");
  expect(rows).toEqual([{ text: "" }]);
  const entries = await db.pools.reading.query(
    "select kind, text, blanked is null as kept from taken_entries where box_id = 107 order by id",
  );
  expect(entries.rows).toEqual([
    { kind: 0, text: null, kept: true },
    { kind: 1, text: null, kept: true },
    { kind: 5, text: null, kept: false },
    { kind: 6, text: "Frist vorbei", kept: true },
  ]);
  expect(await proveTaken(db.read)).toMatchObject({ blanked: 1, faults: [] });
  expect((await runChecks(db)).map(({ name, first }) => [name, first])).toEqual([]);
});
