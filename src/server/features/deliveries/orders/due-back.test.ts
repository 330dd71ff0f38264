import { expect, test } from "vitest";
import { completeDelivery, createDelivery, getDelivery } from "#contract/calls/deliveries/deliveries.ts";
import { home } from "#contract/calls/home/home.ts";
import { scan } from "#contract/calls/scanning/scans.ts";
import { listBoxes } from "#contract/calls/stock/boxes.ts";
import { addDays, berlinDay } from "#rules/dates.ts";
import { nextDeliveryDay } from "#rules/deliveries/delivery-date.ts";
import { notifyOverdue } from "#server/database/messages/notify-overdue.ts";
import { anyDay } from "#test/life/box-life-orders.ts";
import { randomUUID } from "node:crypto";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";

const { db } = await testDatabase({ mails: true });
const server = await testServer(db, { PUBLIC_URL: "https://archiv.example" });
const { a } = server;
const staff = await server.asStaff();

async function setUp() {
  const owner = await a.customer();
  const by = await server.asCustomer(owner);
  const option = await a.option({ owner, ...anyDay });
  const box = await a.box({ owner, state: 1 });
  return { owner, by, box, body: { customer: owner.id, delivery_option: option.id, boxes: [box.id] } };
}

/** The box is handed over, and was to be back by a day. */
async function handOver(delivery: number, box: { code: string }) {
  const pick = { id: randomUUID(), kind: "pick", delivery, code: box.code } as const;
  await staff.call(scan, { body: { operations: [pick] } });
  await staff.call(completeDelivery, { path: { id: delivery } });
}

const day = nextDeliveryDay(anyDay, new Date());
const yesterday = addDays(berlinDay(new Date()), -1);
const overdueOf = async (by: typeof staff, owner: { id: number }) =>
  (await by.call(listBoxes, { query: { due: "overdue", owner_id: owner.id } })).results.map(({ id }) => id);

test("a box that is not back by its day is overdue for both sides, until it comes back", async () => {
  const { owner, by, box, body } = await setUp();
  const made = await by.call(createDelivery, { body: { ...body, due_back: day } });
  expect(made.due_back).toBe(day);
  await handOver(made.id, box);
  expect(await overdueOf(by, owner)).toEqual([]);
  await db.write((tx) => tx.updateTable("boxes").set({ due_back: yesterday }).where("id", "=", box.id).execute());
  for (const reader of [by, staff]) {
    expect(await overdueOf(reader, owner)).toEqual([box.id]);
    const { waiting } = await reader.call(home, {});
    expect(waiting.find(({ kind }) => kind === "boxes_overdue")).toMatchObject({ first: { id: box.id } });
  }
  const stranger = await server.asCustomer(await a.customer());
  expect((await stranger.call(home, {})).waiting).toEqual([]);
  await staff.call(scan, { body: { operations: [{ id: randomUUID(), kind: "receive", code: box.code }] } });
  expect(await overdueOf(staff, owner)).toEqual([]);
  expect((await staff.call(getDelivery, { path: { id: made.id } })).due_back).toBe(day);
});

test("the day of return is none before the delivery, and a return has none", async () => {
  const { by, owner, body } = await setUp();
  const tooEarly = { ...body, date: day, due_back: addDays(day, -1) };
  expect(await by.refusal(createDelivery, { body: tooEarly })).toEqual({
    due_back: [expect.stringContaining("Frühestens am Tag der Lieferung")],
  });
  const out = await a.box({ owner, state: 2 });
  const back = { kind: 1 as const, customer: owner.id, boxes: [out.id], due_back: day };
  expect(await staff.refusal(createDelivery, { body: back })).toHaveProperty("due_back");
});

test("the customer is notified once of each day that is over", async () => {
  const { owner, by, box, body } = await setUp();
  const made = await by.call(createDelivery, { body: { ...body, due_back: day } });
  await handOver(made.id, box);
  await db.write((tx) => tx.updateTable("boxes").set({ due_back: yesterday }).where("id", "=", box.id).execute());
  for (let n = 0; n < 2; n++) await db.write((tx) => notifyOverdue(tx, berlinDay(new Date())));
  const notified = await db.read
    .selectFrom("messages")
    .select("payload")
    .where("customer_id", "=", owner.id)
    .where("dedupe", "like", "boxesOverdue %")
    .execute();
  expect(notified.map(({ payload }) => payload)).toEqual([{ mail: "boxesOverdue", boxes: 1, day: yesterday }]);
});
