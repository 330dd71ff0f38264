import { beforeEach, describe, expect, test } from "vitest";
import { createUser } from "#contract/calls/users.ts";
import { type Answer, testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";

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
  test("for a name from many addresses are all, on two servers in turn", async () => {
    const user = await a.user({ password });
    const right = { username: user.email, password, from: address(200) };
    for (let index = 0; index < 10; index++) {
      const answer = await attempt({ username: user.email, from: address(index) }, index);
      expect(outcome(answer)).toEqual(failed);
    }
    for (const index of [0, 1]) expect(outcome(await attempt(right, index))).toEqual(tooMany);
    expect(outcome(await attempt({ ...right, username: ` ${user.email.toUpperCase()}` }))).toEqual(tooMany);
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

  test("are no more when forty come at once for a name", async () => {
    const answers = statuses(await atOnce(40, (index) => ({ username: "burst@example.com", from: address(index) })));
    expect([answers[400]?.length, answers[429]?.length]).toEqual([10, 30]);
    for (const answer of answers[400] ?? []) expect(outcome(answer)).toEqual(failed);
    for (const answer of answers[429] ?? []) expect(outcome(answer)).toEqual(tooMany);
  });

  test("are no more when forty come at once from an address", async () => {
    const answers = statuses(await atOnce(40, (index) => ({ username: `burst${index}@example.com` })));
    expect([answers[400]?.length, answers[429]?.length]).toEqual([10, 30]);
  });

  test("are not made more by logging in between: a right password takes back its own try only", async () => {
    const user = await a.user({ password });
    const statusOf = async (secret: string, index: number) =>
      (await attempt({ username: user.email, password: secret, from: address(index) }, index)).status;
    for (let index = 0; index < 9; index++) {
      expect(await statusOf("falsch-falsch", index)).toBe(400);
      expect(await statusOf(password, index)).toBe(200);
    }
    expect(await statusOf("falsch-falsch", 9)).toBe(400);
    expect(await statusOf(password, 10)).toBe(429);
  });

  test("count each for a minute of its own", async () => {
    const user = await a.user({ password });
    for (let index = 0; index < 10; index++) await attempt({ username: user.email }, index);
    const early = db.read.selectFrom("login_failures").select("at").orderBy("at").limit(6); // three tries, two keys each
    await db.write((tx) =>
      tx
        .updateTable("login_failures")
        .set({ at: new Date(Date.now() - 60_500).toISOString() })
        .where("at", "in", early)
        .execute(),
    );
    const answers = [];
    for (let index = 0; index < 5; index++) answers.push((await attempt({ username: user.email }, index)).status);
    expect(answers).toEqual([400, 400, 400, 429, 429]);
  });
});

test("an unknown name and a wrong password are told the same, down to the bytes, and counted the same", async () => {
  const [user, gone] = [await a.user({ password }), await a.user({ password, active: false })];
  for (const [index, username] of [user.email, "niemand@example.com", gone.email].entries()) {
    const answers = [];
    for (let round = 0; round < 11; round++) answers.push(await attempt({ username, from: address(index) }));
    expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 400), 429]);
    expect(new Set(answers.slice(0, 10).map(({ text }) => text))).toEqual(new Set([JSON.stringify(failed[1])]));
  }
});

test("forty people of one office sign in at once with the right password, and nobody is refused", async () => {
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
});

test("nobody waits for somebody who waits for them when users are made while many sign in", async () => {
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
});
