import { sql } from "kysely";
import { afterAll, describe, expect, inject, test } from "vitest";
import { createArea, listAreas } from "#contract/calls/stock/areas.ts";
import { listCustomers } from "#contract/calls/customers/customers.ts";
import { Database } from "#server/database/database.ts";
import { type Answer, Client, testServer, urlOf } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { locked } from "#test/support/locks.ts";
import { commit, proxyTo } from "#test/support/proxy.ts";
import { ask } from "#test/support/embedded.ts";

// Over restarts of the database: test/cluster/restarts.test.ts (npm run test:cluster).
const { db, connection } = await testDatabase();
const line = await proxyTo(connection);
afterAll(() => line.close());
const own = new Database(line.connection, { sizes: { reading: 4, writing: 4 } });
afterAll(() => own.close());
const server = await testServer(own);
const staff = await server.asStaff();

/** A server whose connections are not opened yet. */
async function another() {
  const database = new Database(line.connection);
  const { url } = await testServer(database);
  afterAll(() => database.close());
  return { database, client: new Client(url, staff.token) };
}
const [demoted, readOnly] = [await another(), await another()];
const superuser = inject("postgres").superuser;
const json = { "content-type": "application/json" };

/** Makes an area, with a key where one is given. */
const make = (name: string, key?: string, client: Client = staff) =>
  client.raw("POST", urlOf(createArea), {
    headers: { ...json, ...(key !== undefined && { "idempotency-key": key }) },
    body: JSON.stringify({ name }),
  });

/** Counts the areas of this name, as somebody sees them who looks past the proxy. */
const areasCalled = async (name: string) =>
  (await db.read.selectFrom("areas").select("id").where("name", "=", name).execute()).length;

const answered = ({ status, headers, body }: Answer) => [status, headers.get("x-magazin-code"), body];
const unclear = [503, "unclear", { detail: "Unklar, ob das gespeichert wurde. Bitte prüfen Sie es." }];

describe("a write whose connection is lost", () => {
  test("before its commit was sent is done on another connection, once, and nobody notices", async () => {
    const cut = line.cut({ at: "asked", text: "insert into" });
    const answer = await make("Vor dem Commit");
    await cut;
    expect(answer.status, answer.text).toBe(201);
    expect(await areasCalled("Vor dem Commit")).toBe(1);
  });

  test.each([
    ["on its way to the database", "asked", 0],
    ["on its way back", "answered", 1],
  ] as const)("with its commit %s is unclear, and never said to be saved", async (_where, at, there) => {
    const cut = line.cut({ at, text: commit });
    const answer = await make(`Unklar ${at}`);
    await cut;
    expect(answered(answer)).toEqual(unclear);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await areasCalled(`Unklar ${at}`)).toBe(there);
  });

  test.each(["asked", "answered"] as const)(
    "with its commit %s, but with a key, is found out and done once",
    async (at) => {
      const cut = line.cut({ at, text: commit });
      const name = `Gefunden ${at}`;
      const answer = await make(name, name.replace(" ", "-"));
      await cut;
      expect(answer.status, answer.text).toBe(201);
      expect(await areasCalled(name)).toBe(1);
      expect((await make(name, name.replace(" ", "-"))).text).toBe(answer.text);
      expect(await areasCalled(name)).toBe(1);
    },
  );
});

test("a read whose connection is lost is tried once more", async () => {
  const cut = line.cut({ at: "answered", text: "customers" });
  const answer = await staff.ask(listCustomers, {});
  await cut;
  expect(answer.status, answer.text).toBe(200);
  const release = await locked(db, (tx) => sql`lock table areas in access exclusive mode`.execute(tx));
  const waiting = staff.ask(listAreas, {});
  const ended = async () =>
    (await ask(
      superuser,
      `select count(pg_terminate_backend(pid)) from pg_stat_activity
       where datname = '${connection.database}' and wait_event_type = 'Lock' and query like '%areas%'`,
    )) as string[];
  await expect.poll(async () => Number((await ended())[0])).toBe(1);
  await release();
  expect((await waiting).status).toBe(200);
});

describe("where the primary has become a standby", () => {
  const become = (standby: boolean) =>
    ask(
      superuser,
      `alter database ${connection.database} ${standby ? "set default_transaction_read_only = on" : "reset default_transaction_read_only"}`,
    );

  test("a write goes to the new primary: connections that were open before are let go of", async () => {
    await become(true);
    for (let opened = 0; opened < 3; opened++) await demoted.database.write((tx) => sql`select 1`.execute(tx));
    await become(false);
    const answer = await make("Neuer Primary", undefined, demoted.client);
    expect(answer.status, answer.text).toBe(201);
    expect(await areasCalled("Neuer Primary")).toBe(1);
  });

  test("and none is there, a write is refused and not done, and reads go on", async () => {
    await become(true);
    const answer = await make("Kein Primary", undefined, readOnly.client);
    expect([answer.status, answer.headers.has("retry-after")]).toEqual([503, true]);
    expect((await readOnly.client.ask(listAreas, {})).status).toBe(200);
    await become(false);
    expect(await areasCalled("Kein Primary")).toBe(0);
    expect((await make("Kein Primary", undefined, readOnly.client)).status).toBe(201);
  });
});
