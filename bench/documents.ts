import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { boxCode } from "#rules/stock/box-code.ts";
import { buildApp } from "#server/app.ts";
import { readConfig } from "#server/config.ts";
import { Database } from "#server/database/database.ts";
import { openDatabase } from "#server/open-database.ts";
import { benchToken } from "./bench-user.ts";

/**
 * Prints the longest documents in a database of its own, while other people work; says how much time, processor time and memory
 * they took, and how long the others waited. The aims: 3 s of processor time and 250 MB for an archive list of 20,000 boxes with
 * 100,000 contents, 0.8 s for 2,400 labels, 60 ms for a document of one page, 300 ms for 99 of 100 other calls.
 *
 *     npm run bench -- documents
 */
const boxes = 20_000;
const contentsEach = 5;
const labels = 2400;
/** ms between two calls of one kind, so that the others work and do not flood. */
const pause = 20;

const dataDir = mkdtempSync(join(tmpdir(), "magazin-documents-"));
const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: "silent" });
const { connection, close } = await openDatabase(config, () => {});
const db = new Database(connection);

async function seed(): Promise<{ big: number; small: number }> {
  const made: number[] = [];
  for (const [code, count] of [
    [1, boxes],
    [2, 20],
  ] as const) {
    const { id } = await db.write((tx) =>
      tx
        .insertInto("customers")
        .values({ code, name: `Kunde ${code}` })
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
    await db.write((tx) =>
      sql`
      insert into boxes (customer_id, customer_code, number, state, destroyed, meta_year, meta_destroy_year)
      select ${id}, ${code}::int, n, case when n % 4 = 0 then 6 else 2 end, case when n % 4 = 0 then date '2020-01-01' + n % 365 end,
        2000 + n % 20, 2010 + n % 30
      from generate_series(1, ${count}::int) n`.execute(tx),
    );
    made.push(id);
  }
  await db.write((tx) =>
    sql`
    insert into contents (box_id, customer_id, text)
    select id, customer_id, 'Rechnungen und Schriftwechsel ' || number || '/' || n || ', Müller bis Öztürk, Ablage „' || n || '“'
    from boxes, generate_series(1, ${contentsEach}::int) n`.execute(tx),
  );
  await db.pools.writing.query("vacuum analyze");
  const [big = 0, small = 0] = made;
  return { big, small };
}

const { big, small } = await seed();
const token = await benchToken(db);
const app = await buildApp({ db, config, now: () => new Date() });
await app.listen({ port: 0, host: "127.0.0.1" });
const base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/v1`;

async function call(method: string, path: string, body?: object): Promise<{ ms: number; bytes: number }> {
  const headers = { authorization: `Token ${token}`, ...(body && { "content-type": "application/json" }) };
  const started = performance.now();
  const response = await fetch(base + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const { byteLength } = await response.arrayBuffer();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
  return { ms: performance.now() - started, bytes: byteLength };
}

const meanwhile: Record<string, (round: number) => Promise<{ ms: number }>> = {
  "list of boxes": (n) => call("GET", `/boxes/?limit=30&offset=${n * 30}`),
  "the customer's boxes": (n) => call("GET", `/boxes/?owner=1&limit=30&offset=${n * 30}`),
  overview: () => call("GET", "/boxes/overview/"),
  "a list of one page": () => call("GET", `/customers/${small}/overview/`),
};

const cpuSeconds = (since?: NodeJS.CpuUsage) => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1_000_000;
};
const print = {
  "archive list, 20,000 boxes": () => call("GET", `/customers/${big}/archivelist/`),
  "boxes overview, 20,000 boxes": () => call("GET", `/customers/${big}/overview/`),
  "destroy list, 5,000 boxes": () => call("GET", `/customers/${big}/destroylist/`),
  "labels, 2,400": () => call("POST", "/services/labelprintV2/", { codes: some(labels, 1), start: 1 }),
  "destroy request, one page": () => call("GET", `/customers/${small}/destroyrequest/`),
};
const some = (count: number, amount: number) =>
  Array.from({ length: count }, (_, index) => ({ code: boxCode(1, index + 1), amount }));

const rss = () => Math.round(process.memoryUsage().rss / 1024 / 1024);
const most = () => Math.round(process.resourceUsage().maxRSS / 1024);
console.log(`before the first document: ${rss()} MB`);
for (const [name, work] of Object.entries(print)) {
  for (const run of ["first", "again", "again"]) {
    const cpu = process.cpuUsage();
    const { ms, bytes } = await work();
    const took = `${cpuSeconds(cpu).toFixed(2)} s of processor time, ${ms.toFixed(0).padStart(5)} ms`;
    console.log(`${name.padEnd(30)} ${run}: ${took}, ${(bytes / 1e6).toFixed(1)} MB; most memory so far ${most()} MB`);
  }
}

const end = new AbortController();
const loop = monitorEventLoopDelay({ resolution: 5 });
loop.enable();
const waited = Object.entries(meanwhile).map(async ([other, act]) => {
  const took: number[] = [];
  for (let round = 0; !end.signal.aborted; round++) {
    took.push((await act(round % 500)).ms);
    await sleep(pause);
  }
  return { other, took: took.sort((x, y) => x - y) };
});
for (let round = 0; round < 4; round++) await print["archive list, 20,000 boxes"]();
end.abort();
loop.disable();
console.log(
  `\nfour archive lists meanwhile; the longest that the server's thread was held: ${(loop.max / 1e6).toFixed(0)} ms`,
);
for (const { other, took } of await Promise.all(waited)) {
  const at = (part: number) =>
    (took[Math.min(took.length - 1, Math.floor(took.length * part))] ?? 0).toFixed(0).padStart(5);
  const calls = `${String(took.length).padStart(5)} calls, median ${at(0.5)} ms, 99 % ${at(0.99)} ms, longest ${at(1)} ms`;
  console.log(`  ${other.padEnd(24)} ${calls}`);
}

await app.close();
await db.close();
await close();
rmSync(dataDir, { recursive: true, force: true });
