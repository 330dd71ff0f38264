import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { afterAll, expect, test } from "vitest";
import { deleteBox } from "#contract/calls/stock/boxes.ts";
import { scanPack } from "#contract/calls/scanning/scan-pack.ts";
import { scan } from "#contract/calls/scanning/scans.ts";
import { Database } from "#server/database/database.ts";
import { storesIn } from "#server/storage/stores.ts";
import { type Client, testServer } from "#test/support/client.ts";
import { copyOf, testDatabase } from "#test/support/database.ts";
import { type Box, factories } from "#test/support/factories.ts";

const { connection } = await testDatabase();
const before = new Database(connection);
const a = factories(before, storesIn(tmpdir()).pictures); // makes no picture
const user = await a.user({ isStaff: true });
const row = await a.row();
const boxes = [
  await a.box({ state: 0 }),
  await a.box({ state: 0 }),
  await a.box({ state: 0 }),
  await a.box({ state: 0 }),
];
const [kept, lost, meanwhile, young] = boxes as [Box, Box, Box, Box];
await before.close();

/** The archive, and as it is after its machine was rolled back to this moment: nothing in it says so. */
const [archive, rolledBack] = [new Database(connection), new Database(await copyOf(connection))];
afterAll(() => Promise.all([archive.close(), rolledBack.close()]));
const [staff, afterwards] = [
  await (await testServer(archive)).as(user),
  await (await testServer(rolledBack)).as(user),
] as const;

const packOf = (of: Client, since?: string) => of.call(scanPack, { query: since === undefined ? {} : { since } });
const store = async (by: Client, { code }: Box, part: number) => {
  const operation = { id: randomUUID(), kind: "store" as const, code, row: row.id, part, height: 1 };
  const { results } = await by.call(scan, { body: { operations: [operation] } });
  expect(results).toMatchObject([{ status: "done" }]);
};

test("a device that knows what a rolled back archive does not begins anew, whatever was written there since; others go on", async () => {
  const early = (await packOf(staff)).cursor;
  await store(staff, kept, 1);
  await store(afterwards, kept, 2);
  const stored = (await packOf(staff)).cursor;
  await staff.call(deleteBox, { path: young });
  const deleted = (await packOf(staff)).cursor;
  await store(staff, lost, 3);
  const late = (await packOf(staff)).cursor;
  await store(afterwards, meanwhile, 4); // by now its transactions have higher numbers than all that the device has heard of
  for (const cursor of [stored, deleted, late]) {
    expect((await packOf(staff, cursor)).full).toBe(false);
    const pack = await packOf(afterwards, cursor);
    expect(pack.full).toBe(true);
    expect(pack.boxes).toEqual((await packOf(afterwards)).boxes);
  }
  const news = await packOf(afterwards, early);
  expect(news).toMatchObject({ full: false, gone: [] });
  expect(news.boxes.map(([code, , , part]) => [code, part])).toEqual(
    expect.arrayContaining([
      [kept.code, 2],
      [meanwhile.code, 4],
    ]),
  );
});

test("a cursor above all that the archive has written begins anew, as does one of a release before", async () => {
  const { cursor } = await packOf(staff);
  const [tag, , digests = ""] = cursor.split("-");
  expect((await packOf(staff, `${tag}-18446744073709551615-${digests}`)).full).toBe(true);
  expect((await packOf(staff, cursor.slice(0, -"0123456789abcdef".length))).full).toBe(true);
  expect((await packOf(staff, cursor)).full).toBe(false);
});
