import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { listChanges } from "#contract/calls/exchange/changes.ts";
import { createBoxes, deleteBox } from "#contract/calls/stock/boxes.ts";
import { createContent, deleteContent } from "#contract/calls/stock/contents.ts";
import { scan } from "#contract/calls/scanning/scans.ts";
import type { Change } from "#contract/schemas/exchange/changes.ts";
import { type Client, testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { waitForOldTransactions } from "#test/support/locks.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();

async function since(cursor: string | undefined, by: Client = staff, query: { kinds?: string; limit?: number } = {}) {
  await waitForOldTransactions(db);
  return by.call(listChanges, { query: { ...(cursor !== undefined && { since: cursor }), ...query } });
}
const start = async (by: Client = staff, query: { kinds?: string } = {}) => (await since(undefined, by, query)).next;
const names = ({ changes }: { changes: readonly Change[] }) =>
  changes.map(({ kind, id, deleted }) => `${deleted ? "-" : ""}${kind} ${id}`);

test("a first call says where to begin, and from there each change is reported once, in its order, the last of several", async () => {
  const box = await a.box();
  const first = await since(undefined);
  expect(first).toMatchObject({ changes: [], more: false, full: true, code: "first" });
  expect(await since(first.next)).toEqual({ changes: [], next: first.next, more: false, full: false, code: null });
  const { id } = await staff.call(createContent, { body: { box_id: box.id, text: "Akte Schulz" } });
  const changesSince = await since(first.next);
  expect(names(changesSince)).toEqual([`box ${box.id}`, `content ${id}`]);
  expect(names(await since(changesSince.next))).toEqual([]);
  await staff.call(deleteContent, { path: { id } });
  const [changed, gone] = (await since(changesSince.next)).changes;
  expect([changed, gone]).toMatchObject([
    { kind: "box", id: box.id, deleted: false },
    { kind: "content", id, deleted: true },
  ]);
  expect(names(await since(first.next)), "who asks late gets the last of each").toEqual([
    `box ${box.id}`,
    `-content ${id}`,
  ]);
  expect(gone?.version).toBeGreaterThan(changesSince.changes[1]?.version ?? Number.POSITIVE_INFINITY);
  await staff.call(deleteBox, { path: box });
  expect(names(await since(changesSince.next))).toEqual([`-content ${id}`, `-box ${box.id}`]);
});

test("what one transaction changed is reported page by page, and each kind alone to who asks for it", async () => {
  const owner = await a.customer();
  const [from, boxesFrom] = [await start(), await start(staff, { kinds: "box" })];
  await staff.call(createBoxes, { body: { owner: owner.id, amount: 25 } });
  const pages: string[][] = [];
  let cursor = from;
  for (let more = true; more; ) {
    const page = await since(cursor, staff, { limit: 4 });
    pages.push(names(page));
    ({ next: cursor, more } = page);
  }
  const all = pages.flat();
  expect(pages.slice(0, -1).every(({ length }) => length === 4)).toBe(true);
  expect(new Set(all).size).toBe(all.length);
  expect(all.filter((name) => name.startsWith("box "))).toHaveLength(25);
  expect(names(await since(boxesFrom, staff, { kinds: "box" }))).toHaveLength(25);
});

test("a change that began first and is committed last is reported, whatever was reported in between", async () => {
  const [slow, quick] = [await a.box(), await a.box()];
  const from = await start();
  const begun = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  const bump = (id: number) => sql`update boxes set size = size + 1 where id = ${id}`;
  const late = db.write(async (tx) => {
    await bump(slow.id).execute(tx);
    begun.resolve();
    await mayEnd.promise;
  });
  await begun.promise;
  await db.write((tx) => bump(quick.id).execute(tx));
  const between = await staff.call(listChanges, { query: { since: from } });
  mayEnd.resolve();
  await late;
  expect([...names(between), ...names(await since(between.next))].sort()).toEqual(
    [`box ${quick.id}`, `box ${slow.id}`].sort(),
  );
});

test("a delivery is reported with what happens to its lines", async () => {
  const box = await a.box({ state: 1 });
  const delivery = await a.delivery({ owner: box.owner, boxes: [box] });
  const from = await start(staff, { kinds: "delivery" });
  const pick = { id: randomUUID(), kind: "pick" as const, code: box.code, delivery: delivery.id };
  const { results } = await staff.call(scan, { body: { operations: [pick] } });
  expect(results).toMatchObject([{ status: "done" }]);
  expect(names(await since(from, staff, { kinds: "delivery" }))).toEqual([`delivery ${delivery.id}`]);
});

test("a customer's user hears of what they see, and of nothing else: no draft of a batch, no case, no import of staff's", async () => {
  const [own, other] = [await a.customer(), await a.customer()];
  const user = await server.asCustomer(own);
  const [from, staffFrom] = [await start(user), await start()];
  const box = await a.box({ owner: own, state: 7 });
  await a.box({ owner: other });
  await a.content({ box: await a.box({ owner: other }) });
  await a.delivery({ owner: other, boxes: [await a.box({ owner: other, state: 1 })] });
  const draft = await a.batch({ owner: own, boxes: [box], until: "draft" });
  const silent = await since(from, user);
  expect(silent.changes.map(({ kind }) => kind)).not.toContain("batch");
  const seen = names(silent);
  expect(seen).toContain(`box ${box.id}`);
  expect(seen.filter((name) => name !== `box ${box.id}` && name !== `customer ${own.id}`)).toEqual([]);
  expect(names(await since(staffFrom))).toContain(`batch ${draft.id}`);
  const before = await since(from, user);
  await a.box({ owner: other });
  expect(await since(from, user), "what others do changes not even the cursor").toEqual(before);
});

test("who sees other customers than before, or asks for other kinds, begins anew", async () => {
  const [own, other] = [await a.customer(), await a.customer()];
  const user = await server.asCustomer(own);
  const from = await start(user);
  expect(await since(from, user, { kinds: "box" })).toMatchObject({ full: true, code: "selection" });
  await db.write((tx) =>
    tx.insertInto("customer_users").values({ customer_id: other.id, user_id: user.userId }).execute(),
  );
  const anew = await since(from, user);
  expect(anew).toMatchObject({ changes: [], full: true, code: "selection" });
  expect(await since(anew.next, user)).toMatchObject({ full: false });
});

test("a cursor of another database begins anew, and a text that nobody gave out is refused", async () => {
  await a.box();
  const from = await start();
  const origin = await db.read.selectFrom("pack_origin").select("id").executeTakeFirstOrThrow();
  await db.write((tx) => sql`update pack_origin set id = gen_random_uuid()`.execute(tx));
  expect(await since(from)).toMatchObject({ changes: [], full: true, code: "unknown" });
  await db.write((tx) => sql`update pack_origin set id = ${origin.id}`.execute(tx));
  expect(await since(from)).toMatchObject({ full: false });
  expect(await since(from.replace("c1-", "c2-"))).toMatchObject({ full: true, code: "unknown" });
  const broken = from.slice(0, -6) + (from.endsWith("AAAAAA") ? "BBBBBB" : "AAAAAA");
  for (const text of ["1", from.slice(0, 18), broken])
    expect(await staff.refusal(listChanges, { query: { since: text } }), text).toEqual({ since: ["Ungültig"] });
  expect(await staff.refusal(listChanges, { query: { kinds: "box,shelf" } })).toEqual({ kinds: ["Ungültig"] });
});
