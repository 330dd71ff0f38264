import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { seedArchive } from "#cli/seed/load-archive.ts";
import { buildApp } from "#server/app.ts";
import { readConfig } from "#server/config.ts";
import { Database } from "#server/database/database.ts";
import { openDatabase } from "#server/open-database.ts";
import { benchToken } from "./bench-user.ts";

/**
 * Sends 40 wrong logins at once, in a database of its own, while somebody reads the box list; prints how long both took, and
 * how a wrong password's time compares to an unknown name's. The aim: 300 ms for every list.
 *
 *     npm run bench -- login-flood
 */
const logins = 40;
const rounds = 5;
const boxes = 12_000;

const dataDir = mkdtempSync(join(tmpdir(), "magazin-login-"));
// behind a proxy, so that every login can come from another address
const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: "silent", PUBLIC_URL: "http://archiv.example" });
const { connection, close } = await openDatabase(config, () => {});
const db = new Database(connection);
await seedArchive(connection, { boxes, seed: 1, add: false, now: new Date(), say: () => {} });
const email = "bench@example.com";
const token = await benchToken(db, { email });
const app = await buildApp({ db, config, now: () => new Date() });
await app.listen({ port: 0, host: "127.0.0.1" });
const base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/v1`;

async function timed(work: () => Promise<Response>): Promise<{ ms: number; status: number }> {
  const start = performance.now();
  const response = await work();
  await response.arrayBuffer();
  return { ms: performance.now() - start, status: response.status };
}

const list = () => timed(() => fetch(`${base}/boxes/?limit=30`, { headers: { authorization: `Token ${token}` } }));

let addresses = 0;
function wrongLogin(username: string, from = `198.51.${Math.floor(addresses / 250)}.${addresses++ % 250}`) {
  const headers = { "content-type": "application/json", "x-forwarded-for": from };
  const body = JSON.stringify({ username, password: "falsch-falsch" });
  return timed(() => fetch(`${base}/api-token-auth/`, { method: "POST", headers, body }));
}

const sorted = (times: number[]) => times.sort((a, b) => a - b);
const median = (times: number[]) => sorted(times)[Math.floor(times.length / 2)] ?? 0;
const said = (times: number[]) =>
  `median ${median(times).toFixed(0)} ms, worst ${(sorted(times).at(-1) ?? 0).toFixed(0)} ms of ${times.length}`;

/** The lists that are read, one after the other, until the flood is over. */
async function flood(name: string, login: (index: number) => ReturnType<typeof wrongLogin>): Promise<void> {
  const lists: number[] = [];
  const tries: { ms: number; status: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    await db.write((tx) => tx.deleteFrom("login_failures").execute());
    const flooding = { now: true };
    const all = Promise.all(Array.from({ length: logins }, (_, index) => login(index))).finally(
      () => (flooding.now = false),
    );
    while (flooding.now) lists.push((await list()).ms);
    tries.push(...(await all));
  }
  const statuses = Map.groupBy(tries, ({ status }) => status).entries();
  console.log(`${logins} wrong logins at once, ${name}: ${said(tries.map(({ ms }) => ms))}`);
  console.log(`  answered ${[...statuses].map(([status, some]) => `${status}: ${some.length}`).join(", ")}`);
  console.log(`  the list beside them: ${said(lists)}`);
}

for (let count = 0; count < 20; count++) await list();
const alone: number[] = [];
for (let count = 0; count < 100; count++) alone.push((await list()).ms);
console.log(`the list alone: ${said(alone)}`);
await flood("from one address for one name", () => wrongLogin("opfer@example.com", "198.51.100.1"));
await flood("each from another address for another name", (index) => wrongLogin(`opfer${index}@example.com`));

const [wrong, unknown]: [number[], number[]] = [[], []];
for (let round = 0; round < 60; round++) {
  if (round % 5 === 0) await db.write((tx) => tx.deleteFrom("login_failures").execute());
  wrong.push((await wrongLogin(email)).ms);
  unknown.push((await wrongLogin("niemand@example.com")).ms);
}
console.log(`a wrong password: ${said(wrong)}; an unknown name: ${said(unknown)}`);
console.log(`ratio ${(median(wrong) / median(unknown)).toFixed(2)}`);

await app.close();
await db.close();
await close();
rmSync(dataDir, { recursive: true, force: true });
