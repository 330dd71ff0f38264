import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createArea } from "#contract/calls/stock/areas.ts";
import { Database } from "#server/database/database.ts";
import { migrate } from "#server/database/migrate.ts";
import { startEmbedded } from "#server/postgres/embedded.ts";
import { readPidFile } from "#server/postgres/pid-file.ts";
import { type Answer, Client, testServer, urlOf } from "#test/support/client.ts";

const json = { "content-type": "application/json" };

/** Makes an area, with a key where one is given. */
const make = (name: string, key: string | undefined, client: Client) =>
  client.raw("POST", urlOf(createArea), {
    headers: { ...json, ...(key !== undefined && { "idempotency-key": key }) },
    body: JSON.stringify({ name }),
  });

/** A server on a PostgreSQL of its own, which is stopped fast, as for a restart, and started again by its supervisor. */
async function onItsOwn() {
  const dataDir = mkdtempSync(join(tmpdir(), "magazin-restart-"));
  chmodSync(dataDir, 0o755);
  const postgres = await startEmbedded({ dataDir, settings: { fsync: "off" } });
  await migrate(postgres.connection);
  const database = new Database(postgres.connection);
  const client = await (await testServer(database)).asStaff();
  afterAll(async () => {
    await database.close();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return {
    make: (name: string, key?: string) => make(name, key, client),
    names: async () => {
      const rows = await database.read.selectFrom("areas").select("name").execute();
      return new Map(rows.map(({ name }) => [name, rows.filter((row) => row.name === name).length]));
    },
    restart: async () => {
      const pid = readPidFile(join(dataDir, "postgres"))?.pid ?? 0;
      process.kill(pid, "SIGINT");
      await expect.poll(() => readPidFile(join(dataDir, "postgres"))?.pid ?? pid, { timeout: 20_000 }).not.toBe(pid);
    },
  };
}
const restarted = await onItsOwn();

test("over a restart of the database what was said to be saved is, what was refused is not, and with keys everything is done once", async () => {
  const { make: makeThere, names, restart } = restarted;
  const end = new AbortController();
  const said = new Map<string, Answer>();
  const without = async (writer: number) => {
    for (let round = 0; !end.signal.aborted; round++) {
      const name = `ohne ${writer} ${round}`;
      said.set(name, await makeThere(name));
    }
  };
  const insisting = async (writer: number) => {
    for (let round = 0; !end.signal.aborted; round++) {
      const name = `mit ${writer} ${round}`;
      for (;;) {
        const answer = await makeThere(name, name.replaceAll(" ", "-"));
        said.set(name, answer);
        if (answer.status === 201) break;
        expect([409, 503], answer.text).toContain(answer.status);
      }
    }
  };
  const writers = [1, 2].flatMap((writer) => [without(writer), insisting(writer)]);
  await expect.poll(() => said.size).toBeGreaterThan(20);
  for (const _time of [1, 2, 3]) {
    await restart();
    const before = said.size;
    await expect.poll(() => said.size).toBeGreaterThan(before + 20);
  }
  end.abort();
  await Promise.all(writers);
  const there = await names();
  const wrong = [...said].filter(([name, { status, headers }]) => {
    const count = there.get(name) ?? 0;
    if (status === 201) return count !== 1;
    return status !== 503 || (headers.get("x-magazin-code") === "unclear" ? count > 1 : count !== 0);
  });
  expect(wrong.map(([name, answer]) => [name, answer.status, answer.text, there.get(name)])).toEqual([]);
});
