import { sql } from "kysely";
import { expect, test } from "vitest";
import { login } from "#contract/calls/access/session.ts";
import { getUser } from "#contract/calls/access/users.ts";
import { listSessions } from "#contract/calls/access/sessions.ts";
import { readConfig } from "#server/config.ts";
import { Client, testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { expensive } from "#test/support/tiers.ts";

const { db } = await testDatabase();
const server = await testServer(db, { SESSION_IDLE: "4h 20d", SESSION_MAX: "12h 60d" });
const { a } = server;
const password = "passwort1";

async function ago(client: Client, column: "used" | "created", time: string): Promise<number> {
  const since = sql`update tokens set ${sql.ref(column)} = now() - ${time}::interval where user_id = ${client.userId}`;
  await db.write((tx) => since.execute(tx));
  return (await client.ask(getUser, { path: { id: client.userId } })).status;
}

test.each([
  ["staff", "used", "3 hours", 200],
  ["staff", "used", "5 hours", 403],
  ["staff", "created", "11 hours", 200],
  ["staff", "created", "13 hours", 403],
  ["a customer's user", "used", "19 days", 200],
  ["a customer's user", "used", "21 days", 403],
  ["a customer's user", "created", "59 days", 200],
  ["a customer's user", "created", "61 days", 403],
] as const)("a session of %s that was %s %s ago answers %s", async (who, column, time, status) => {
  const user = await a.user({ isStaff: who === "staff" });
  const client = await server.as(user);
  expect(await ago(client, column, time)).toBe(status);
  const other = await server.as(user);
  expect((await other.call(listSessions, {})).count, "one that has ended is not listed").toBe(status === 200 ? 2 : 1);
});

test.each([
  ["12h", { staff: 720, others: 720 }],
  ["2h 30d", { staff: 120, others: 43_200 }],
])("%s is how long a session may go unused", (value, minutes) => {
  expect(readConfig({ SESSION_IDLE: value }).sessionRules.idle).toEqual(minutes);
});

test.each(["1h", "31d", "12", "12h 30d 1d", "d", "-3h", "zwei Tage"])(
  "%s is refused, and it is said what it must be",
  (value) => {
    expect(() => readConfig({ SESSION_IDLE: value })).toThrow(
      /SESSION_IDLE must be a time like 12h or 30d.*from 2h to 30d/,
    );
  },
);

expensive("twenty-two sign-ins, each with its password hashed")(
  "a user has twenty sessions: the one that was not used for the longest time ends with the next sign-in, and nobody else's",
  async () => {
    const [user, other] = [await a.user({ password }), await a.user({ password })];
    const signIn = async ({ email, id }: { email: string; id: number }) => {
      const { token } = await server.anonymous.call(login, { body: { username: email, password } });
      return new Client(server.url, token, id);
    };
    const oldest = await signIn(user);
    const theirs = await signIn(other);
    await ago(oldest, "used", "1 hour");
    const second = await signIn(user);
    for (let count = 0; count < 19; count++) await signIn(user);
    const status = async (client: Client) => (await client.ask(getUser, { path: { id: client.userId } })).status;
    expect([await status(oldest), await status(second), await status(theirs)]).toEqual([403, 200, 200]);
    expect((await second.call(listSessions, {})).count).toBe(20);
  },
);
