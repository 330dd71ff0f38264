import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import {
  cancelDelivery,
  completeDelivery,
  createDelivery,
  editDelivery,
  startDelivery,
} from "#contract/calls/deliveries/deliveries.ts";
import { createCase, loseCase } from "#contract/calls/stocktake/cases.ts";
import { setHold } from "#contract/calls/destruction/holds.ts";
import { CaseKind } from "#rules/stocktake/case-state.ts";
import { home } from "#contract/calls/home/home.ts";
import { dropMessage, listMessages, sendMessageAgain } from "#contract/calls/access/messages.ts";
import * as accessRefused from "#rules/texts/access-refusals.ts";
import { notifyEnds } from "#server/database/messages/notify-ends.ts";
import { messageCounts } from "#server/database/messages/message-counts.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { anyDay } from "#test/life/box-life-orders.ts";

const { db } = await testDatabase({ mails: true });
const server = await testServer(db, { PUBLIC_URL: "https://archiv.example" });
const { a } = server;
beforeEach(() => db.write((tx) => tx.deleteFrom("messages").execute()));

/** Returns the mails by which a user was notified, in order. */
const mailsTo = async ({ id }: { id: number }) => {
  const { rows } = await sql<{ mail: string }>`
    select payload ->> 'mail' as mail from messages where user_id = ${id} order by id`.execute(db.read);
  return rows.map(({ mail }) => mail);
};
const all = () => db.read.selectFrom("messages").selectAll().orderBy("id").execute();

describe("what customers learn of an order", () => {
  async function order() {
    const owner = await a.customer();
    const user = await a.user({ customers: [owner] });
    const boxes = [await a.box({ owner, state: 1 })];
    const option = await a.option({ owner, ...anyDay });
    const { id } = await a.delivery({ owner, option, boxes });
    await db.write((tx) => tx.deleteFrom("messages").execute());
    return { path: { id }, user };
  }

  test("that it moved, each time, to where and from where", async () => {
    const { path, user } = await order();
    const staff = await server.asStaff();
    const times = ["2026-12-28T09:00:00Z", "2026-12-29T09:00:00Z", "2026-12-28T09:00:00Z"];
    for (const time of times) {
      const { rows } = await sql<{ time: string }>`select time from deliveries where id = ${path.id}`.execute(db.read);
      await staff.call(editDelivery, { path, body: { time, before: { time: rows[0]!.time } } });
    }
    expect(await mailsTo(user)).toEqual(["orderMoved", "orderMoved", "orderMoved"]);
    const moves = (await all()).map(({ payload }) => (payload as { to: string }).to);
    expect(moves.map((to) => Date.parse(to))).toEqual(times.map((time) => Date.parse(time)));
  });

  test("that it is under way, once; that it is cancelled only where staff did so", async () => {
    const [begun, cancelled, own] = [await order(), await order(), await order()];
    const staff = await server.asStaff();
    await staff.call(startDelivery, { path: begun.path });
    await staff.call(startDelivery, { path: begun.path });
    expect(await mailsTo(begun.user)).toEqual(["orderOnWay"]);
    await staff.call(cancelDelivery, { path: cancelled.path });
    await (await server.as(own.user)).call(cancelDelivery, { path: own.path });
    expect([await mailsTo(cancelled.user), await mailsTo(own.user)]).toEqual([["orderCancelled"], []]);
  });

  test("nothing where the change was refused", async () => {
    const { path, user } = await order();
    const staff = await server.asStaff();
    await staff.call(startDelivery, { path });
    expect((await staff.ask(cancelDelivery, { path })).status).toBe(400);
    expect(await mailsTo(user)).toEqual(["orderOnWay"]);
  });

  test("no word of a content or a box's texts: numbers, days and counts only", async () => {
    const owner = await a.customer();
    await a.user({ customers: [owner] });
    const box = await a.box({ owner, state: 1 });
    const content = await a.content({ box, text: "Geheimakte Schneewittchen" });
    const option = await a.option({ owner, ...anyDay });
    const lines = { boxes: [], boxcontents: [content.id], comment: "Schneewittchen" };
    const client = await server.asCustomer(owner);
    await client.call(createDelivery, { body: { customer: owner.id, delivery_option: option.id, ...lines } });
    const messages = await all();
    expect(messages.map(({ payload }) => payload)).toMatchObject([
      { mail: "orderReceived", boxes: 0, contents: 1 },
      { mail: "orderReceived" },
    ]);
    expect(JSON.stringify(messages)).not.toContain("Schneewittchen");
  });
});

test("who may approve is notified that a destruction waits for it, and once on the last day before its waiting time ends", async () => {
  const owner = await a.customer();
  const [user, other] = [await a.user({ customers: [owner] }), await a.user({ customers: [owner] })];
  await a.approver(user, owner);
  const boxes = [await a.box({ owner, state: 7 })];
  const { id } = await a.batch({ owner, boxes, until: "confirmed", waitingDays: 7 });
  expect(await mailsTo(user)).toEqual(["destructionProposed"]);
  const batches = db.read.selectFrom("destruction_batches").select("wait_until").where("id", "=", id);
  const end = Date.parse((await batches.executeTakeFirstOrThrow()).wait_until ?? "");
  const hours = async (before: number) => {
    await db.write((tx) => notifyEnds(tx, new Date(end - before * 3_600_000)));
    return (await mailsTo(user)).slice(1);
  };
  expect(await hours(25)).toEqual([]);
  expect(await hours(23)).toEqual(["destructionEnds"]);
  expect(await hours(22)).toEqual(["destructionEnds"]);
  expect(await mailsTo(other)).toEqual([]);
});

describe("what failed for three days", () => {
  const lineOf = async (client: Awaited<ReturnType<typeof server.asStaff>>) =>
    (await client.call(home, {})).waiting.find(({ kind }) => kind === "messages_failed");

  test("waits for staff on their home page and is counted, until it is sent again or done with", async () => {
    const owner = await a.customer();
    const [first, second] = [await a.failedMessage({ owner }), await a.failedMessage({ owner })];
    const staff = await server.asStaff();
    expect(await lineOf(staff)).toMatchObject({ count: 2, first: { name: "E-Mail" } });
    expect(await lineOf(await server.asCustomer(owner))).toBeUndefined();
    expect(await messageCounts(db.read)).toEqual({ waiting: 0, oldest: 0, failed: 2 });
    expect(await staff.call(sendMessageAgain, { path: { id: first } })).toMatchObject({ state: "waiting", tries: 0 });
    expect(await staff.call(dropMessage, { path: { id: second } })).toMatchObject({ state: "dropped" });
    expect(await lineOf(staff)).toBeUndefined();
    expect(await messageCounts(db.read)).toMatchObject({ waiting: 1, failed: 0 });
    for (const call of [sendMessageAgain, dropMessage]) {
      expect(await staff.refusal(call, { path: { id: second } })).toEqual({
        non_field_errors: [accessRefused.messageNotFailed.message],
      });
      expect((await staff.ask(call, { path: { id: 2_000_000_000 } })).status).toBe(404);
    }
  });

  test("stands in a list of all that was sent, by customer and state, the newest first", async () => {
    const [owner, other] = [await a.customer(), await a.customer()];
    const [one, two] = [await a.failedMessage({ owner }), await a.failedMessage({ owner: other })];
    const staff = await server.asStaff();
    const idsOf = async (query: object) => (await staff.call(listMessages, { query })).results.map(({ id }) => id);
    expect(await idsOf({})).toEqual([two, one]);
    expect(await idsOf({ order_by: "created" })).toEqual([one, two]);
    expect(await idsOf({ customer: owner.code })).toEqual([one]);
    await staff.call(dropMessage, { path: { id: two } });
    expect(await idsOf({ state: "failed" })).toEqual([one]);
    expect(await idsOf({ state: "dropped" })).toEqual([two]);
    expect(await idsOf({ state: "sent" })).toEqual([]);
    expect((await staff.call(listMessages, {})).results[1]).toMatchObject({
      text: "Bestellung 000001 ist in Bearbeitung",
      customer: { id: owner.id },
      user: null,
    });
  });
});

describe("customers are notified", () => {
  async function customerWith(rights: Record<string, boolean> = {}) {
    const owner = await a.customer();
    const user = await a.user({ customers: [owner] });
    await db.write((tx) =>
      tx
        .updateTable("customer_users")
        .set({ may_order: false, ...rights })
        .where("user_id", "=", user.id)
        .execute(),
    );
    return { owner, user };
  }

  test("what was handed over, and what comes back: announced and received", async () => {
    const { owner, user } = await customerWith({ may_order: true });
    const [box, back] = [await a.box({ owner, state: 1 }), await a.box({ owner, state: 2 })];
    const staff = await server.asStaff();
    const option = await a.option({ owner, ...anyDay });
    const { id } = await a.delivery({ owner, option, boxes: [box], state: 1 });
    await db.write((tx) => sql`update delivery_boxes set picked = now() where delivery_id = ${id}`.execute(tx));
    await staff.call(completeDelivery, { path: { id } });
    await staff.call(createDelivery, { body: { customer: owner.id, kind: 1, boxes: [back.id], boxcontents: [] } });
    const scan = { id: randomUUID(), kind: "receive", code: back.code };
    expect((await staff.send("POST", "/api/v1/scans/", { operations: [scan] })).status).toBe(200);
    expect((await mailsTo(user)).slice(-3)).toEqual(["orderHandedOver", "returnAnnounced", "returnReceived"]);
  });

  test("that a certificate is there", async () => {
    const { owner, user } = await customerWith({ may_approve_destruction: true });
    await a.batch({ owner, boxes: [await a.box({ owner, state: 7 })], until: "certified" });
    expect(await mailsTo(user)).toEqual(["destructionProposed", "certificate"]);
  });

  test("that a hold was set, on so many boxes or on everything", async () => {
    const { owner, user } = await customerWith({ may_manage: true });
    const boxes = [await a.box({ owner, state: 1 }), await a.box({ owner, state: 1 })];
    const staff = await server.asStaff();
    const hold = { customer: { id: owner.id }, reason: "Prüfung", reference: "" };
    await staff.call(setHold, { body: { ...hold, boxes: boxes.map(({ id }) => id) } });
    await staff.call(setHold, { body: hold });
    expect(await mailsTo(user)).toEqual(["holdSet", "holdSet"]);
    expect((await all()).map(({ payload }) => (payload as { boxes: number | null }).boxes)).toEqual([2, null]);
  });

  test("that a box is lost, and not while it is looked for", async () => {
    const { owner, user } = await customerWith();
    const { code } = await a.box({ owner, state: 1 });
    const staff = await server.asStaff();
    const { id, number } = await staff.call(createCase, { body: { kind: CaseKind.missing, code, text: "Fehlt." } });
    expect(await mailsTo(user)).toEqual([]);
    await staff.call(loseCase, { path: { id }, body: { number, text: "Bleibt verschwunden." } });
    expect(await mailsTo(user)).toEqual(["boxLost"]);
  });

  test("that a list was taken over", async () => {
    const { owner, user } = await customerWith({ may_store: true });
    await a.import({ owner, by: { id: (await server.asStaff()).userId }, committed: true });
    expect(await mailsTo(user)).toEqual(["importDone"]);
  });
});

test("who signs in from where they never did is notified by mail, whoever they are, and not at their very first sign-in", async () => {
  const user = await a.user({ isStaff: true, password: "passwort1" });
  const from = (address: string) =>
    server.anonymous.raw("POST", "/api/v1/api-token-auth/", {
      headers: { "content-type": "application/json", "x-forwarded-for": address },
      body: JSON.stringify({ username: user.email, password: "passwort1" }),
    });
  for (const address of ["192.0.2.1", "192.0.2.1", "198.51.100.7", "198.51.100.7"]) await from(address);
  expect(await mailsTo(user)).toEqual(["newDevice"]);
});
