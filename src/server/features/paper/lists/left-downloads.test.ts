import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import * as services from "#contract/calls/paper/services.ts";
import { buildApp } from "#server/app.ts";
import { Client, testConfig, testServer, urlOf } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { textOf } from "#test/support/pdf.ts";
import { expensive } from "#test/support/tiers.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a, dataDir } = server;
const { token } = await server.asStaff();

const log: string[] = [];
const stream = { write: (line: string) => void log.push(line) };
const config = testConfig({ DATA_DIR: dataDir });
const app = await buildApp({ db, config, now: () => new Date() }, { level: "warn", stream });
await app.listen({ port: 0, host: "127.0.0.1" });
afterAll(() => app.close());
const staff = new Client(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}`, token);

/** A call whose client leaves when `end` is called. */
function asked(method: string, url: string, body?: unknown): { end: () => void } {
  const headers = { authorization: `Token ${token}`, ...(body ? { "content-type": "application/json" } : {}) };
  const call = request(staff.base + url, { method, headers, agent: false });
  call.on("error", () => undefined);
  call.end(body && JSON.stringify(body));
  return { end: () => void call.destroy() };
}

expensive("forty prints of 5,000 labels that nobody waits for")(
  "many who leave in the middle of a document are no errors, and do not keep the next one waiting",
  async () => {
    const box = await a.box({ state: 1 });
    const labels = { codes: [{ code: box.code, amount: 5000 }] };
    for (let round = 0; round < 10; round++) {
      const calls = [1, 2, 3, 4].map(() => asked("POST", urlOf(services.printLabels), labels));
      await sleep(20 * round);
      for (const call of calls) call.end();
    }
    const { status, bytes } = await staff.download(services.archiveList, { path: { id: box.owner.id } });
    expect(status).toBe(200);
    expect(textOf(bytes)).toContain("Archivliste");
    expect(log).toEqual([]);
  },
);

test("nothing is read for a client who left while the database was busy", async () => {
  const { id } = await a.customer();
  const pool = db.pools.reading;
  const all = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  const calls = [1, 2, 3].map(() => asked("GET", urlOf(services.archiveList, { path: { id } })));
  while (pool.waitingCount < 2) await sleep(5); // one of them is looked up at once, the others together
  for (const call of calls) call.end();
  await sleep(300);
  const waiting = pool.waitingCount;
  let queries = 0;
  const count = () => void queries++;
  pool.on("acquire", count);
  for (const client of all) client.release();
  while (pool.waitingCount > 0 || pool.idleCount < pool.totalCount) await sleep(5);
  await sleep(100);
  pool.off("acquire", count);
  expect(queries).toBe(waiting); // who asks, and nothing more
  expect(log).toEqual([]);
});
