import { Agent, get } from "node:http";
import { type AddressInfo } from "node:net";
import { loadavg } from "node:os";
import { sql } from "kysely";
import { buildApp } from "#server/app.ts";
import { readConfig } from "#server/config.ts";
import { Database } from "#server/database/database.ts";
import { berlinDay } from "#rules/dates.ts";
import { addMonths } from "#rules/months.ts";
import { sealDays } from "#server/database/seals/seal-days.ts";
import { countSpellings } from "#server/database/spellings/count-spellings.ts";
import { keepMonths } from "#server/database/stock-months/keep-months.ts";
import { benchToken } from "./bench-user.ts";
import { customersBySize, openStock } from "./stock.ts";

/**
 * Measures the calls of the screens at 10,000 boxes, at a million and at the number given. The calls run one after the other on one connection. The
 * columns are the median, the maximum of 19 of 20 calls, and the ratio to the archive before. An archive is made once and kept. One of 10,000,000
 * boxes takes an hour, so begin with `nice`.
 *
 * npm run bench -- scale [10000000 [text]]      only the calls whose name contains the text
 */
const sizes = [10_000, 1_000_000, ...(process.argv[2] ? [Number(process.argv[2])] : [])];
const wanted = process.argv[3] ?? "";
const enough = 40; // rounds
const longest = 4_000; // ms for all rounds of a call, after the first three
const agent = new Agent({ keepAlive: true });

function fetchAll(url: string, token: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const request = get(url, { agent, headers: { authorization: `Token ${token}` } }, (response) => {
      response.resume().on("end", () => {
        if (response.statusCode === 200) resolve(performance.now() - start);
        else reject(new Error(`${url}: ${response.statusCode}`));
      });
    });
    request.on("error", reject);
  });
}

/** Something of each kind that an archive has, for the pages of one. */
async function thingsOf(db: Database) {
  const { big, middling } = await customersBySize(db);
  const one = async (table: string, which = sql`true`) => {
    const rows = await db.read.list(
      `bench-${table}`,
      sql<{ id: number }>`select id from ${sql.table(table)} where ${which} order by id desc limit 1`,
    );
    return rows[0]?.id ?? 0;
  };
  return {
    big,
    middling,
    box: await one("boxes", sql`customer_id = ${big.id}::bigint and row_id is not null`),
    delivery: await one("deliveries"),
    deliveries: await db.read
      .selectFrom("deliveries")
      .select((e) => e.fn.countAll<number>().as("n"))
      .executeTakeFirstOrThrow()
      .then(({ n }) => n),
    area: await one("areas"),
    row: await one("rows"),
  };
}
type Things = Awaited<ReturnType<typeof thingsOf>>;

/** The calls of the screens, by what they are for. */
function callsOf(
  { big, middling, box, delivery, deliveries, area, row }: Things,
  boxes: number,
): Record<string, string> {
  const month = addMonths(berlinDay(new Date()).slice(0, 7), -1);
  const last = Math.max(0, boxes - 30);
  return {
    home: "/home/",
    "boxes: overview": "/boxes/overview/",
    "boxes: by code": "/boxes/?limit=30",
    "boxes: by area, last page": `/boxes/?limit=30&order_by=area&offset=${last}`,
    "boxes: by customer, last page": `/boxes/?limit=30&order_by=customer&offset=${last}`,
    "boxes: of the largest customer, last page": `/boxes/?limit=30&owner=${big.code}&offset=${Math.max(0, big.boxes - 30)}`,
    "boxes: a part of a code": "/boxes/?limit=30&contain_code=98765",
    "boxes: a frequent word": "/boxes/?limit=30&contain_content=Hartmann",
    "boxes: a frequent word, in stock": "/boxes/?limit=30&contain_content=Hartmann&state=1",
    "boxes: a frequent word, by area": "/boxes/?limit=30&contain_content=Hartmann&order_by=area",
    "boxes: a phrase": "/boxes/?limit=30&contain_content=Personalakten+ausgeschieden+2010",
    "boxes: a frequent word of one customer": `/boxes/?limit=30&owner_id=${middling.id}&contain_content=Hartmann`,
    "boxes: a word that is nowhere": "/boxes/?limit=30&contain_content=Xylophonquark",
    "search: a frequent word": "/search/?q=hartmann",
    "search: two words": "/search/?q=personalakten+2010",
    "search: a mistyped word": "/search/?q=hartmnan",
    box: `/boxes/${box}/`,
    "customers, unpaged": "/customers/",
    customer: `/customers/${big.id}/`,
    "customer: summary": `/customers/${big.id}/summary/`,
    "customer: metres by month": `/customers/${big.id}/storage/`,
    "deliveries: first page": "/deliveries/?limit=30",
    "deliveries: a part of a box's code": "/deliveries/?limit=30&box=98765",
    "deliveries: last page": `/deliveries/?limit=30&offset=${deliveries - 30}`,
    "deliveries: last page by day": `/deliveries/?limit=30&order_by=time&offset=${deliveries - 30}`,
    delivery: `/deliveries/${delivery}/`,
    "deliveries: collect view": "/deliveries/collect/?limit=300&tour=today",
    "deliveries: plan": "/deliveries/plan/",
    areas: "/areas/",
    area: `/areas/${area}/`,
    "map of all halls": "/areas/map/",
    rows: "/rows/?limit=30",
    "rows by how full they are": "/rows/?limit=30&order_by=-positions_count",
    row: `/rows/${row}/`,
    "billing: a month": `/billing/?month=${month}`,
    "billing: a customer's month": `/billing/${big.id}/?month=${month}`,
    "retention: years of a customer": `/retention/years/?customer=${big.id}`,
    "report: activity": "/reports/activity/",
    "report: stock": "/reports/stock/",
    "report: stock of the largest customer": `/reports/stock/?customer=${big.id}`,
    "report: service level": "/reports/service/",
    "report: what falls due": "/reports/due/",
    users: "/users/?limit=30",
    "audit trail": "/audit/?limit=30",
    seals: "/seals/?limit=30",
  };
}

interface Taken {
  readonly median: number;
  readonly p95: number;
}

const share = (sorted: readonly number[], part: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;

/** A call some times, fewer where it takes long; the first one does not count. */
async function taken(call: () => Promise<number>): Promise<Taken> {
  await call();
  const took: number[] = [];
  for (let spent = 0; took.length < 3 || (took.length < enough && spent < longest); ) {
    const ms = await call();
    took.push(ms);
    spent += ms;
  }
  const sorted = took.toSorted((a, b) => a - b);
  return { median: share(sorted, 0.5), p95: share(sorted, 0.95) };
}

/** Does the work of a server's first hours: seals days, notes months, counts words. */
async function keepUp(db: Database): Promise<void> {
  await sealDays(db);
  await db.write((tx) => keepMonths(tx, new Date()));
  await countSpellings(db, new AbortController().signal);
}

/** All calls of an archive of so many boxes, by name. */
async function measure(boxes: number): Promise<Map<string, Taken>> {
  const { connection, close, db: own } = await openStock(boxes);
  await own.close();
  const db = new Database(connection);
  const email = `bench-${Date.now()}@example.com`;
  const token = await benchToken(db, { email });
  await keepUp(db);
  const app = await buildApp({ db, config: readConfig({ LOG_LEVEL: "silent" }), now: () => new Date() });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/v1`;
  const results = new Map<string, Taken>();
  try {
    for (const [name, path] of Object.entries(callsOf(await thingsOf(db), boxes)))
      if (name.includes(wanted)) results.set(name, await taken(() => fetchAll(base + path, token)));
  } finally {
    await db.write((tx) => tx.deleteFrom("users").where("email", "=", email).execute());
    await app.close();
    await db.close();
    await close();
  }
  return results;
}

const ms = ({ median, p95 }: Taken) =>
  `${median.toFixed(median < 10 ? 1 : 0).padStart(7)} | ${p95.toFixed(p95 < 10 ? 1 : 0).padStart(7)}`;

console.log(`load ${loadavg()[0]?.toFixed(1)}; ms, median and what 19 of 20 took at most; × is of the medians`);
const awake = setInterval(() => undefined, 1000); // nothing else is, while the databases end
const all: Map<string, Taken>[] = [];
for (const boxes of sizes) all.push(await measure(boxes));
clearInterval(awake);
const heads = sizes.map((boxes, at) => `${boxes.toLocaleString("en")} | p95${at > 0 ? " | ×" : ""}`);
console.log(`| call | ${heads.join(" | ")} |\n|${"---|".repeat(1 + 3 * sizes.length - 1)}`);
for (const name of all[0]?.keys() ?? []) {
  const cells = all.flatMap((results, at) => {
    const [now, before] = [results.get(name), all[at - 1]?.get(name)];
    if (!now) return [];
    return [ms(now), ...(before ? [(now.median / before.median).toFixed(1).padStart(5)] : [])];
  });
  console.log(`| ${name.padEnd(42)} | ${cells.join(" | ")} |`);
}
