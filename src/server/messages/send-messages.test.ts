import { sql } from "kysely";
import { afterEach, describe, expect, test } from "vitest";
import { noteOutcome, takeMessages } from "#server/database/messages/message-leases.ts";
import { queueMessage, queueMessages } from "#server/database/messages/queue-message.ts";
import { retryPauses } from "#server/database/messages/retry-pauses.ts";
import { forgetOld } from "#server/database/forget-old.ts";
import { testDatabase } from "#test/support/database.ts";
import { type Outcome, type Send, sendMessages } from "./send-messages.ts";

const { db } = await testDatabase();
const hook = (target: string, number: number) => ({
  kind: "hook" as const,
  target: `hook:${target}`,
  payload: { number },
  dedupe: `${target} ${number}`,
});
const queue = (...messages: ReturnType<typeof hook>[]) => db.write((tx) => queueMessages(tx, messages));
const numberOf = ({ payload }: { readonly payload: unknown }) => (payload as { number: number }).number;
const sent: Outcome = { is: "done" };
const say = () => undefined;

const messages = () => db.read.selectFrom("messages").selectAll().orderBy("id").execute();
const openMessages = async () => (await messages()).filter(({ done_at }) => done_at === null).length;
afterEach(() => db.write((tx) => tx.deleteFrom("messages").execute()));

describe("the queue", () => {
  test("has nothing of a transaction that was rolled back, and a thing that is reported twice once", async () => {
    await expect(
      db.write(async (tx) => {
        await queueMessage(tx, hook("a", 1));
        throw new Error("The order was refused.");
      }),
    ).rejects.toThrow("The order was refused.");
    expect(await messages()).toEqual([]);
    await queue(hook("a", 2));
    await queue(hook("a", 2), hook("a", 3));
    expect((await messages()).map(numberOf)).toEqual([2, 3]);
  });

  test("gives out the oldest of each receiver only, to one sender, and the next one when that is over", async () => {
    await queue(hook("a", 1), hook("a", 2), hook("b", 3));
    const taken = await Promise.all([takeMessages(db, "hook", 8), takeMessages(db, "hook", 8)]);
    expect(new Set(taken.flat().map(numberOf))).toEqual(new Set([1, 3]));
    expect(await takeMessages(db, "hook", 8)).toEqual([]);
    const first = taken.flat().find((message) => numberOf(message) === 1)!;
    await db.write((tx) => noteOutcome(tx, first, sent));
    expect((await takeMessages(db, "hook", 8)).map(numberOf)).toEqual([2]);
  });

  test("gives a message out again when its sender did not live to note it; who comes back late only notes that it was sent", async () => {
    await queue(hook("a", 1));
    const [first] = await takeMessages(db, "hook", 8);
    await db.write((tx) => sql`update messages set leased_until = now() - interval '1 second'`.execute(tx));
    const [second] = await takeMessages(db, "hook", 8);
    expect(second).toMatchObject({ id: first!.id, tries: 2 });
    await db.write((tx) => noteOutcome(tx, first!, { is: "again", reason: "late" }));
    expect(await takeMessages(db, "hook", 8), "the lease of the second stays").toEqual([]);
    await db.write((tx) => noteOutcome(tx, first!, sent));
    expect(await messages()).toMatchObject([{ failed: false, leased_until: null }]);
  });

  test("waits longer after each try, and gives up after three days", async () => {
    await queue(hook("a", 1));
    for (const [index, pause] of retryPauses.entries()) {
      const [message] = await takeMessages(db, "hook", 8);
      await db.write((tx) => noteOutcome(tx, message!, { is: "again", reason: "503" }));
      const { rows } = await db.write((tx) =>
        sql<{ wait: number }>`
          with due as (select id, round(extract(epoch from not_before - now()))::int as wait from messages)
          update messages set not_before = now() from due where messages.id = due.id returning wait`.execute(tx),
      );
      expect(Math.abs((rows[0]?.wait ?? 0) - pause), `try ${index + 1}`).toBeLessThan(5);
    }
    const [last] = await takeMessages(db, "hook", 8);
    await db.write((tx) => noteOutcome(tx, last!, { is: "again", reason: "503" }));
    expect(await messages()).toMatchObject([{ failed: true, failure: "503", tries: retryPauses.length + 1 }]);
    const days = retryPauses.reduce((sum, pause) => sum + pause, 0) / 86_400;
    expect(Math.round(days)).toBe(3);
  });

  test("forgets what was sent ninety days ago, and nothing that is still to be sent", async () => {
    await queue(hook("a", 1), hook("b", 2), hook("c", 3));
    await db.write((tx) =>
      sql`
        update messages set created = now() - interval '100 days',
          done_at = case payload ->> 'number' when '1' then now() - interval '91 days' when '2' then now() - interval '89 days' end`.execute(
        tx,
      ),
    );
    await db.write(forgetOld);
    expect((await messages()).map(numberOf)).toEqual([2, 3]);
  });

  test("is read along open messages only", async () => {
    await db.write((tx) =>
      sql`
        insert into messages (kind, target, payload, dedupe, done_at)
        select 'hook', 'hook:' || n % 50, '{}', 'n' || n, case when n > 20 then now() end from generate_series(1, 20000) n`.execute(
        tx,
      ),
    );
    await db.write((tx) => sql`analyze messages`.execute(tx));
    const { rows } = await sql<{ "QUERY PLAN": string }>`
      explain select target, id from messages where done_at is null order by target, id limit 1`.execute(db.read);
    expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain("messages_open");
    expect(await takeMessages(db, "hook", 30)).toHaveLength(20);
  });
});

describe("the sender", () => {
  const run = async (send: Send, until: () => Promise<void>) => {
    const stop = sendMessages(db, { hook: send }, say);
    try {
      await until();
    } finally {
      await stop();
    }
  };

  test("sends to each receiver in order, several side by side, and one that hangs delays no other", async () => {
    const arrived: number[] = [];
    const begun: string[] = [];
    await queue(hook("hangs", 0), ...Array.from({ length: 30 }, (_, index) => hook(`r${index % 3}`, index + 1)));
    const send: Send = (message, signal) => {
      begun.push(message.target);
      if (message.target === "hook:hangs")
        return new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("ended"))));
      arrived.push(numberOf(message));
      return Promise.resolve(sent);
    };
    await run(send, async () => {
      await expect.poll(() => arrived.length).toBe(30);
    });
    for (const receiver of [0, 1, 2]) {
      const own = arrived.filter((number) => (number - 1) % 3 === receiver);
      expect(own).toEqual(own.toSorted((one, other) => one - other));
    }
    expect(begun.filter((target) => target === "hook:hangs")).toHaveLength(1);
    expect(await openMessages(), "what hung is left to the next server").toBe(1);
  });

  test("sends to a ninth receiver while eight hang", async () => {
    const hanging = Array.from({ length: 8 }, (_, index) => `hook:hangs${index}`);
    await queue(...hanging.map((target, index) => hook(target.slice("hook:".length), index)), hook("ninth", 9));
    const begun: string[] = [];
    const send: Send = ({ target }, signal) => {
      begun.push(target);
      if (!hanging.includes(target)) return Promise.resolve(sent);
      return new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("ended"))));
    };
    await run(send, async () => {
      // before any of the eight is given up
      await expect.poll(() => begun, { timeout: 9000 }).toContain("hook:ninth");
    });
    expect(begun).toEqual([...hanging, "hook:ninth"]);
  });

  test("holds no connection while it sends", async () => {
    await queue(...Array.from({ length: 8 }, (_, index) => hook(`r${index}`, index)));
    const busy: number[] = [];
    let waiting = 0;
    const { promise: allWait, resolve: release } = Promise.withResolvers<void>();
    const send: Send = async () => {
      if (++waiting === 8) release();
      await allWait;
      busy.push(db.pools.writing.totalCount - db.pools.writing.idleCount);
      return sent;
    };
    await run(send, async () => {
      await expect.poll(openMessages).toBe(0);
    });
    expect(busy[0]).toBe(0);
  });

  test("notes why something did not go, and goes on", async () => {
    await queue(hook("a", 1), hook("b", 2), hook("c", 3));
    const answers: Record<number, () => Promise<Outcome>> = {
      1: () => Promise.resolve({ is: "failed", reason: "410" }),
      2: () => Promise.reject(new Error("connection refused")),
      3: () => Promise.resolve({ is: "done", note: "of no use any more" }),
    };
    await run(
      (message) => answers[numberOf(message)]!(),
      async () => {
        await expect.poll(async () => (await messages()).filter(({ failure }) => failure !== null).length).toBe(3);
      },
    );
    expect(await messages()).toMatchObject([
      { failed: true, failure: "410", done_at: expect.any(String) as string },
      { failed: false, failure: "connection refused", done_at: null, leased_until: null },
      { failed: false, failure: "of no use any more", done_at: expect.any(String) as string },
    ]);
  });
});
