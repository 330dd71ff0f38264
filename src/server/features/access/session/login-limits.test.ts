import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { createUser } from "#contract/calls/access/users.ts";
import { type Answer, testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { expensive } from "#test/support/tiers.ts";

const { db } = await testDatabase();
// behind a proxy, whose header says where a login comes from
const env = { PUBLIC_URL: "http://archiv.example" };
const servers = [await testServer(db, env), await testServer(db, env)] as const;
const { a } = servers[0];
const password = "passwort1";
const failed = [400, { non_field_errors: ["Login fehlgeschlagen."] }];
const tooMany = [429, { detail: "Zu viele Fehlversuche. Bitte warten Sie eine Minute." }];

beforeEach(async () => void (await db.write((tx) => tx.deleteFrom("login_failures").execute())));

interface Try {
  readonly username: string;
  readonly password?: string;
  readonly from?: string;
}

/** Signs in at one of the two servers in turn. */
function attempt({ username, password: secret = "falsch-falsch", from = "198.51.100.1" }: Try, index = 0) {
  const headers = { "content-type": "application/json", "x-forwarded-for": from };
  const body = JSON.stringify({ username, password: secret });
  const at = index % 2 === 0 ? servers[0] : servers[1];
  return at.anonymous.raw("POST", "/api/v1/api-token-auth/", { headers, body });
}

const outcome = ({ status, body }: Answer) => [status, body];
const statuses = (answers: Answer[]) => Object.groupBy(answers, ({ status }) => status);
const atOnce = (count: number, one: (index: number) => Try) =>
  Promise.all(Array.from({ length: count }, (_, index) => attempt(one(index), index)));
const address = (index: number) => `198.51.100.${index + 1}`;

describe("ten wrong passwords in a minute", () => {
  test("from an address for a name are all, on two servers in turn, and it is said when to come back", async () => {
    const user = await a.user({ password });
    for (let index = 0; index < 10; index++)
      expect(outcome(await attempt({ username: user.email }, index))).toEqual(failed);
    for (const index of [0, 1]) {
      const answer = await attempt({ username: ` ${user.email.toUpperCase()}`, password }, index);
      expect(outcome(answer)).toEqual(tooMany);
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(Number(answer.headers.get("retry-after"))).toBeLessThanOrEqual(60);
    }
  });

  test("from an address for many names are all, on two servers in turn", async () => {
    const user = await a.user({ password });
    for (let index = 0; index < 10; index++) {
      expect(outcome(await attempt({ username: `name${index}@example.com` }, index))).toEqual(failed);
    }
    for (const index of [0, 1])
      expect(outcome(await attempt({ username: user.email, password }, index))).toEqual(tooMany);
    expect((await attempt({ username: user.email, password, from: address(7) })).status).toBe(200);
  });

  test("are no more when forty come at once from an address", async () => {
    const answers = statuses(await atOnce(40, (index) => ({ username: `burst${index}@example.com` })));
    expect([answers[400]?.length, answers[429]?.length]).toEqual([10, 30]);
    for (const answer of answers[400] ?? []) expect(outcome(answer)).toEqual(failed);
    for (const answer of answers[429] ?? []) expect(outcome(answer)).toEqual(tooMany);
  });

  test("from one network of IPv6 are all, whatever address of it they come from", async () => {
    const from = (index: number) => `2001:db8:1:2:${index}::${index + 1}`;
    const answers = statuses(await atOnce(12, (index) => ({ username: `six${index}@example.com`, from: from(index) })));
    expect([answers[400]?.length, answers[429]?.length]).toEqual([10, 2]);
    expect((await attempt({ username: "six@example.com", from: "2001:db8:1:3::1" })).status).toBe(400);
  });

  test("are not made more by logging in between: a right password takes back its own try only", async () => {
    const user = await a.user({ password });
    const statusOf = async (secret: string, index: number) =>
      (await attempt({ username: user.email, password: secret }, index)).status;
    for (let index = 0; index < 9; index++) {
      expect(await statusOf("falsch-falsch", index)).toBe(400);
      expect(await statusOf(password, index)).toBe(200);
    }
    expect(await statusOf("falsch-falsch", 9)).toBe(400);
    expect(await statusOf(password, 10)).toBe(429);
  });

  test("count each for a minute of its own", async () => {
    for (let index = 0; index < 10; index++) await attempt({ username: `${index}@example.com` }, index);
    const early = db.read.selectFrom("login_failures").select("at").orderBy("at").limit(6); // three tries, two keys each
    await db.write((tx) =>
      tx
        .updateTable("login_failures")
        .set({ at: new Date(Date.now() - 60_500).toISOString() })
        .where("at", "in", early)
        .execute(),
    );
    const answers = [];
    for (let index = 0; index < 5; index++) answers.push((await attempt({ username: "x@example.com" }, index)).status);
    expect(answers).toEqual([400, 400, 400, 429, 429]);
  });
});

describe("a name that somebody tries from everywhere", () => {
  const flooded = async (failures: number) => {
    const user = await a.user({ password });
    const key = `name ${user.email}`;
    const rows = Array.from({ length: failures }, () => ({ key, try: randomUUID() }));
    await db.write((tx) => tx.insertInto("login_failures").values(rows).execute());
    return user;
  };

  test("is locked for nobody: another address signs in, only later", async () => {
    const user = await flooded(10);
    expect(outcome(await attempt({ username: user.email, from: address(1) }))).toEqual(failed);
    expect((await attempt({ username: user.email, password, from: address(2) })).status).toBe(200);
  });

  test("is not slowed where it signed in before", async () => {
    const home = "2001:db8:7:7::1";
    const user = await a.user({ password });
    expect((await attempt({ username: user.email, password, from: home })).status).toBe(200);
    const rows = Array.from({ length: 12 }, () => ({ key: `name ${user.email}`, try: randomUUID() }));
    await db.write((tx) => tx.insertInto("login_failures").values(rows).execute());
    const order: string[] = [];
    const signIn = async (from: string) => {
      const { status } = await attempt({ username: user.email, password, from });
      order.push(`${from} ${status}`);
    };
    const elsewhere = signIn(address(3)); // two seconds
    await signIn("2001:db8:7:7:ffff::1");
    await signIn(home);
    await elsewhere;
    expect(order).toEqual(["2001:db8:7:7:ffff::1 200", `${home} 200`, `${address(3)} 200`]);
  });

  test("keeps the other names waiting for nothing: who waits holds no turn", async () => {
    const [slow, user] = [await flooded(12), await a.user({ password })];
    const order: string[] = [];
    const signIn = async (username: string) => {
      await attempt({ username, password, from: address(username === slow.email ? order.length + 10 : 5) });
      order.push(username);
    };
    const waiting = Array.from({ length: 4 }, () => signIn(slow.email));
    await signIn(user.email);
    await Promise.all(waiting);
    expect(order[0]).toBe(user.email);
  });
});

test("a login that the database broke off is no failed one", async () => {
  const user = await a.user({ password });
  const blocker = await db.pools.writing.connect();
  try {
    await blocker.query("begin; lock table tokens in access exclusive mode");
    const broken = attempt({ username: user.email, password });
    const ended = new Set<number>();
    const endWaiting = async () => {
      const { rows } = await db.pools.reading.query<{ pid: number }>(`
        select pid, pg_terminate_backend(pid) from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database() and query like '%"tokens"%'`);
      for (const { pid } of rows) ended.add(pid);
      return ended.size;
    };
    await expect.poll(endWaiting, { timeout: 50_000 }).toBe(2); // the first try, and the one more
    expect((await broken).status).toBe(503);
  } finally {
    await blocker.query("rollback");
    blocker.release();
  }
  const counted = db.read.selectFrom("login_failures").select("key");
  expect(await counted.execute()).toEqual([]);
  expect((await attempt({ username: user.email, password })).status).toBe(200);
});

expensive("thirty-three sign-ins with wrong passwords")(
  "an unknown name and a wrong password get the same answer, down to the bytes, and counted the same",
  async () => {
    const [user, gone] = [await a.user({ password }), await a.user({ password, active: false })];
    for (const [index, username] of [user.email, "niemand@example.com", gone.email].entries()) {
      const answers = [];
      for (let round = 0; round < 11; round++) answers.push(await attempt({ username, from: address(index) }));
      expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 400), 429]);
      expect(new Set(answers.slice(0, 10).map(({ text }) => text))).toEqual(new Set([JSON.stringify(failed[1])]));
    }
  },
);

expensive("forty sign-ins at once, each with its password hashed")(
  "forty people of one office sign in at once with the right password, and nobody is refused",
  async () => {
    const first = await a.user({ password });
    const emails = [first.email];
    for (let count = 1; count < 40; count++) emails.push((await a.user()).email);
    const { password_hash } = await db.read
      .selectFrom("users")
      .select("password_hash")
      .where("id", "=", first.id)
      .executeTakeFirstOrThrow();
    await db.write((tx) => tx.updateTable("users").set({ password_hash }).where("email", "in", emails).execute());
    const answers = statuses(await atOnce(40, (index) => ({ username: emails[index] ?? "", password })));
    expect(answers[200]?.length).toBe(40);
    expect(await db.read.selectFrom("login_failures").selectAll().execute(), "no try is left counted").toEqual([]);
  },
);

expensive("sixteen new users beside sixteen sign-ins at once")(
  "nobody waits for somebody who waits for them when users are made while many sign in",
  async () => {
    const staff = await servers[0].asStaff();
    const start = performance.now();
    const make = (index: number) =>
      staff.ask(createUser, { body: { last_name: "Neu", email: `neu${index}@example.com` } });
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, index) => [
        make(index),
        attempt({ username: `flut${index}@example.com`, from: address(index) }),
      ]).flat(),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 400]));
    expect(performance.now() - start, "less than a connection is waited for at most").toBeLessThan(10_000);
  },
);
