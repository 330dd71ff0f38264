import { randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { setNumbers } from "#contract/calls/stock/box-numbers.ts";
import { deleteBox } from "#contract/calls/stock/boxes.ts";
import { closeLines, getBatch } from "#contract/calls/destruction/destruction-batches.ts";
import { scanPack } from "#contract/calls/scanning/scan-pack.ts";
import { createStocktake } from "#contract/calls/stocktake/stocktakes.ts";
import { scan } from "#contract/calls/scanning/scans.ts";
import type { ScanPack } from "#contract/schemas/scanning/scan-pack.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import type { Box, Spot } from "#test/support/factories.ts";
import { expensive } from "#test/support/tiers.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();

const whole = (areas?: string) => staff.call(scanPack, { query: areas === undefined ? {} : { areas } });
const since = (cursor: string, areas?: string) =>
  staff.call(scanPack, { query: { since: cursor, ...(areas !== undefined && { areas }) } });
/**
 * A pack when no transaction runs that began before what it reports, in none of the databases of the server that other tests use: until then it
 * reports some of it once more.
 */
const atRest = (ask: () => Promise<ScanPack>, areas?: string) =>
  vi.waitFor(
    async () => {
      const pack = await ask();
      const { boxes, gone } = await since(pack.cursor, areas);
      expect([boxes, gone]).toEqual([[], []]);
      return pack;
    },
    { timeout: 30_000, interval: 100 },
  );
const codes = ({ boxes }: ScanPack) => boxes.map(([code]) => code);
const move = ({ code }: Box, { row, part, height }: Spot) =>
  staff.call(scan, {
    body: { operations: [{ id: randomUUID(), kind: "store", code, row: row.id, part, height, move: true }] },
  });

test("a pack has every row, customer and box as they are, and what is to be fetched and expected back", async () => {
  const box = await a.box({ state: 1 });
  const [picked, back, destroyed] = [
    await a.box({ state: 4, owner: box.owner }),
    await a.box({ state: 2, owner: box.owner }),
    await a.box({ state: 6 }),
  ];
  const content = await a.content({ box, text: "Akte Schulz" });
  const order = await a.delivery({ owner: box.owner, contents: [content] });
  const returned = await a.delivery({ owner: box.owner, kind: 1, boxes: [back] });
  const pack = await whole();
  const place = box.place as Spot;
  expect(pack).toMatchObject({ full: true, gone: [] });
  expect(pack.boxes).toContainEqual([box.code, 1, place.row.id, place.part, place.height, 4, box.owner.code]);
  expect(pack.boxes).toContainEqual([destroyed.code, 6, null, null, null, 2, destroyed.owner.code]);
  expect(pack.customers).toContainEqual([box.owner.code, box.owner.name]);
  expect(pack.rows).toContainEqual(
    expect.objectContaining({ id: place.row.id, number: place.row.number, area: place.row.area, reverse: false }),
  );
  const line = { delivery: order.id, box: box.code, content: content.id, text: "Akte Schulz" };
  expect(pack.lines).toContainEqual({ ...line, picked: false, loaded: false, fate: null });
  expect(pack.lines?.map(({ box: code }) => code)).toContain(picked.code);
  expect(pack.returns).toEqual([{ delivery: returned.id, box: back.code, content: null, text: null }]);
  expect(pack.deliveries?.map(({ id }) => id)).toEqual(expect.arrayContaining([order.id, returned.id]));
});

test("what changed since is all that a device receives, and nothing where nothing did", async () => {
  const [box, other, gone] = [await a.box({ state: 1 }), await a.box({ state: 1 }), await a.box()];
  const { cursor } = await atRest(whole);
  expect(await since(cursor)).toEqual({
    cursor,
    full: false,
    boxes: [],
    gone: [],
    customers: null,
    rows: null,
    deliveries: null,
    lines: null,
    returns: null,
    batches: null,
    stocktakes: null,
  });
  await move(box, await a.place());
  await staff.call(deleteBox, { path: { id: gone.id } });
  await a.row();
  const next = await atRest(() => since(cursor));
  expect([codes(next), next.gone]).toEqual([[box.code], [gone.code]]);
  expect([next.customers, next.lines, next.full]).toEqual([null, null, false]);
  expect(next.rows?.length).toBeGreaterThan(1);
  await a.delivery({ owner: other.owner, boxes: [other] });
  const last = await since(next.cursor);
  expect([codes(last), last.gone, last.rows]).toEqual([[other.code], [], null]);
  expect(last.lines?.map(({ box: code }) => code)).toContain(other.code);
  expect(codes(await since(cursor))).toEqual([box.code, other.code].sort());
});

test("a change that began first and is committed last is reported, whatever was reported in between", async () => {
  const [slow, quick] = [await a.box({ state: 1 }), await a.box({ state: 1 })];
  const { cursor } = await atRest(whole);
  const begun = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  const late = db.write(async (tx) => {
    await sql`
      with changed as (update boxes set history_count = history_count + 1 where id = ${slow.id} returning id, history_count)
      insert into history (box_id, seq, kind) select id, history_count, 23 from changed`.execute(tx);
    begun.resolve();
    await mayEnd.promise;
  });
  await begun.promise;
  await move(quick, await a.place());
  const between = await since(cursor);
  expect(codes(between)).toEqual([quick.code]);
  mayEnd.resolve();
  await late;
  expect(codes(await since(between.cursor))).toContain(slow.code);
  await atRest(() => since(between.cursor));
});

test("a device that works in some areas receives these, of what has no place, and of what has left them", async () => {
  const elsewhere = async (): Promise<Spot> => ({ row: await a.row(), part: 1, height: 1 });
  const [here, there, out, destroyed] = [
    await a.box({ state: 1, place: await elsewhere() }),
    await a.box({ state: 1, place: await elsewhere() }),
    await a.box({ state: 2 }),
    await a.box({ state: 6 }),
  ];
  const area = String(here.place?.row.area.id);
  const pack = await atRest(() => whole(area), area);
  expect(codes(pack)).toEqual(expect.arrayContaining([here.code, out.code]));
  expect(codes(pack).filter((code) => code === there.code || code === destroyed.code)).toEqual([]);
  expect(pack.rows?.map(({ area: { id } }) => id)).toEqual([here.place?.row.area.id]);
  await move(here, await elsewhere());
  expect((await since(pack.cursor, area)).gone).toEqual([here.code]);
  expect((await since(pack.cursor)).full).toBe(true); // of other areas it is another pack
});

test("a box that comes into the areas of a device is reported with what changed, as it stands there by then", async () => {
  const [here, there] = [await a.row(), await a.row()];
  const box = await a.box({ state: 1, place: { row: there, part: 1, height: 1 } });
  const area = String(here.area.id);
  const pack = await atRest(() => whole(area), area);
  expect(codes(pack)).not.toContain(box.code);
  await move(box, { row: here, part: 2, height: 1 });
  const news = await since(pack.cursor, area);
  expect(news.full).toBe(false);
  expect(news.boxes.map(([code, state, row, part]) => [code, state, row, part])).toEqual([[box.code, 1, here.id, 2]]);
  const both = [here.area.id, there.area.id];
  expect(codes(await whole(both.join()))).toEqual(codes(await whole(both.toReversed().join()))); // in any order
});

test("what other people call a box stands in a pack as they write it, whatever signs they use", async () => {
  const texts = ['AZ "7/19"', "C:\\Keller\\4", "Größe 5 – Süd", "1,2]"];
  const box = await a.box({ state: 1 });
  await staff.call(setNumbers, { path: { id: box.id }, body: { numbers: texts.map((text) => ({ text })) } });
  const packedTexts = ({ boxes }: ScanPack) => boxes.find(([code]) => code === box.code)?.slice(7);
  const first = await whole();
  expect(packedTexts(first)).toEqual(texts);
  expect(packedTexts(await whole(String(box.place?.row.area.id)))).toEqual(texts);
  await move(box, await a.place());
  expect(packedTexts(await since(first.cursor))).toEqual(texts);
});

test("a pack has what is to be destroyed, how far each box is and what is held; it is sent again when that has changed and not before", async () => {
  const owner = await a.customer();
  const boxes: Box[] = [];
  for (let index = 0; index < 5; index++) boxes.push(await a.box({ owner, state: 7 }));
  const [open, staged, out, held, last] = boxes as [Box, Box, Box, Box, Box];
  const { id } = await a.batch({ owner, boxes, until: "confirmed", waitingDays: 4 });
  const batchIn = ({ batches }: ScanPack) => batches?.find((batch) => batch.id === id);
  const scanned = (kind: "stage" | "shred", { code }: Box) =>
    staff.call(scan, { body: { operations: [{ id: randomUUID(), kind, batch: id, code }] } });
  const { wait_until } = await staff.call(getBatch, { path: { id } });
  const first = await atRest(whole);
  const state = (box: Box, progress: string) => [box.code, progress];
  const all = boxes.map((box) => state(box, "open"));
  expect(batchIn(first)).toEqual({ id, customer: owner.code, state: 3, wait_until, lines: all, held: [] });

  await scanned("stage", staged);
  await staff.call(closeLines, { path: { id }, body: { boxes: [out.id], reason: "Doch aufheben" } });
  await a.hold({ owner, boxes: [held] });
  await a.waiting({ id }, -1);
  await scanned("shred", last);
  const next = await atRest(() => since(first.cursor));
  expect(batchIn(next)).toMatchObject({
    state: 4,
    lines: [
      state(open, "open"),
      state(staged, "staged"),
      state(out, "out"),
      state(held, "open"),
      state(last, "destroyed"),
    ],
    held: [held.code],
  });
  expect(next.lines).toBeNull();
  await move(await a.box({ state: 1 }), await a.place());
  expect((await since(next.cursor)).batches).toBeNull();
  const older = next.cursor.slice(0, -16); // of a release that knew neither batches nor stocktakes
  expect(batchIn(await since(older))).toMatchObject({ id });
  const { id: early } = await a.batch({ owner, boxes: [await a.box({ owner, state: 7 })], until: "approved" });
  expect((await since(next.cursor)).batches ?? []).not.toContainEqual(expect.objectContaining({ id: early }));
});

test("a pack has the stocktakes that are not over, with how far each row is", async () => {
  const [one, other] = [await a.row(), await a.row()];
  const { id } = await staff.call(createStocktake, { body: { rows: [one.id, other.id], blind: true } });
  const stocktakeIn = ({ stocktakes }: ScanPack) => stocktakes?.find((stocktake) => stocktake.id === id);
  const rows = (...states: number[]) => [one, other].map((row, index) => [row.id, states[index]]);
  const first = await whole();
  expect(stocktakeIn(first)).toEqual({ id, blind: true, rows: rows(0, 0) });
  const count = { id: randomUUID(), kind: "count" as const, session: id, row: one.id, places: [], close: true };
  await staff.call(scan, { body: { operations: [count] } });
  expect(stocktakeIn(await since(first.cursor))).toMatchObject({ rows: rows(3, 0) }); // empty, and nothing was found
});

test("a pack of an archive that was restored since is a whole one", async () => {
  const { cursor } = await atRest(whole);
  await db.write((tx) => sql`update pack_origin set id = gen_random_uuid()`.execute(tx));
  expect((await since(cursor)).full).toBe(true);
});

test("whoever has the pack learns so by its tag; what is no cursor or no area is refused, and customers get none", async () => {
  const { cursor } = await atRest(whole);
  const url = `/api/v1/scans/pack/?since=${cursor}`;
  const first = await staff.raw("GET", url);
  expect([first.status, first.headers.get("etag")]).toEqual([200, `"${cursor}"`]);
  const again = await staff.raw("GET", url, { headers: { "if-none-match": `"${cursor}"` } });
  expect([again.status, again.text]).toEqual([304, ""]);
  for (const wrong of [
    "x",
    "5d0c2f6e-x-0b0e7a4e9a7e2f6d3c1b8a900b0e7a4e9a7e2f6d",
    "5d0c2f6e-99999999999999999999-0b0e7a4e9a7e2f6d3c1b8a900b0e7a4e9a7e2f6d",
  ])
    expect((await staff.raw("GET", `/api/v1/scans/pack/?since=${wrong}`)).status).toBe(400);
  for (const wrong of ["x", "1,,2", "0", "1,99999999999", "2147483648"])
    expect(await staff.raw("GET", `/api/v1/scans/pack/?areas=${wrong}`)).toMatchObject({
      status: 400,
      body: { areas: ["Ungültig"] },
    });
  expect((await (await server.asCustomer(await a.customer())).raw("GET", url)).status).toBe(403);
});

expensive("12,000 boxes in one pack")(
  "12,000 boxes, 500 of them to be destroyed, are at most 70 KB on the way, and a morning's changes 2 KB",
  async () => {
    const owner = await a.customer();
    const { id, code } = owner;
    const row = await a.row();
    await db.write((tx) =>
      sql`
    with made as (
      insert into boxes (customer_id, customer_code, number, history_count, state, marked_from, marked, place_area, row_id, part, height, placed)
      select ${id}, ${code}, n, 2, case when n <= 500 then 7 else 1 end, case when n <= 500 then 1 end, case when n <= 500 then now() end,
        ${row.area.id}, ${row.id}, 1 + n / 5, 1 + n % 5, now() from generate_series(1, 12000) n returning id)
    insert into history (box_id, seq, kind) select id, s, s - 1 from made, generate_series(1, 2) s order by 1, 2`.execute(
        tx,
      ),
    );
    const doomed = await db.read
      .selectFrom("boxes")
      .select(["id", "code"])
      .where("customer_id", "=", id)
      .where("state", "=", 7)
      .execute();
    await a.batch({ owner, boxes: doomed, until: "confirmed" });
    const { boxes, batches, cursor } = await atRest(whole);
    expect(batches?.at(-1)?.lines.length).toBe(500);
    expect(boxes.length).toBeGreaterThan(12_000);
    const { text } = await staff.raw("GET", "/api/v1/scans/pack/");
    expect(gzipSync(text).length).toBeLessThan(70_000);
    await db.write((tx) =>
      sql`
    with changed as (update boxes set history_count = history_count + 1 where customer_id = ${id} and number % 80 = 7 returning id, history_count)
    insert into history (box_id, seq, kind) select id, history_count, 23 from changed`.execute(tx),
    );
    const delta = await staff.raw("GET", `/api/v1/scans/pack/?since=${cursor}`);
    expect((delta.body as ScanPack).boxes.length).toBe(150);
    expect(gzipSync(delta.text).length).toBeLessThan(2_000);
  },
);
