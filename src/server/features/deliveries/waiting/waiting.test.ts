import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { createDelivery } from "#contract/calls/deliveries/deliveries.ts";
import { joinWaiting, leaveWaiting, listWaiting } from "#contract/calls/deliveries/waiting.ts";
import { scan } from "#contract/calls/scanning/scans.ts";
import { addDays, berlinDay, isoWeekday } from "#rules/dates.ts";
import { openAlways } from "#rules/deliveries/closed-days.ts";
import { archiveAuthor } from "#rules/stock/history.ts";
import { offerWaiting } from "#server/database/deliveries/offer-waiting.ts";
import { anyDay } from "#test/life/box-life-orders.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";

const { db } = await testDatabase({ mails: true });
const server = await testServer(db, { PUBLIC_URL: "https://archiv.example" });
const { a } = server;
const staff = await server.asStaff();
const today = berlinDay(new Date());
const offer = (day = today) => db.write((tx) => offerWaiting(tx, day, openAlways));

async function setUp() {
  const owner = await a.customer();
  const [first, second] = [await server.asCustomer(owner), await server.asCustomer(owner)];
  const option = await a.option({ owner, ...anyDay });
  const box = await a.box({ owner, state: 2 });
  return {
    owner,
    first,
    second,
    box,
    path: { id: box.id },
    order: { customer: owner.id, delivery_option: option.id, boxes: [box.id] },
  };
}

/** The box comes back to the shelf. */
async function store(box: { code: string }) {
  const row = await a.row();
  const operation = { id: randomUUID(), kind: "store", code: box.code, row: row.id, part: 1, height: 1 } as const;
  await staff.call(scan, { body: { operations: [operation] } });
}

const notified = async (user: number) =>
  (
    await db.read
      .selectFrom("messages")
      .select("payload")
      .where("user_id", "=", user)
      .where("dedupe", "like", "boxBack %")
      .execute()
  ).map(({ payload }) => payload);

test("the first in line is notified when the box is back, and has it for two working days", async () => {
  const { first, second, box, path, order } = await setUp();
  await first.call(joinWaiting, { path, body: {} });
  const line = await second.call(joinWaiting, { path, body: {} });
  expect(line.results.map(({ own, reserved_until }) => [own, reserved_until])).toEqual([
    [false, null],
    [true, null],
  ]);
  await offer();
  expect(await notified(first.userId)).toEqual([]);
  await store(box);
  await offer();
  await offer();
  const [entry] = (await first.call(listWaiting, { path })).results;
  const until = entry?.reserved_until ?? "";
  expect(until > addDays(today, 1) && isoWeekday(until) < 6).toBe(true);
  expect(await notified(first.userId)).toEqual([{ mail: "boxBack", box: box.id, code: box.code, until }]);
  expect(await notified(second.userId)).toEqual([]);
  const { boxes } = (await second.refusal(createDelivery, { body: order })) as { boxes: string[] };
  expect(boxes).toEqual([expect.stringContaining("für jemand anderen reserviert")]);
  await first.call(createDelivery, { body: order });
  expect((await first.call(listWaiting, { path })).results.map(({ own }) => own)).toEqual([false]);
});

test("whose days are over loses the turn to the next one", async () => {
  const { first, second, box, path, order } = await setUp();
  for (const by of [first, second]) await by.call(joinWaiting, { path, body: {} });
  await store(box);
  await offer(addDays(today, -20));
  await offer();
  expect((await second.call(listWaiting, { path })).results.map(({ own }) => own)).toEqual([true]);
  expect(await notified(second.userId)).toHaveLength(1);
  await second.call(createDelivery, { body: order });
});

test("staff order although somebody waits: they are asked by whoever calls", async () => {
  const { first, box, path, order } = await setUp();
  await first.call(joinWaiting, { path, body: {} });
  await store(box);
  await offer();
  expect((await staff.ask(createDelivery, { body: order })).status).toBe(201);
});

test("a content is waited for by itself", async () => {
  const { owner, first, second, order } = await setUp();
  const home = await a.box({ owner, state: 1 });
  const content = await a.content({ box: home });
  const inside = await a.content({ box: home });
  await a.delivery({ owner, contents: [content], state: 2 });
  const path = { id: home.id };
  await first.call(joinWaiting, { path, body: { content: content.id } });
  expect(await first.refusal(joinWaiting, { path, body: { content: inside.id } })).toHaveProperty("non_field_errors");
  await staff.call(scan, { body: { operations: [{ id: randomUUID(), kind: "receive", content: content.id }] } });
  await offer();
  const wanted = { ...order, boxes: [], boxcontents: [content.id] };
  expect(await second.refusal(createDelivery, { body: wanted })).toHaveProperty("boxcontents");
  await first.call(createDelivery, { body: wanted });
});

test("nobody waits for what can be ordered, is destroyed or somebody else's; twice is once", async () => {
  const { owner, first, path } = await setUp();
  for (const state of [0, 1, 6] as const) {
    const box = await a.box({ owner, state });
    expect(await first.refusal(joinWaiting, { path: { id: box.id }, body: {} })).toHaveProperty("non_field_errors");
  }
  for (let n = 0; n < 2; n++) await first.call(joinWaiting, { path, body: {} });
  const { results } = await first.call(listWaiting, { path });
  expect(results).toHaveLength(1);
  const stranger = await server.asCustomer(await a.customer());
  expect((await stranger.ask(listWaiting, { path })).status).toBe(404);
  expect((await stranger.ask(joinWaiting, { path, body: {} })).status).toBe(404);
  expect((await stranger.ask(leaveWaiting, { path: { id: results[0]?.id ?? 0 } })).status).toBe(404);
  expect((await first.ask(leaveWaiting, { path: { id: results[0]?.id ?? 0 } })).status).toBe(204);
  expect((await first.call(listWaiting, { path })).results).toEqual([]);
});

test("a customer's user reads the names of colleagues, and no name of staff who wait", async () => {
  const { first, second, path } = await setUp();
  await staff.call(joinWaiting, { path, body: {} });
  await second.call(joinWaiting, { path, body: {} });
  const names = async (by: typeof staff) =>
    (await by.call(listWaiting, { path })).results.map(({ user }) => user.first_name);
  const [, colleague] = await names(staff);
  expect(await names(staff)).toEqual(["Erika", colleague]);
  expect(await names(first)).toEqual([archiveAuthor, colleague]);
});

test("who may order no more waits no more", async () => {
  const { first, box, path } = await setUp();
  await first.call(joinWaiting, { path, body: {} });
  const rights = { may_order: false };
  await db.write((tx) => tx.updateTable("customer_users").set(rights).where("user_id", "=", first.userId).execute());
  await store(box);
  await offer();
  expect([(await first.call(listWaiting, { path })).results, await notified(first.userId)]).toEqual([[], []]);
});
