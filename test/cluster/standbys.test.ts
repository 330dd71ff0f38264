import { sql } from "kysely";
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { join } from "node:path";
import pg from "pg";
import { describe, expect, test } from "vitest";
import { listBoxes } from "#contract/calls/stock/boxes.ts";
import type { Ask } from "#server/database/connections/reading.ts";
import { clientConfig, Database } from "#server/database/database.ts";
import { PrimaryLog } from "#server/database/standbys/primary-log.ts";
import { Standby } from "#server/database/standbys/standby.ts";
import { Client } from "#test/support/client.ts";
import { say } from "#test/support/standbys.ts";
import {
  primary,
  one,
  two,
  db,
  heard,
  standbys,
  first,
  second,
  server,
  seeing,
  make,
  areasOf,
  fit,
  caughtUp,
  pause,
  resume,
  ownCookies,
  cookieOf,
} from "./with-standbys.ts";

let turn = 0;

const { a } = server;

test("a browser keeps what it has written for half a minute, and of two answers that overtake each other both", async () => {
  const cookies = async (...brought: string[]) =>
    ownCookies((await make(`Keks ${turn++}`, brought.length > 0 ? { cookie: brought.join("; ") } : {})).headers);
  const [[left = ""], [right = ""]] = [await cookies(), await cookies()];
  expect(left).toMatch(/^magazin-seen-\w{8}=[\w-]{40,}; Path=\/api; HttpOnly; SameSite=Lax; Max-Age=30$/);
  const [next = "", ...gone] = await cookies(cookieOf(left), cookieOf(right), "magazin-seen-1=made-up");
  expect(next).toMatch(/Max-Age=30$/);
  const nameOf = (cookie: string) => cookie.split("=")[0];
  expect(gone.map((each) => [nameOf(each), /=; .*Max-Age=0$/.test(each)])).toEqual([
    [nameOf(left), true],
    [nameOf(right), true],
  ]);
  const wrong = await make("");
  expect([wrong.status, wrong.headers.has("magazin-seen")], "some of a refused call may be done").toEqual([400, true]);
});

test("a right that is taken away is gone at once, while the standbys still have it", async () => {
  const [customer, other] = [await a.customer(), await a.customer()];
  await a.box({ owner: customer });
  await a.box({ owner: other });
  const [reader, leaver] = [await server.asCustomer(customer, other), await server.asCustomer(customer)];
  const seen = async (who: Client) =>
    (await seeing(who).ask(listBoxes, {})) as { status: number; body: { count: number } };
  await caughtUp();
  await pause(one, two);
  expect([(await seen(reader)).body.count, (await seen(leaver)).body.count]).toEqual([2, 1]);
  await db.write(async (tx) => {
    await tx
      .deleteFrom("customer_users")
      .where("user_id", "=", reader.userId)
      .where("customer_id", "=", other.id)
      .execute();
    await tx.updateTable("users").set({ active: false }).where("id", "=", leaver.userId).execute();
  });
  expect((await seen(reader)).body.count).toBe(1);
  expect((await seen(leaver)).status).toBe(403);
});

test("a standby that is behind is left out and taken back, and the others read on", async () => {
  await pause(one);
  await make(`Halle ${turn++}`);
  await expect.poll(() => heard.get(first.name)).toBe("it is more than 2 s behind");
  const { text } = await server.anonymous.raw("GET", "/metrics");
  const measured = (name: string, standby: string) =>
    Number(new RegExp(`^magazin_standby_${name}\\{standby="${standby}"\\} (.*)$`, "m").exec(text)?.[1]);
  expect([measured("fit", first.name), measured("fit", second.name)]).toEqual([0, 1]);
  expect(measured("lag_seconds", first.name)).toBeGreaterThan(2);
  expect(measured("lag_seconds", second.name)).toBeLessThan(2);
  const [before, others] = [first.reads.answered, second.reads.answered];
  for (const caller of [0, 1, 2, 3]) await standbys.readerFor(0n, caller).selectFrom("areas").select("id").execute();
  expect([first.reads.answered, second.reads.answered - others]).toEqual([before, 4]);
  await resume(one);
  await fit(first);
});

test("what a standby gives up for what it has to replay is read again on the primary", async () => {
  const waitingAt = async () =>
    (await say(one.superuser, "select count(*)::int from pg_stat_activity where wait_event = 'advisory'"))[0];
  const held = new pg.Client({ ...one.superuser, database: "magazin" });
  await held.connect();
  await held.query("select pg_advisory_lock(52)");
  const reader = first.readerFor(0n)!;
  const asked = sql<{ there: boolean }>`
    select (select count(*) from areas)::int as areas, pg_advisory_lock_shared(52)::text, pg_is_in_recovery() as there`;
  const [before, reading] = [first.reads.repeated, reader.list("waits", asked)];
  await expect.poll(waitingAt).toBe(1);
  await say(
    { ...primary.superuser, database: "magazin" },
    "do $$ begin lock table areas in access exclusive mode; end $$",
  );
  expect((await reading)[0]?.there).toBe(false);
  expect(first.reads.repeated).toBe(before + 1);
  await held.end();
});

describe("a standby that", () => {
  /** Reads all the time, as somebody whose reads go there first. */
  function reading() {
    const end = new AbortController();
    let rounds = 0;
    const reader = async () => {
      for (; !end.signal.aborted; rounds++)
        for (const caller of [0, 1]) await standbys.readerFor(0n, caller).selectFrom("areas").select("id").execute();
    };
    const all = Promise.all([reader(), reader(), reader()]);
    return {
      goesOn: async () => {
        const before = rounds;
        await expect.poll(() => rounds).toBeGreaterThan(before + 20);
      },
      end: () => {
        end.abort();
        return all;
      },
    };
  }

  test("is killed is left out without anybody noticing, and taken back when it is there again", async () => {
    const people = reading();
    await people.goesOn();
    one.signal("SIGKILL");
    await expect.poll(() => first.trouble).toMatch(/^it does not answer/);
    await people.goesOn();
    await one.start();
    await fit(first);
    const before = first.reads.answered;
    await expect.poll(() => first.reads.answered).toBeGreaterThan(before);
    await people.end();
  });

  test("hangs is left out: who reads there is answered by the primary", async () => {
    const people = reading();
    await people.goesOn();
    two.signal("SIGSTOP");
    await expect.poll(() => second.trouble).toMatch(/^it does not answer/);
    await people.goesOn();
    two.signal("SIGCONT");
    await fit(second);
    await people.end();
  });
});

test("of several servers behind one address only the one is read by whose place is known", async () => {
  let count = 0;
  const balancer = createServer((client) => {
    const { host, port } = [one, two][count++ % 2]!.connection;
    const line = connect(join(host, `.s.PGSQL.${port}`));
    for (const [from, to] of [
      [client, line],
      [line, client],
    ] as const)
      from
        .on("error", () => undefined)
        .on("close", () => to.destroy())
        .pipe(to);
  }).listen(0, "127.0.0.1");
  await once(balancer, "listening");
  const { port } = balancer.address() as AddressInfo;
  const balanced = new Database(primary.connection, { standbys: [{ ...one.connection, host: "127.0.0.1", port }] });
  const [only] = balanced.standbys!.all;
  await fit(only!);
  const reader = only!.readerFor(0n)!;
  const started = () => reader.list("started", sql<{ at: string }>`select pg_postmaster_start_time()::text as at`);
  const places = new Set((await Promise.all(Array.from({ length: 40 }, started))).map(([row]) => row?.at));
  const ofPrimary = String((await say(primary.superuser, "select pg_postmaster_start_time()::text"))[0]);
  places.delete(ofPrimary);
  expect(places.size, "of two standbys one").toBeLessThanOrEqual(1);
  expect(only!.reads.answered + only!.reads.repeated).toBe(40);
  await balanced.close();
  balancer.close();
});

test("a standby that gets no log any more is left out at once, however far it is", async () => {
  const [measured] = await say(one.superuser, "show primary_conninfo");
  const receiveFrom = async (from: string) => {
    await say(one.superuser, `alter system set primary_conninfo = '${from}'`);
    await say(one.superuser, "select pg_reload_conf()");
  };
  await receiveFrom("");
  await expect.poll(() => first.trouble).toBe("it gets no log from anywhere");
  await receiveFrom(String(measured));
  await fit(first);
});

test("a standby that has what the primary does not have is of another history, and is never read from again", async () => {
  let missing = 0n;
  const ask: Ask = async ({ text, values = [] }) => {
    const answer = await db.pools.watching.query(text, values);
    const [row] = answer.rows as { position?: string }[];
    if (row?.position) row.position = String(BigInt(row.position) - missing);
    return answer;
  };
  const log = new PrimaryLog(ask, ask, () => 0);
  const standby = new Standby({ ...clientConfig(one.connection), max: 1 }, log, ask);
  const look = async () => {
    await log.look();
    await standby.look();
    return standby.trouble;
  };
  await caughtUp();
  await expect.poll(look).toBeNull();
  missing = 1n;
  await expect.poll(look).toBe("it has what the primary does not have");
  missing = 0n;
  for (let round = 0; round < 5; round++) expect(await look()).toBe("it has what the primary does not have");
  await standby.close();
});

test("a server that reaches only a standby is not ready", async () => {
  const lost = new Database(one.connection);
  expect(await lost.state()).toBe("database is a standby");
  await lost.close();
  expect((await server.anonymous.raw("GET", "/readyz")).body).toEqual({ status: "ready" });
});

test("a standby that was promoted lies, also as a standby again: it is left out for good", async () => {
  await say(two.superuser, "select pg_promote()");
  await expect.poll(() => second.trouble).toBe("it is no standby any more");
  await say({ ...two.superuser, database: "magazin" }, "insert into areas (name) values ('Gelogen')");
  for (let round = 0; round < 20; round++) expect(await areasOf({ "magazin-seen": "0" })).not.toContain("Gelogen");
  await two.becomeStandby();
  // the primary refuses it the log: whether it asks for some just now is chance
  await expect.poll(() => second.trouble).toMatch(/^it (follows another timeline|gets no log from anywhere)$/);
  for (let round = 0; round < 20; round++) expect(await areasOf({ "magazin-seen": "0" })).not.toContain("Gelogen");
  expect(first.trouble).toBeNull();
});
