import { readFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { join, resolve } from "node:path";
import { openStandby } from "#test/support/standbys.ts";
import { benchToken } from "./bench-user.ts";
import { LeanClient } from "./lean-client.ts";
import { cpuOf, type ServerProcess, startServer, urlOf } from "./server-process.ts";
import { customersBySize, openStock, stockFolder } from "./stock.ts";

/**
 * Lists and searches by eight people, against a server on one database and on the same with two reading standbys: requests a second, and
 * milliseconds of processor time of the primary for each. The aim: with standbys at most 0.15 of what it takes without.
 *
 *     npm run bench -- standbys [boxes] [seconds]
 */
const boxes = Number(process.argv[2] ?? 10_000);
const seconds = Number(process.argv[3] ?? 4);
const people = 8;

const stock = await openStock(boxes);
const { connection } = stock;
if (typeof connection === "string") throw new Error("The archive of a bench is embedded.");
const { big } = await customersBySize(stock.db);
const stamp = Date.now();
const tokens: string[] = [];
for (let person = 0; person < people; person++)
  tokens.push(await benchToken(stock.db, { email: `bench-${stamp}-${person}@example.com` }));

const superuser = { ...connection, user: "postgres", database: "postgres" };
const dataDir = resolve(stockFolder(boxes));
const standbys = [await openStandby({ superuser }, dataDir), await openStandby({ superuser }, dataDir)];
const postmaster = Number(readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[0]);

const calls: Readonly<Record<string, (round: number) => string>> = {
  "the box list": () => "/boxes/?limit=30",
  "the box list, a late page": (round) => `/boxes/?limit=30&offset=${Math.max(0, boxes - 300 - (round % 200) * 30)}`,
  "by customer": () => "/boxes/?limit=30&order_by=customer",
  "one customer": () => `/boxes/?limit=30&owner=${big.code}`,
  "in stock": () => "/boxes/?limit=30&state=1",
  "a content": () => "/boxes/?limit=30&contain_content=Hartmann",
  customers: () => "/customers/",
  deliveries: () => "/deliveries/",
};

/** Everybody asks again as soon as they are answered, for so long; what the server and the databases did meanwhile. */
async function load(server: ServerProcess, path: (round: number) => string) {
  const clients = tokens.map((token) => new LeanClient(server.port, token, "magazin-seen: 0\r\n"));
  const all = [postmaster, ...standbys.map(({ pid }) => pid)];
  const before = all.map(cpuOf);
  const started = performance.now();
  let done = 0;
  await Promise.all(
    clients.map(async (client) => {
      for (let round = 0; performance.now() - started < seconds * 1000; round++) {
        const { status } = await client.ask("GET", path(round));
        if (status !== 200) throw new Error(`${path(round)} answered ${status}`);
        done++;
      }
    }),
  );
  const took = (performance.now() - started) / 1000;
  for (const client of clients) client.close();
  const [primary = 0, ...others] = all.map((pid, at) => ((cpuOf(pid) - (before[at] ?? 0)) * 1000) / done);
  return { perSecond: done / took, primary, others: others.reduce((sum, cpu) => sum + cpu, 0) };
}

/** Until the standbys read along. */
async function readAlong(server: ServerProcess) {
  for (;;) {
    const text = await (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text();
    if (text.match(/^magazin_standby_fit\{.*\} 1$/gm)?.length === standbys.length) return;
    await new Promise((done) => setTimeout(done, 50));
  }
}

async function measure(urls: string) {
  const server = await startServer(connection, dataDir, { DATABASE_REPLICA_URLS: urls });
  if (urls) await readAlong(server);
  for (const path of Object.values(calls)) await load(server, path); // compiled and planned while it does not count
  const found = new Map<string, Awaited<ReturnType<typeof load>>>();
  for (const [name, path] of Object.entries(calls)) found.set(name, await load(server, path));
  await server.stop();
  return found;
}

const number = (value: number, digits = 0) => value.toFixed(digits).padStart(8);
console.log(`load ${loadavg()[0]?.toFixed(1)}, ${availableParallelism()} cores, ${boxes.toLocaleString("en")} boxes`);
const alone = await measure("");
const along = await measure(standbys.map((standby) => urlOf(standby.connection)).join(" "));
console.log("| call | requests/s alone | with two | primary CPU ms alone | with two | ratio | standbys CPU ms |");
console.log("|---|---|---|---|---|---|---|");
let [before, after] = [0, 0];
for (const [name, one] of alone) {
  const three = along.get(name) ?? one;
  before += one.primary;
  after += three.primary;
  console.log(
    `| ${name.padEnd(28)} | ${number(one.perSecond)} | ${number(three.perSecond)} | ${number(one.primary, 3)} | ${number(three.primary, 3)} | ${number(three.primary / one.primary, 2)} | ${number(three.others, 3)} |`,
  );
}
console.log(
  `of all: ${(after / before).toFixed(3)} of the primary's processor time a read; load ${loadavg()[0]?.toFixed(1)}`,
);

const awake = setInterval(() => undefined, 1000); // nothing else is, while the databases end
await stock.db.write((tx) =>
  tx.updateTable("users").set({ active: false }).where("email", "like", `bench-${stamp}-%`).execute(),
);
for (const standby of standbys) await standby.remove();
await stock.db.close();
await stock.close();
clearInterval(awake);
