import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import * as webhooks from "#contract/calls/exchange/webhooks.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import * as refusedHook from "#rules/texts/webhook-refusals.ts";
import { retryPauses } from "#server/database/messages/retry-pauses.ts";
import { takeMessages } from "#server/database/messages/message-leases.ts";
import { postMessage } from "#server/messages/webhooks/post-message.ts";
import { queueChanges } from "#server/messages/webhooks/queue-changes.ts";
import { sendMessages } from "#server/messages/send-messages.ts";
import { webhookSender } from "#server/messages/webhooks/send-webhook.ts";
import { type Client, testConfig, testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { waitForOldTransactions } from "#test/support/locks.ts";
import { verified, webhookReceiver } from "#test/support/webhooks/webhook-receiver.ts";

const { db } = await testDatabase();
const env = { WEBHOOK_PRIVATE: "127.0.0.0/8 intern.example" };
const server = await testServer(db, env);
const { a } = server;
const staff = await server.asStaff();
const { received, receiver, url, port } = await webhookReceiver();
const send = webhookSender(db, testConfig(env));

beforeEach(async () => {
  received.length = 0;
  receiver.answer = () => ({ status: 204 });
  await db.write(async (tx) => {
    await tx.deleteFrom("messages").execute();
    await tx.deleteFrom("webhooks").execute();
  });
});

const create = (by: Client = staff, body: Partial<{ url: string; kinds: ("box" | "content")[] | null }> = {}) =>
  by.call(webhooks.createWebhook, { body: { url, ...body } });
const one = async (id: number) =>
  (await staff.call(webhooks.listWebhooks, {})).results.find((webhook) => webhook.id === id);
const log = async (id: number, by: Client = staff) => (await by.call(webhooks.webhookLog, { path: { id } })).results;

/** Queues what changed and sends it until nothing is due, as a server does. */
async function notify(): Promise<void> {
  await waitForOldTransactions(db);
  await queueChanges(db);
  const stop = sendMessages(db, { hook: send }, () => undefined);
  try {
    await expect
      .poll(async () => {
        const { rows } = await sql`
          select from messages where done_at is null and (not_before <= now() or leased_until > now())`.execute(
          db.read,
        );
        return rows.length;
      })
      .toBe(0);
  } finally {
    await stop();
  }
}
/** As if the pause after a failed try had passed. */
const letPass = () =>
  db.write((tx) =>
    sql`update messages set not_before = now() where done_at is null and not_before < 'infinity'`.execute(tx),
  );
const changesIn = () =>
  received
    .flatMap(({ body }) => (body.type === "changes" ? body.data.changes : []))
    .map(({ kind, id }) => `${kind} ${id}`);

describe("a receiver", () => {
  test("is notified of what changed since the webhook was made, signed as Standard Webhooks are, and nothing of what it is", async () => {
    const before = await a.box();
    await waitForOldTransactions(db); // what is written beside another open transaction may be reported twice
    const { secret, id } = await create();
    const content = await a.content({ box: await a.box(), text: "Akte Schulz" });
    await notify();
    const [message] = received;
    expect(message && verified(secret, message)).toMatchObject({ type: "changes", data: { full: false, code: null } });
    expect(changesIn()).toContain(`content ${content.id}`);
    expect(changesIn()).not.toContain(`box ${before.id}`);
    expect(message?.text).not.toContain("Schulz");
    expect(message?.headers["content-type"]).toBe("application/json");
    expect(await log(id)).toMatchObject([{ type: "changes", tries: 1, failed: false, note: null }]);
    await notify();
    expect(received, "nothing changed since").toHaveLength(1);
  });

  test("has one message open at most; what changes meanwhile is reported by the next", async () => {
    await create();
    const [first, second] = [await a.box(), await a.box()];
    receiver.answer = () => ({ status: 500 });
    await notify();
    const late = await a.box();
    await notify();
    expect(received).toHaveLength(1);
    receiver.answer = () => ({ status: 204 });
    await letPass();
    await notify();
    await notify();
    expect(received).toHaveLength(3);
    expect(received[1]?.text, "the same, under the same id").toBe(received[0]?.text);
    expect(received[1]?.headers["webhook-id"]).toBe(received[0]?.headers["webhook-id"]);
    for (const box of [first, second, late]) expect(changesIn()).toContain(`box ${box.id}`);
    expect(received[2]?.text).not.toContain(`"id":${first.id},`);
  });

  test.each([
    ["refuses", { status: 500, text: "kaputt\n\u0007!" }, "HTTP 500 kaputt !"],
    ["leads elsewhere", { status: 302, headers: { location: "/elsewhere" } }, "HTTP 302"],
    ["answers without end", { status: 503, text: "x".repeat(100_000) }, `HTTP 503 ${"x".repeat(200)}`],
  ] as const)("that %s is tried again, at this address alone, and the log says why", async (_how, answer, note) => {
    const { id } = await create();
    await a.box();
    receiver.answer = () => answer;
    await notify();
    expect(received.map(({ path }) => path)).toEqual(["/hook"]);
    expect(await log(id)).toMatchObject([{ tries: 1, done: null, failed: false, note }]);
    expect(await one(id)).toMatchObject({ state: "active", failed_since: expect.any(String) as string });
    receiver.answer = () => ({ status: 200 });
    await letPass();
    await notify();
    expect(await one(id)).toMatchObject({ state: "active", failed_since: null });
  });

  test("that says 410 is notified no more, until somebody has it go on: then all of it", async () => {
    const { id } = await create();
    const lost = await a.box();
    receiver.answer = () => ({ status: 410 });
    await notify();
    const meanwhile = await a.box();
    await notify();
    expect(received).toHaveLength(1);
    expect(await one(id)).toMatchObject({ state: "gone" });
    expect(await staff.refusal(webhooks.testWebhook, { path: { id } })).toEqual({
      non_field_errors: [refusedHook.webhookEnded.message],
    });
    received.length = 0;
    receiver.answer = () => ({ status: 204 });
    await staff.call(webhooks.editWebhook, { path: { id }, body: { active: true } });
    await notify();
    await notify();
    expect(changesIn()).toEqual(expect.arrayContaining([`box ${lost.id}`, `box ${meanwhile.id}`]));
    expect(await one(id)).toMatchObject({ state: "active" });
  });

  test("that is stopped by hand gets what waited for it and what came since when it goes on, and nothing before", async () => {
    const { id } = await create();
    const waiting = await a.box();
    receiver.answer = () => ({ status: 410 });
    await waitForOldTransactions(db);
    await queueChanges(db);
    await staff.call(webhooks.testWebhook, { path: { id } });
    await notify();
    expect(await one(id)).toMatchObject({ state: "gone" });
    expect(await log(id)).toMatchObject([
      { type: "test", note: "Angehalten" },
      { failed: true, note: "HTTP 410" },
    ]);
    received.length = 0;
    receiver.answer = () => ({ status: 204 });
    await notify();
    expect(received).toEqual([]);
    await staff.call(webhooks.editWebhook, { path: { id }, body: { active: true } });
    await notify();
    expect(received.map(({ body }) => body.type)).toEqual(["changes", "test"]);
    expect(changesIn()).toContain(`box ${waiting.id}`);
    await staff.call(webhooks.testWebhook, { path: { id } });
    await staff.call(webhooks.editWebhook, { path: { id }, body: { active: false } });
    await notify();
    expect(received).toHaveLength(2);
    expect(await log(id)).toMatchObject([{ tries: 0, failed: false, note: "Angehalten" }, {}, {}]);
  });

  test("that fails for three days is notified no more", async () => {
    const { id } = await create();
    await a.box();
    receiver.answer = () => ({ status: 500 });
    await waitForOldTransactions(db);
    await queueChanges(db);
    await db.write((tx) => sql`update messages set tries = ${retryPauses.length}`.execute(tx));
    await notify();
    expect(await one(id)).toMatchObject({ state: "failed" });
    expect(await log(id)).toMatchObject([{ failed: true, note: "HTTP 500" }]);
  });

  test("that hangs is given up after the time that a try may take, and nobody waits for it", async () => {
    await create();
    await a.box();
    receiver.answer = () => null;
    await waitForOldTransactions(db);
    await queueChanges(db);
    const [message] = await takeMessages(db, "hook", 1);
    const patience = new AbortController();
    const attempt = send(message!, patience.signal);
    await expect.poll(() => received.length).toBe(1);
    patience.abort();
    expect(await attempt).toMatchObject({ is: "again" });
  });

  test("knows a message by either secret while they are changed", async () => {
    const { id, secret } = await create();
    const { secret: next } = await staff.call(webhooks.rotateWebhook, { path: { id } });
    expect(next).not.toBe(secret);
    await staff.call(webhooks.testWebhook, { path: { id } });
    await notify();
    const [message] = received;
    for (const key of [secret, next]) expect(message && verified(key, message)).toMatchObject({ type: "test" });
    await db.write((tx) => sql`update webhooks set former_until = now()`.execute(tx));
    await staff.call(webhooks.testWebhook, { path: { id } });
    await notify();
    expect(() => verified(secret, received[1]!)).toThrow("No matching signature");
    expect(verified(next, received[1]!)).toMatchObject({ type: "test", data: {} });
  });

  test("gets a message again by hand, under its own id", async () => {
    const { id } = await create();
    await staff.call(webhooks.testWebhook, { path: { id } });
    await notify();
    const message = (await log(id))[0]?.message ?? "";
    await staff.call(webhooks.resendWebhook, { path: { id }, body: { message } });
    await notify();
    expect(received.map(({ headers }) => headers["webhook-id"])).toEqual([message, message]);
    const { status } = await staff.ask(webhooks.resendWebhook, { path: { id }, body: { message: "msg_unknown" } });
    expect(status).toBe(404);
  });

  test("is asked to begin anew when a backup was restored", async () => {
    await create();
    await a.box();
    await db.write((tx) => sql`update pack_origin set id = gen_random_uuid()`.execute(tx));
    await notify();
    expect(received.map(({ body }) => body.data)).toEqual([{ changes: [], full: true, code: "unknown" }]);
  });
});

describe("an address that must not be notified is refused", () => {
  const inside = refusedHook.privateAddress.message;
  test.each([
    ["no address", "magazin", refusedHook.noAddress.message],
    ["another protocol", "ftp://93.184.215.14/", refusedHook.noAddress.message],
    ["plain http", "http://93.184.215.14/", refusedHook.plainAddress.message],
    ["a port", "https://93.184.215.14:8443/", refusedHook.addressWithPort.message],
    ["a password", "https://a:b@93.184.215.14/", refusedHook.addressWithPassword.message],
    ["a private network", "https://10.0.0.8/", inside],
    ["another one", "https://172.31.255.1/", inside],
    ["a carrier's", "https://100.64.0.1/", inside],
    ["the cloud's own", "https://169.254.169.254/latest/", inside],
    ["nothing", "https://0.0.0.0/", inside],
    ["all", "https://255.255.255.255/", inside],
    ["several", "https://224.0.0.1/", inside],
    ["a number that is an address", "https://0x0a000008/", inside],
    ["version 6 of this machine", "https://[::1]/", inside],
    ["version 4 in version 6", "https://[::ffff:10.0.0.8]/", inside],
    ["translated", "https://[64:ff9b::a00:8]/", inside],
    ["a local one of version 6", "https://[fd00::1]/", inside],
    ["a linked one", "https://[fe80::1]/", inside],
    ["one by way of another", "https://[2002:a00:8::1]/", inside],
    ["a name that is private", "https://localhost/", inside],
    ["a name that is none", "https://gibt-es-nicht.invalid/", refusedHook.unknownHost.message],
  ])("%s: %s", async (_what, address, message) => {
    const strict = await strictServer;
    const client = await strict.as({ id: staff.userId });
    expect(await client.refusal(webhooks.createWebhook, { body: { url: address } })).toEqual({ url: [message] });
  });

  test("also where its name leads elsewhere than when it was made", async () => {
    const { id } = await create();
    await db.write((tx) => sql`update webhooks set url = 'https://localhost/'`.execute(tx));
    await staff.call(webhooks.testWebhook, { path: { id } });
    const strict = webhookSender(db, testConfig());
    const [message] = await takeMessages(db, "hook", 1);
    expect(await strict(message!, new AbortController().signal)).toMatchObject({ is: "again", reason: inside });
    expect(received).toEqual([]);
  });

  test("and a name is resolved once: what it is a moment later is not asked", async () => {
    const target = {
      url: new URL(`http://gibt-es-nicht.invalid:${port}/hook`),
      addresses: [{ address: "127.0.0.1", family: 4 }],
    };
    expect(await postMessage(target, "{}", {}, new AbortController().signal)).toEqual({ status: 204, text: "" });
    expect(received[0]?.headers.host).toBe(`gibt-es-nicht.invalid:${port}`);
  });

  test("ourselves", async () => {
    const ours = webhookSender(db, testConfig({ ...env, PORT: String(port) }));
    const { id } = await create();
    await staff.call(webhooks.testWebhook, { path: { id } });
    const [message] = await takeMessages(db, "hook", 1);
    const why = refusedHook.ownAddress.message;
    expect(await ours(message!, new AbortController().signal)).toMatchObject({ is: "again", reason: why });
    const archive = await strictServer;
    const client = await archive.as({ id: staff.userId });
    expect(await client.refusal(webhooks.createWebhook, { body: { url: "https://archiv.example/x" } })).toEqual({
      url: [why],
    });
  });
});
const strictServer = testServer(db, { PUBLIC_URL: "https://archiv.example" });

describe("a customer's user", () => {
  const publicUrl = "https://93.184.215.14/magazin";
  /** Returns the messages that come next: they would leave the provider. */
  async function queued() {
    await waitForOldTransactions(db);
    await queueChanges(db);
    const messages = await db.read.selectFrom("messages").select("payload").where("kind", "=", "hook").execute();
    return messages.map(
      ({ payload }) => (payload as { body: { data: { changes?: { kind: string; id: number }[] } } }).body.data,
    );
  }
  async function manager() {
    const owner = await a.customer();
    const user = await server.asCustomer(owner);
    await a.manager({ id: user.userId }, owner);
    return { owner, user };
  }

  test("reaches no local address that the operator has named: neither when a webhook is made nor when it is changed, nor what leads there already", async () => {
    const { owner, user } = await manager();
    const inside = { url: [refusedHook.privateAddress.message] };
    expect(await user.refusal(webhooks.createWebhook, { body: { url } })).toEqual(inside);
    expect(await user.refusal(webhooks.createWebhook, { body: { url: "https://localhost/" } })).toEqual(inside);
    const { id } = await create(user, { url: publicUrl });
    for (const by of [user, staff])
      expect(await by.refusal(webhooks.editWebhook, { path: { id }, body: { url } })).toEqual(inside);
    await db.write((tx) => tx.updateTable("webhooks").set({ url }).where("id", "=", id).execute());
    await a.box({ owner });
    await notify();
    expect(received).toEqual([]);
    expect(await log(id, user)).toMatchObject([{ done: null, note: refusedHook.privateAddress.message }]);
  });

  test.each([
    ["HTTP 500 kaputt: 10.1.0.7", "HTTP 500"],
    ["HTTP 404", "HTTP 404"],
    ["connect ECONNREFUSED 10.1.0.7:443", "Der Empfänger war nicht zu erreichen."],
    ["Keine Antwort innerhalb von 10 Sekunden", "Keine Antwort innerhalb von 10 Sekunden"],
    ["Angehalten", "Angehalten"],
    [null, null],
  ])("reads of %j in the log %j, and staff read all of it", async (failure, note) => {
    const { user } = await manager();
    const { id } = await create(user, { url: publicUrl });
    await user.call(webhooks.testWebhook, { path: { id } });
    await db.write((tx) => tx.updateTable("messages").set({ failure }).execute());
    expect(await log(id, user)).toMatchObject([{ note }]);
    expect(await log(id)).toMatchObject([{ note: failure }]);
  });

  test("has webhooks with the right to manage, is notified of the customers that they manage, and sees their own alone", async () => {
    const [managed, other] = [await a.customer(), await a.customer()];
    const user = await server.asCustomer(managed, other);
    expect(await user.call(webhooks.listWebhooks, {})).toEqual({ results: [], may_create: false });
    const none = { non_field_errors: [refused.noRight.message] };
    expect(await user.refusal(webhooks.createWebhook, { body: { url } })).toEqual(none);
    await a.manager({ id: user.userId }, managed);
    const { id } = await create(user, { url: publicUrl });
    const theirs = await create();
    expect((await user.call(webhooks.listWebhooks, {})).results.map((webhook) => webhook.id)).toEqual([id]);
    expect((await user.ask(webhooks.webhookLog, { path: { id: theirs.id } })).status).toBe(404);
    expect((await user.ask(webhooks.deleteWebhook, { path: { id: theirs.id } })).status).toBe(404);
    await staff.call(webhooks.deleteWebhook, { path: { id: theirs.id } });
    const box = await a.box({ owner: managed });
    await a.box({ owner: other });
    expect((await queued()).flatMap(({ changes = [] }) => changes.filter(({ kind }) => kind === "box"))).toMatchObject([
      { id: box.id },
    ]);
    await db.write((tx) => tx.deleteFrom("messages").execute());
    await db.write((tx) => tx.updateTable("customer_users").set({ may_manage: false }).execute());
    expect(await user.refusal(webhooks.testWebhook, { path: { id } })).toEqual(none);
    await a.box({ owner: managed });
    expect(await queued(), "whose right has ended hears of nothing").toEqual([
      { changes: [], full: true, code: "selection" },
    ]);
  });

  test("who may not sign in any more receives nothing, nor what waited for them", async () => {
    const owner = await a.customer();
    const user = await server.asCustomer(owner);
    await a.manager({ id: user.userId }, owner);
    const { id } = await create(user, { url: publicUrl });
    await a.box({ owner });
    await waitForOldTransactions(db);
    await queueChanges(db);
    await db.write((tx) => tx.updateTable("users").set({ active: false }).where("id", "=", user.userId).execute());
    await notify();
    expect(received).toEqual([]);
    expect(await one(id)).toMatchObject({ state: "owner" });
  });
});
