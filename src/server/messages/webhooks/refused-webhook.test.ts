import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import * as webhooks from "#contract/calls/exchange/webhooks.ts";
import { retryPauses } from "#server/database/messages/retry-pauses.ts";
import { sendMessages } from "#server/messages/send-messages.ts";
import { testConfig, testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { webhookReceiver } from "#test/support/webhooks/webhook-receiver.ts";
import { webhookSender } from "./send-webhook.ts";

const { db } = await testDatabase();
const env = { WEBHOOK_PRIVATE: "127.0.0.0/8" };
const server = await testServer(db, env);
const staff = await server.asStaff();
const { receiver, url } = await webhookReceiver();

beforeEach(async () => {
  await db.write(async (tx) => {
    await tx.deleteFrom("messages").execute();
    await tx.deleteFrom("webhooks").execute();
  });
});

/** Makes a webhook to which a message is queued. */
async function create() {
  const { id } = await staff.call(webhooks.createWebhook, { body: { url } });
  await staff.call(webhooks.testWebhook, { path: { id } });
  return { id };
}
const one = async (id: number) =>
  (await staff.call(webhooks.listWebhooks, {})).results.find((webhook) => webhook.id === id);
const log = async (id: number) => (await staff.call(webhooks.webhookLog, { path: { id } })).results;

/** Sends until nothing is due. */
async function notify(): Promise<void> {
  const stop = sendMessages(db, { hook: webhookSender(db, testConfig(env)) }, () => undefined);
  const due = sql`select from messages where done_at is null and (not_before <= now() or leased_until > now())`;
  try {
    await expect.poll(async () => (await due.execute(db.read)).rows.length).toBe(0);
  } finally {
    await stop();
  }
}
/** As if the pause after a failed try had passed. */
const letPass = () => db.write((tx) => sql`update messages set not_before = now() where done_at is null`.execute(tx));
const wait = async () => {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from not_before - now())::int as seconds from messages where done_at is null`.execute(db.read);
  return rows[0]?.seconds ?? 0;
};

describe("a receiver", () => {
  test("that is not there (404) for a day is notified no more; a day of other failures, or with another one between, does not end it", async () => {
    const day = (since: string | null) =>
      db.write((tx) =>
        sql`update messages set missing_since = now() - ${since}::interval where done_at is null`.execute(tx),
      );
    const { id } = await create();
    receiver.answer = () => ({ status: 404 });
    await notify();
    expect(await one(id)).toMatchObject({ state: "active" });
    receiver.answer = () => ({ status: 500 });
    await day("24 hours");
    await letPass();
    await notify();
    receiver.answer = () => ({ status: 404 });
    await letPass();
    await notify();
    expect(await one(id), "missing since a moment ago").toMatchObject({ state: "active" });
    await day("23 hours 42 minutes");
    await letPass();
    await notify();
    expect(await one(id)).toMatchObject({ state: "gone" });
    expect(await log(id)).toMatchObject([{ failed: true, note: "HTTP 404" }]);
    await staff.call(webhooks.editWebhook, { path: { id }, body: { active: true } });
    await notify();
    expect(await one(id), "its day begins anew").toMatchObject({ state: "active" });
  });

  test.each([
    ["120", 120],
    ["1", 60],
    ["999999", 6 * 3600],
    [() => new Date(Date.now() + 600_000).toUTCString(), 600],
    [() => new Date(Date.now() - 600_000).toUTCString(), 60],
    ["soon", retryPauses[0]!],
    ["-5", retryPauses[0]!],
  ])("that asks for a pause (%s) gets it, within bounds", async (header, seconds) => {
    await create();
    const asked = typeof header === "string" ? header : header();
    receiver.answer = () => ({ status: 503, headers: { "retry-after": asked } });
    await notify();
    expect(Math.abs((await wait()) - seconds)).toBeLessThan(5);
  });

  test("that asks for a short pause after many failures is not asked more often for it", async () => {
    await create();
    receiver.answer = () => ({ status: 503, headers: { "retry-after": "60" } });
    await db.write((tx) => sql`update messages set tries = 6`.execute(tx));
    await notify();
    expect(Math.abs((await wait()) - retryPauses[6]!)).toBeLessThan(5);
  });
});
