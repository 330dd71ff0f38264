import type { ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, expect } from "vitest";
import { createWebhook } from "#contract/calls/exchange/webhooks.ts";
import { endOf, environment, freePort, isReady, killHard, run, until } from "#test/faults/product.ts";
import { urlOf } from "#test/restore/commands.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { repeated } from "#test/support/extent.ts";
import { verified, webhookReceiver } from "#test/support/webhooks/webhook-receiver.ts";
import { expensive } from "#test/support/tiers.ts";

const { db, connection } = await testDatabase();
const folder = mkdtempSync(join(tmpdir(), "magazin-webhooks-"));
const server = await testServer(db, { WEBHOOK_PRIVATE: "127.0.0.0/8" });
const { a } = server;
const { received, receiver, url } = await webhookReceiver();
const port = await freePort();
const settings = {
  PORT: String(port),
  DATA_DIR: join(folder, "data"),
  DATABASE_URL: urlOf(connection),
  WEBHOOK_PRIVATE: "127.0.0.0/8",
};
const running: ChildProcess[] = [];
const start = async () => {
  const child = run(["src/server/main.ts"], join(folder, "log"), environment(settings));
  running.push(child);
  await until("the server is ready", () => isReady(`http://127.0.0.1:${port}`));
  return child;
};
afterAll(async () => {
  killHard(running.map(({ pid }) => pid));
  await Promise.all(running.map((child) => endOf(child)));
  rmSync(folder, { recursive: true, force: true });
});

const amount = repeated(60, 500);
const kills = repeated(2, 8);
/** As if a killed server's lease, and the pauses after failed tries, had passed. */
const letPass = () =>
  db.write((tx) => sql`update messages set leased_until = null, not_before = now() where done_at is null`.execute(tx));

expensive("a server that is killed and started again")(
  "each change is reported at least once while the server is killed, none that was rolled back, and none twice to who deduplicates by the id of a message",
  async () => {
    const owner = await a.customer();
    const staff = await server.asStaff();
    const { secret } = await staff.call(createWebhook, { body: { url, kinds: ["box"] } });
    receiver.answer = () => ({ status: Math.random() < 0.3 ? 503 : 204 });
    const [boxes, refusedBoxes]: [number[], number[]] = [[], []];
    const insert = sql<{ id: number }>`
    insert into boxes (customer_id, customer_code, number)
    select ${owner.id}, ${owner.code}, coalesce(max(number), 0) + 1 from boxes where customer_id = ${owner.id} returning id`;
    const refusal = new Error("refused");
    const change = async () => {
      for (let turn = 0; turn < amount; turn++) {
        const { rows } = await db.write((tx) => insert.execute(tx));
        boxes.push(...rows.map(({ id }) => id));
        await db
          .write(async (tx) => {
            const inserted = await insert.execute(tx);
            refusedBoxes.push(...inserted.rows.map(({ id }) => id));
            throw refusal;
          })
          .catch((error: unknown) => expect(error).toBe(refusal));
      }
    };
    const messages = () =>
      new Map(received.map((message) => [message.headers["webhook-id"], verified(secret, message)]));
    const lines = () => [...messages().values()].flatMap(({ data }) => ("changes" in data ? data.changes : []));

    let child = await start();
    const changing = change();
    for (let kill = 1; kill <= kills; kill++) {
      const heard = received.length;
      await until("something was reported", async () => {
        await letPass();
        return received.length > heard || boxes.length === amount;
      });
      killHard([child.pid]);
      await endOf(child);
      child = await start();
    }
    await changing;
    await until("everything is reported", async () => {
      await letPass();
      const ids = new Set(lines().map(({ id }) => id));
      return boxes.every((id) => ids.has(id));
    });
    killHard([child.pid]);
    await endOf(child);

    const ids = lines().map(({ id }) => id);
    expect(boxes).toHaveLength(amount);
    expect(boxes.filter((id) => !ids.includes(id))).toEqual([]);
    expect(refusedBoxes).toHaveLength(amount);
    expect(ids.filter((id) => refusedBoxes.includes(id))).toEqual([]);
    expect(ids.toSorted((one, other) => one - other)).toEqual(boxes.toSorted((one, other) => one - other));
  },
  120_000,
);
