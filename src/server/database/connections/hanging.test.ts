import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { createArea, listAreas } from "#contract/calls/stock/areas.ts";
import { listCustomers } from "#contract/calls/customers/customers.ts";
import { settings } from "#contract/calls/access/session.ts";
import { Database, servingLimits } from "#server/database/database.ts";
import { migrate } from "#server/database/migrate.ts";
import { type Answer, testServer, urlOf } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { commit, proxyTo } from "#test/support/proxy.ts";
import { eachOnItsOwnFolder, postmasterPid, start } from "#test/support/embedded.ts";
import { expensive } from "#test/support/tiers.ts";

eachOnItsOwnFolder();
const { connection: shared } = await testDatabase();

/** Every process of the test's own PostgreSQL, the first one first. */
function processes(): number[] {
  const first = postmasterPid();
  if (first === undefined) throw new Error("There is no PostgreSQL.");
  const found = execFileSync("ps", ["-o", "pid=", "--ppid", String(first)], { encoding: "utf8" });
  return [first, ...found.split("\n").filter(Boolean).map(Number)];
}
const signal = (name: NodeJS.Signals, pids: readonly number[]) => pids.forEach((pid) => process.kill(pid, name));
const answered = ({ status, headers }: Answer) => [
  status,
  headers.get("x-magazin-code"),
  Number(headers.get("retry-after")) > 0,
];

/** Longer than this nobody waits for a database that hangs: a test that takes longer fails. */
const longest = { timeout: 40_000 };

expensive("a PostgreSQL of its own that is stopped, and waits")(
  "who asks a database that stands still gets an answer soon, a write that may have happened too, the rest goes on, and afterwards everything does",
  async () => {
    const { connection } = await start();
    await migrate(connection);
    const db = new Database(connection, { limits: servingLimits });
    const server = await testServer(db);
    const { anonymous } = server;
    const staff = await server.asStaff();
    await staff.ask(listAreas, {});

    const stopped = processes();
    signal("SIGSTOP", stopped);
    try {
      const [read, another, write, page, health] = await Promise.all([
        staff.ask(listCustomers, {}),
        staff.ask(listAreas, {}),
        staff.ask(createArea, { body: { name: "Halle" } }),
        anonymous.raw("GET", urlOf(settings)),
        anonymous.raw("GET", "/healthz"),
      ]);
      expect([read, another].map(answered)).toEqual([
        [503, "database_away", true],
        [503, "database_away", true],
      ]);
      expect(read.text).toContain("Die Datenbank antwortet gerade nicht.");
      expect([503, "database_away"]).toEqual(answered(write).slice(0, 2));
      expect(health.status).toBe(200);
      expect(page.status).toBe(200);
      expect((await anonymous.raw("GET", "/readyz")).body).toEqual({ status: "database away" });
    } finally {
      signal("SIGCONT", stopped);
    }
    await expect.poll(async () => (await staff.ask(listAreas, {})).status, { timeout: 10_000 }).toBe(200);
    await expect
      .poll(async () => (await staff.ask(createArea, { body: { name: "Danach" } })).status, { timeout: 10_000 })
      .toBe(201);
    await db.close();
  },
  longest.timeout,
);

test.each([
  ["a write is unclear", commit, 503, "unclear"],
  ["a read is asked again", "customers", 200, null],
])(
  "where one answer is lost on its way while others arrive, %s, and nobody waits for it",
  longest,
  async (_what, text, status, code) => {
    const line = await proxyTo(shared);
    const db = new Database(line.connection, { limits: servingLimits });
    try {
      const staff = await (await testServer(db)).asStaff();
      await staff.ask(listCustomers, {});
      const held = line.cut({ at: "held", text });
      const answer =
        text === commit
          ? await staff.ask(createArea, { body: { name: "Verhallt" } })
          : await staff.ask(listCustomers, {});
      await held;
      expect([answer.status, answer.headers.get("x-magazin-code")]).toEqual([status, code]);
    } finally {
      line.close();
      await db.close();
    }
  },
);
