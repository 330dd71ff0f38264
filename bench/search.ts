import { readFileSync } from "node:fs";
import { Agent, get } from "node:http";
import type { AddressInfo } from "node:net";
import { loadavg } from "node:os";
import pg from "pg";
import type { search as Search } from "#contract/calls/search/search.ts";
import type { Reply } from "#contract/route.ts";
import { buildApp } from "#server/app.ts";
import { readConfig } from "#server/config.ts";
import { clientConfig, Database, servingLimits } from "#server/database/database.ts";
import { countSpellings } from "#server/database/spellings/count-spellings.ts";
import { benchToken } from "./bench-user.ts";
import { mistyped, searches } from "./search-queries.ts";
import { openStock, undisturbed } from "./stock.ts";

/**
 * Forty searches over HTTP as staff, each against what it asks the database, bare, one after the other; then twenty mistyped words. The
 * aims: 95 of 100 within 200 ms at 1,000,000 boxes, each at most 1.3 times its bare SQL and 5 ms, every mistyped word found.
 *
 *     npm run bench -- search [boxes]
 */
const boxes = Number(process.argv[2] ?? 1_000_000);
const rounds = 12;
const aim = { p95: 200, ratio: 1.3, more: 5 };

type Found = Reply<typeof Search>;
interface Asked {
  readonly text: string;
  readonly values: readonly unknown[];
}

const stock = await openStock(boxes);
const started = performance.now();
const counted = await countSpellings(stock.db, new AbortController().signal);
if (counted !== null) console.log(`counted the words of ${counted} customers in ${seconds(started)}`);
await stock.db.close();

const db = new Database(stock.connection, { limits: servingLimits });
const asked: Asked[] = [];
const backends = new Set<number>();
db.pools.searching.on("connect", (client) => {
  backends.add((client as unknown as { processID: number }).processID);
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  client.query = ((...given: [Asked | string, unknown[]?]) => {
    const [what, values = []] = given;
    asked.push(typeof what === "string" ? { text: what, values } : what);
    return query(...given);
  }) as unknown as typeof client.query;
});
const email = `bench-${Date.now()}@example.com`;
const token = await benchToken(db, { email });
const app = await buildApp({ db, config: readConfig({ LOG_LEVEL: "silent" }), now: () => new Date() });
await app.listen({ port: 0, host: "127.0.0.1" });
const { port } = app.server.address() as AddressInfo;
const agent = new Agent({ keepAlive: true });
const options = `${db.pools.searching.options.options ?? ""} -c statement_timeout=0`;
const client = new pg.Client({ ...clientConfig(stock.connection), options });
await client.connect();

const call = (q: string) =>
  new Promise<Found>((resolve, reject) => {
    const url = `http://127.0.0.1:${port}/api/v1/search/?q=${encodeURIComponent(q)}`;
    get(url, { agent, headers: { authorization: `Token ${token}` } }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => (text += part));
      response.on("end", () => resolve(JSON.parse(text) as Found));
    }).on("error", reject);
  });

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

const ms = (value: number) => value.toFixed(1).padStart(7);
function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(0)} s`;
}
const countOf = ({ groups }: Found) =>
  groups.map(({ kind, count, more }) => `${kind} ${count}${more ? "+" : ""}`).join(", ");

/** One search: how long it takes, and all that it asks the database, one after the other. */
async function measure(q: string) {
  asked.length = 0;
  const first = await timed(() => call(q));
  const statements = [...asked];
  const took = { ours: [] as number[], bare: [] as number[] };
  const found = await call(q);
  for (let round = 0; round < rounds; round++) {
    took.ours.push(await timed(() => call(q)));
    took.bare.push(
      await timed(async () => {
        for (const { text, values } of statements)
          await client.query({ name: nameFor(text), text, values: [...values] });
      }),
    );
  }
  return { first, found, took, statements: statements.length };
}
const names = new Map<string, string>();
function nameFor(text: string): string {
  const name = names.get(text) ?? `bare-${names.size}`;
  names.set(text, name);
  return name;
}

for (let round = 0; round < 20; round++) await call("Rechnung Bremen"); // a server that has run for a while
console.log(`load ${loadavg()[0]?.toFixed(1)}, ${boxes.toLocaleString("en")} boxes; ms`);
console.log("| search | found | first | bare SQL | ours | |\n|---|---|---|---|---|---|");
const all: number[] = [];
let missed = 0;
for (const [kind, words] of Object.entries(await searches(db)))
  for (const q of words) {
    const { first, found, took } = await measure(q);
    all.push(...took.ours);
    const [bare, ours] = [undisturbed(took.bare), undisturbed(took.ours)];
    const said = [
      ...(ours > bare * aim.ratio + aim.more ? ["slower than its aim"] : []),
      ...(found.late.length > 0 ? [`late: ${found.late.join(", ")}`] : []),
    ];
    if (said.length > 0) missed++;
    const what = found.corrected === null ? countOf(found) : `meant: ${found.corrected}`;
    console.log(
      `| ${kind}: ${q} | ${what || "nothing"} | ${ms(first)} | ${ms(bare)} | ${ms(ours)} | ${said.join(", ")} |`,
    );
  }
all.sort((one, other) => one - other);
const share = (part: number) => all[Math.floor(all.length * part)] ?? 0;
if (share(0.95) > aim.p95) missed++;
console.log(
  `median ${ms(share(0.5))}, 95 of 100 within ${ms(share(0.95))}, the longest ${ms(all.at(-1) ?? 0)}; load ${loadavg()[0]?.toFixed(1)}`,
);

const lost: string[] = [];
for (const word of mistyped) {
  const { corrected, groups } = await call(word);
  const again = corrected === null ? groups : (await call(corrected)).groups;
  if (again.length === 0) lost.push(`${word} (${corrected})`);
}
console.log(
  `${mistyped.length - lost.length} of ${mistyped.length} mistyped words found${lost.length > 0 ? `, not ${lost.join(", ")}` : ""}`,
);
missed += lost.length;

const { rows: sizes } = await client.query<{ name: string; size: string }>(`
  select relname as name, pg_size_pretty(pg_relation_size(oid)) as size from pg_class
  where relname in ('contents', 'contents_search', 'search_words', 'search_words_pkey', 'search_words_search', 'customers_search',
    'deliveries_search', 'delivery_contents_search', 'boxes_code_search') order by pg_relation_size(oid) desc`);
console.log(sizes.map(({ name, size }) => `${name} ${size}`).join(", "));
const memory = [...backends].map(
  (pid) => `${Math.round(Number(/RssAnon:\s+(\d+)/.exec(statusOf(pid))?.[1] ?? 0) / 1024)} MB`,
);
console.log(`the connections that search take ${memory.join(", ")} of their own`);
console.log(missed === 0 ? "Every search met its aims." : `${missed} aims were missed.`);

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, "utf8");
  } catch {
    return ""; // there is no /proc, or it has ended
  }
}

const awake = setInterval(() => undefined, 1000); // nothing else is, while the database ends
await db.write((tx) => tx.deleteFrom("users").where("email", "=", email).execute());
await app.close();
await client.end();
await db.close();
await stock.close();
clearInterval(awake);
