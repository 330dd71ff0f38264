import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { readConfig } from "#server/config.ts";
import { openDatabase } from "#server/open-database.ts";
import { benchToken } from "./bench-user.ts";
import { cpuOf, startServer } from "./server-process.ts";

/**
 * Everything of a customer of 200,000 boxes with three contents and four entries each, without pictures, from a server as it is run, in a
 * database of its own; then the same customer's list as XLSX. The aims: 20 s of processor time, of server and database, and 200 MB more
 * than the server had before.
 *
 *     npm run bench -- exports [boxes]
 */
const boxes = Number(process.argv[2] ?? 200_000);
const aim = { processor: (20 * boxes) / 200_000, memory: 200 };
const dataDir = mkdtempSync(join(tmpdir(), "magazin-exports-"));
const { db, connection, close } = await openDatabase(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: "silent" }), () => {});
const token = await benchToken(db);

async function fill(): Promise<number> {
  const { id } = await db.write(async (tx) => {
    const owner = { code: 42, name: "Kunde" };
    const customer = await tx.insertInto("customers").values(owner).returning("id").executeTakeFirstOrThrow();
    const box = sql`${customer.id}::bigint, 42, n, 4, 2004 + n % 20`;
    await sql`insert into boxes (customer_id, customer_code, number, history_count, meta_year) select ${box} from generate_series(1, ${boxes}::int) n`.execute(
      tx,
    );
    await sql`
      insert into contents (box_id, customer_id, text)
      select id, customer_id, 'Rechnungen ' || number || ' ' || nth || ', Buchstaben A–K' from boxes, generate_series(1, 3) nth order by id, nth`.execute(
      tx,
    );
    await sql`insert into history (box_id, seq, kind, user_id) select id, 1, 0, 1 from boxes order by id`.execute(tx);
    await sql`
      insert into history (box_id, seq, kind, user_id, meta)
      select box_id, 2 + (id - 1) % 3, 23, 1, jsonb_build_object('from', null, 'to', text) from contents order by box_id, id`.execute(
      tx,
    );
    return customer;
  });
  await db.pools.writing.query("vacuum analyze");
  return id;
}

const mostOf = (line: string, isReached: boolean) => {
  if (!isReached) process.exitCode = 1;
  console.log(`${isReached ? "  " : "! "}${line}`);
};

const customer = await fill();
await db.close(); // its connections have done much, and would be gone in the middle
const postmaster = readdirSync(dataDir, { recursive: true, encoding: "utf8" }).find((name) =>
  name.endsWith("postmaster.pid"),
);
const database = Number(readFileSync(join(dataDir, postmaster ?? ""), "utf8").split("\n")[0]);
const server = await startServer(connection, dataDir);
const headers = { authorization: `Token ${token}` };
const base = `http://127.0.0.1:${server.port}/api/v1`;
for (let warmUp = 0; warmUp < 20; warmUp++) await (await fetch(`${base}/boxes/?limit=30`, { headers })).arrayBuffer();

/** Waits until server and database have done what they begin with: words are counted, days are sealed, tables are cleaned. */
async function atRest(): Promise<void> {
  const worked = () => server.cpu() + cpuOf(database);
  for (let before = -1; before < 0 || worked() - before > 0.1; ) {
    before = worked();
    await setTimeout(3000);
  }
}

/** Asks for a file and throws it away; what it took. */
async function take(what: string, method: string, path: string): Promise<void> {
  await atRest();
  const before = { server: server.cpu(), database: cpuOf(database), memory: server.memory() };
  let most = before.memory;
  const looking = setInterval(() => (most = Math.max(most, server.memory())), 50);
  const began = performance.now();
  const answer = await fetch(base + path, { method, headers });
  let bytes = 0;
  for await (const piece of answer.body ?? []) bytes += piece.length;
  clearInterval(looking);
  const [ofServer, ofDatabase] = [server.cpu() - before.server, cpuOf(database) - before.database];
  const grown = most - before.memory;
  mostOf(
    `${what}: ${answer.status}, ${Math.round(bytes / 1e6)} MB in ${Math.round((performance.now() - began) / 1000)} s; ` +
      `${ofServer.toFixed(1)} + ${ofDatabase.toFixed(1)} s of processor (server, database); ` +
      `${Math.round(before.memory)} MB of memory, ${Math.round(grown)} more`,
    answer.status === 200 && ofServer + ofDatabase <= aim.processor && grown <= aim.memory,
  );
}

console.log(`load ${loadavg()[0]?.toFixed(1)}; ${boxes.toLocaleString("en")} boxes`);
for (let round = 0; round < 3; round++)
  await take("everything of the customer", "POST", `/customers/${customer}/export/`);
await take("its boxes as XLSX", "GET", `/boxes/sheet/?format=xlsx&customer=${customer}`);

await server.stop();
await close();
rmSync(dataDir, { recursive: true, force: true });
