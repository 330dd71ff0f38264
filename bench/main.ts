import { Agent, get } from "node:http";
import type { AddressInfo } from "node:net";
import { loadavg } from "node:os";
import pg from "pg";
import { buildApp } from "#server/app.ts";
import { readConfig } from "#server/config.ts";
import { clientConfig, Database } from "#server/database/database.ts";
import { benchToken } from "./bench-user.ts";
import { type Case, cases } from "./box-list.ts";
import { customersBySize, openStock, undisturbed } from "./stock.ts";

/**
 * One table: each call over HTTP on one connection, against its bare SQL on one connection, at 10,000 and at 1,000,000 boxes, all in
 * turn, the quickest tenth of the rounds: other work on the machine only ever adds. The aims: 1.5 times the bare SQL and 1 ms, and at
 * most 1.8 times as long at a million boxes, unless it finds more there.
 *
 *     npm run bench [-- main content [10000000]]       only the calls whose name contains that; another size than a million
 */
const sizes = [10_000, Number(process.argv[3] ?? 1_000_000)];
const rounds = { fast: 40, slow: 7, slowest: 2 };
const slow = 60; // ms
const slowest = 2_000; // ms
const warmUp = 10; // rounds that do not count: the first calls are compiled while they run

const agent = new Agent({ keepAlive: true });

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

interface Asked {
  readonly text: string;
  readonly values: readonly unknown[];
}

async function openServer(boxes: number) {
  const { connection, close, db: own } = await openStock(boxes);
  await own.close();
  const db = new Database(connection);
  const asked: Asked[] = [];
  db.pools.reading.on("connect", (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    client.query = ((...given: [string | Asked, unknown[]?]) => {
      const [what, values = []] = given;
      asked.push(typeof what === "string" ? { text: what, values } : what);
      return query(...given);
    }) as unknown as typeof client.query;
  });
  const client = new pg.Client(clientConfig(connection));
  await client.connect();
  const email = `bench-${Date.now()}@example.com`;
  const token = await benchToken(db, { email });
  const config = readConfig({ LOG_LEVEL: "silent" });
  const app = await buildApp({ db, config, now: () => new Date() });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/v1`;
  const stock = { boxes, ...(await customersBySize(db)) };
  return {
    cases: cases(stock),
    call: (path: string) => fetchText(base + path, token),
    /** Statements that a call sends to the database, without those that identify the caller. */
    statementsOf: async (path: string) => {
      asked.length = 0;
      await fetchText(base + path, token);
      return asked.filter(({ text }) => !text.includes("from tokens "));
    },
    ask: (name: string, { text, values }: Asked) => client.query({ name, text, values: [...values] }),
    close: async () => {
      await db.write((tx) => tx.deleteFrom("users").where("email", "=", email).execute());
      await app.close();
      await client.end();
      await db.close();
      await close();
    },
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

type Server = Awaited<ReturnType<typeof openServer>>;

/** One case of a server: its bare statements and its call, each once. */
async function prepare(server: Server, { path, bare }: Case, name: string) {
  const statements = bare === undefined ? await server.statementsOf(path) : [bare];
  const reply = JSON.parse(await server.call(path)) as { count?: number };
  const took = { bare: [] as number[], ours: [] as number[] };
  return {
    count: reply.count ?? 1,
    took,
    measure: async () => {
      took.bare.push(
        await timed(async () => {
          for (const [at, statement] of statements.entries()) await server.ask(`${name} ${at}`.slice(-60), statement);
        }),
      );
      took.ours.push(await timed(() => server.call(path)));
    },
  };
}

const servers = await Promise.all(sizes.map(openServer));
const [small, large] = servers as [Server, Server];
const wanted = process.argv[2] ?? "";
const names = Object.keys(large.cases).filter((name) => name.includes(wanted));
// a server that has run for a while, not one that has just started
for (let round = 0; round < 20; round++) for (const server of servers) await server.call("/boxes/");

const ms = (value: number) => value.toFixed(value < 10 ? 2 : 1).padStart(8);
const times = (value: number) => value.toFixed(1).padStart(6);
console.log(`load ${loadavg()[0]?.toFixed(1)}; bare and ours in ms at ${sizes[1]?.toLocaleString("en")} boxes`);
console.log(
  `| ${"call".padEnd(62)} |            found | bare SQL |     ours |  ratio | growth |\n|---|---|---|---|---|---|`,
);
let missed = 0;
for (const name of names) {
  const pair = [
    await prepare(small, small.cases[name] ?? { path: "/" }, name),
    await prepare(large, large.cases[name] ?? { path: "/" }, name),
  ] as const;
  const first = await timed(pair[1].measure);
  const counted = first > slowest ? rounds.slowest : first > slow ? rounds.slow : rounds.fast;
  for (let round = -(first > slow ? 1 : warmUp); round < counted; round++) {
    for (const one of pair) await one.measure();
    if (round < 0) for (const { took } of pair) took.bare.length = took.ours.length = 0;
  }
  const [before, after] = pair.map(({ took }) => ({ bare: undisturbed(took.bare), ours: undisturbed(took.ours) })) as [
    { bare: number; ours: number },
    { bare: number; ours: number },
  ];
  const growth = after.ours / before.ours;
  const isSearch = large.cases[name]?.bare !== undefined || /^numbers|customer.*by area|with a/.test(name);
  const findsMore = isSearch && pair[1].count > 2 * pair[0].count;
  const failed = [
    ...(after.ours > after.bare * 1.5 + 1 ? ["slower than its aim"] : []),
    ...(growth > 1.8 && !findsMore && !name.startsWith("report:") ? ["grows"] : []), // a report reads all that it adds up
  ];
  if (failed.length > 0) missed++;
  const found = `${pair[0].count} / ${pair[1].count}`;
  console.log(
    `| ${name.padEnd(62)} | ${found.padStart(16)} | ${ms(after.bare)} | ${ms(after.ours)} | ${times(after.ours / after.bare)} | ${times(growth)} |${failed.length > 0 ? ` ${failed.join(", ")}` : ""}`,
  );
}
console.log(missed === 0 ? "Every call met its aims." : `${missed} of ${names.length} calls missed an aim.`);
const awake = setInterval(() => undefined, 1000); // nothing else is, while the databases end
for (const server of servers) await server.close();
clearInterval(awake);
