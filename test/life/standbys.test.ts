import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { createArea, listAreas } from "#contract/calls/areas.ts";
import { listBoxes } from "#contract/calls/boxes.ts";
import type { Ask } from "#server/database/connections/reading.ts";
import { clientConfig, Database } from "#server/database/database.ts";
import { migrate } from "#server/database/migrate.ts";
import { PrimaryLog } from "#server/database/standbys/primary-log.ts";
import { Standby } from "#server/database/standbys/standby.ts";
import { startEmbedded } from "#server/postgres/embedded.ts";
import { calls, exampleOf, successOf } from "#test/contract/examples.ts";
import { person, submit } from "#test/contract/people.ts";
import { Client, type RawCall, testServer, urlOf } from "#test/support/client.ts";
import { openStandby, say, type TestStandby } from "#test/support/standbys.ts";

const dataDir = mkdtempSync(join(tmpdir(), "magazin-primary-"));
chmodSync(dataDir, 0o755);
const primary = await startEmbedded({ dataDir, settings: { fsync: "off", shared_buffers: "32MB" } });
await migrate(primary.connection);
const [one, two] = [
  await openStandby(primary, dataDir, { max_standby_streaming_delay: "0" }),
  await openStandby(primary, dataDir),
];
/** What was said last of each standby: why it is left out, or nothing. */
const heard = new Map<string, string | undefined>();
const db = new Database(primary.connection, {
  standbys: [one.connection, two.connection],
  onStandby: (_message, detail) => {
    const { standby, reason } = detail as { standby: string; reason?: string };
    heard.set(standby, reason);
  },
});
afterAll(async () => {
  await db.close();
  await Promise.all([one.remove(), two.remove()]);
  await primary.stop();
  rmSync(dataDir, { recursive: true, force: true });
});
const standbys = db.standbys!;
const [first, second] = standbys.all as [(typeof standbys.all)[0], (typeof standbys.all)[0]];
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();

/** Somebody who reads, and says how much they have seen. */
class Seeing extends Client {
  seen = "0";
  override raw(method: string, url: string, { headers = {}, ...call }: RawCall = {}) {
    return super.raw(method, url, { ...call, headers: { "magazin-seen": this.seen, ...headers } });
  }
}
const seeing = ({ base, token, userId }: Client, seen = "0") =>
  Object.assign(new Seeing(base, token, userId), { seen });

const make = (name: string, headers: Readonly<Record<string, string>> = {}) =>
  staff.raw("POST", urlOf(createArea), {
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ name }),
  });
const names = (text: string) => (JSON.parse(text) as { results: { name: string }[] }).results.map(({ name }) => name);
const areasOf = async (headers: Readonly<Record<string, string>>) => {
  const { status, text } = await staff.raw("GET", `${urlOf(listAreas)}?limit=1000`, { headers });
  expect(status, text).toBe(200);
  return names(text);
};

async function fit(standby: typeof first) {
  await expect.poll(() => standby.trouble).toBeNull();
}
/** Waits until both have all that is there. */
async function caughtUp() {
  const position = await standbys.log.position();
  await expect.poll(() => standbys.all.filter((each) => each.readerFor(position)).length).toBe(2);
}
async function pause(...all: TestStandby[]) {
  for (const { superuser } of all) {
    await say(superuser, "select pg_wal_replay_pause()");
    await expect.poll(() => say(superuser, "select pg_get_wal_replay_pause_state()")).toEqual(["paused"]);
  }
}
const resume = (...all: TestStandby[]) =>
  Promise.all(all.map(({ superuser }) => say(superuser, "select pg_wal_replay_resume()")));
const answered = () => standbys.all.reduce((sum, { reads }) => sum + reads.answered, 0);
const ownCookies = (headers: Headers) => headers.getSetCookie().filter((each) => each.startsWith("magazin-seen"));
const cookieOf = (cookie = "") => cookie.split(";")[0] ?? "";

let turn = 0;
beforeEach(async () => {
  await resume(one, two);
  await caughtUp();
});

test("who has written sees it at once while every standby is behind, by header, by cookie, and where they bring neither", async () => {
  let stale = false;
  while (!stale) {
    await resume(one, two);
    await caughtUp();
    await pause(one, two);
    const name = `Halle ${turn++}`;
    const { headers } = await make(name, { "idempotency-key": name.replace(" ", "-") });
    const seen = headers.get("magazin-seen") ?? "";
    stale = !(await areasOf({ "magazin-seen": "0" })).includes(name);
    expect(await areasOf({ "magazin-seen": seen })).toContain(name);
    expect(await areasOf({ "magazin-seen": `0, ${seen}` })).toContain(name);
    expect(await areasOf({ cookie: `a=b; ${cookieOf(ownCookies(headers)[0])}` })).toContain(name);
    expect(await areasOf({})).toContain(name);
    expect(await areasOf({ "magazin-seen": "what?" })).toContain(name);
    const again = await make(name, { "idempotency-key": name.replace(" ", "-") });
    expect(await areasOf({ "magazin-seen": again.headers.get("magazin-seen") ?? "" }), "told once more").toContain(
      name,
    );
  }
  const { headers } = await make("Danach");
  const seen = { "magazin-seen": headers.get("magazin-seen") ?? "" };
  await resume(one, two);
  await caughtUp();
  const before = answered();
  expect(await areasOf(seen)).toContain("Danach");
  expect(answered(), "read by a standby again").toBeGreaterThan(before);
});

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

const saysWhen = "appTicket"; // its answer says until when it is good

test("every reading call of staff and of customer users answers on a standby as on the primary, byte for byte", async () => {
  const reading = calls.filter(
    ([name, { writes, reply }]) => !writes && typeof reply === "object" && name !== saysWhen,
  );
  const customer = await a.customer();
  for (const box of [await a.box({ owner: customer }), await a.box()]) await a.content({ box });
  const customerUser = await server.asCustomer(customer);
  const examples = [];
  for (const [name, route] of reading) {
    const caller = await person(server, { isStaff: true });
    examples.push([name, route, caller.client, await exampleOf(name, a, caller)] as const);
  }
  await caughtUp();
  const [before, repeated] = [answered(), () => standbys.all.map(({ reads }) => reads.repeated)];
  const failed = repeated();
  for (const [name, route, client, example] of examples) {
    for (const who of [client, customerUser]) {
      const [there, here] = [
        await submit(seeing(who), route, example),
        await submit(seeing(who, "primary"), route, example),
      ];
      expect([there.status, there.text], name).toEqual([here.status, here.text]);
    }
    expect((await submit(seeing(client), route, example)).status, name).toBe(successOf(route));
  }
  expect(answered() - before).toBeGreaterThan(reading.length);
  expect(repeated(), "nothing that a standby cannot do").toEqual(failed);
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
  const told = (name: string, standby: string) =>
    Number(new RegExp(`^magazin_standby_${name}\\{standby="${standby}"\\} (.*)$`, "m").exec(text)?.[1]);
  expect([told("fit", first.name), told("fit", second.name)]).toEqual([0, 1]);
  expect(told("lag_seconds", first.name)).toBeGreaterThan(2);
  expect(told("lag_seconds", second.name)).toBeLessThan(2);
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
  const asked =
    "select (select count(*) from areas)::int as areas, pg_advisory_lock_shared(52)::text, pg_is_in_recovery() as there";
  const [before, reading] = [first.reads.repeated, reader.list<{ there: boolean }>("waits", asked, [])];
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
  const started = () => reader.list<{ at: string }>("started", "select pg_postmaster_start_time()::text as at", []);
  const places = new Set((await Promise.all(Array.from({ length: 40 }, started))).map(([row]) => row?.at));
  const ofPrimary = String((await say(primary.superuser, "select pg_postmaster_start_time()::text"))[0]);
  places.delete(ofPrimary);
  expect(places.size, "of two standbys one").toBeLessThanOrEqual(1);
  expect(only!.reads.answered + only!.reads.repeated).toBe(40);
  await balanced.close();
  balancer.close();
});

test("a standby that gets no log any more is left out at once, however far it is", async () => {
  const [told] = await say(one.superuser, "show primary_conninfo");
  const receiveFrom = async (from: string) => {
    await say(one.superuser, `alter system set primary_conninfo = '${from}'`);
    await say(one.superuser, "select pg_reload_conf()");
  };
  await receiveFrom("");
  await expect.poll(() => first.trouble).toBe("it gets no log from anywhere");
  await receiveFrom(String(told));
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
