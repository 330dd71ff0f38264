import { Agent, get } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";
import { buildApp } from "#server/app.ts";
import { readConfig } from "#server/config.ts";
import { clientConfig, Database } from "#server/database/database.ts";
import { openDatabase } from "#server/open-database.ts";
import { boxListCases } from "./box-list.ts";
import { benchToken } from "./bench-user.ts";

/**
 * Measures each call over HTTP on one connection against the statements that it runs, replayed bare on one
 * connection, in alternating rounds; prints medians. The aim is 1.5 times the bare time plus 1 ms.
 * Run it on a database of `npm run magazin -- seed --boxes 1000000`.
 */
const rounds = 60;
const warmUp = 40; // rounds that do not count: the first calls are compiled while they run

interface Statement {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

const median = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

function fetchText(url: string, token: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent, headers: { authorization: `Token ${token}` } }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => (text += part));
      response.on("end", () =>
        response.statusCode === 200 ? resolve(text) : reject(new Error(`${url}: ${response.statusCode} ${text}`)),
      );
    });
    request.on("error", reject);
  });
}

async function customersBySize(db: Database) {
  const rows = await db.read.list<{ id: number; code: number; boxes: number }>(
    "bench-customers",
    "select id, code, sum(boxes)::int as boxes from customer_counts k join customers c on c.id = k.customer_id group by 1, 2 order by 3 desc",
    [],
  );
  const [big] = rows;
  const middling = rows[Math.floor(rows.length / 2)];
  if (!big || !middling) throw new Error("There are no boxes: run npm run magazin -- seed --boxes 1000000 first.");
  return { big, middling };
}

const config = readConfig({ ...process.env, LOG_LEVEL: "silent" });
const { connection, close } = await openDatabase(config, () => {});
const db = new Database(connection);
const asked: Statement[] = [];
const list = db.read.list.bind(db.read);
Object.assign(db.read, {
  list: <Row extends object>(name: string, text: string, values: unknown[]) => {
    asked.push({ name, text, values });
    return list<Row>(name, text, values);
  },
});
const client = new pg.Client(clientConfig(connection));
await client.connect();
const email = `bench-${Date.now()}@example.com`;
const token = await benchToken(db, { email });
const app = await buildApp({ db, config, now: () => new Date() });
await app.listen({ port: 0, host: "127.0.0.1" });
const base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/v1`;

const { big, middling } = await customersBySize(db);
const cases = boxListCases(big, middling);
// a server that has run for a while, not one that has just started
for (let round = 0; round < 10; round++) for (const path of Object.values(cases)) await fetchText(base + path, token);
console.log(`${"call".padEnd(40)} ${"bare ms".padStart(9)} ${"API ms".padStart(9)} ${"aim ms".padStart(9)}`);
let missed = 0;
for (const [name, path] of Object.entries(cases)) {
  asked.length = 0;
  await fetchText(base + path, token);
  const statements = asked.filter((statement) => statement.name !== "user-of-token");
  const bare: number[] = [];
  const api: number[] = [];
  for (let round = -warmUp; round < rounds; round++) {
    bare.push(
      await timed(async () => {
        for (const statement of statements) await client.query(statement);
      }),
    );
    api.push(await timed(() => fetchText(base + path, token)));
    if (round < 0) bare.length = api.length = 0;
  }
  const aim = median(bare) * 1.5 + 1;
  const met = median(api) <= aim;
  if (!met) missed++;
  const row = [median(bare), median(api), aim].map((ms) => ms.toFixed(2).padStart(9)).join(" ");
  console.log(`${name.padEnd(40)} ${row}${met ? "" : "  missed"}`);
}
console.log(missed === 0 ? "Every call met its aim." : `${missed} calls missed their aim.`);

await db.write((tx) => tx.deleteFrom("users").where("email", "=", email).execute());
await app.close();
await client.end();
await db.close();
await close();
