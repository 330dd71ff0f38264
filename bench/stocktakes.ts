import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { runChecks } from "#cli/check/check.ts";
import { resultClasses } from "#rules/stocktake/results.ts";
import { buildApp } from "#server/app.ts";
import { readConfig } from "#server/config.ts";
import { Database } from "#server/database/database.ts";
import { openDatabase } from "#server/open-database.ts";
import { benchToken } from "./bench-user.ts";

/**
 * Rows of 500 boxes are begun, scanned place by place, ended, looked at, and accepted together, in a database of its own. The aims: a row is begun in 100 ms,
 * a scan answered in 50 ms, 5,000 boxes accepted in 5 s.
 *
 *     npm run bench -- stocktakes [boxes]
 */
const boxes = Number(process.argv[2] ?? 5000);
const inRow = 500;
const aim = { begin: 100, scan: 50, accept: 5000 };

const dataDir = mkdtempSync(join(tmpdir(), "magazin-stocktakes-"));
const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: "silent" });
const { connection, close } = await openDatabase(config, () => {});
const db = new Database(connection);
const token = await benchToken(db);
await db.write(async (tx) => {
  await sql`insert into customers (code, name) values (42, 'Kunde')`.execute(tx);
  await sql`insert into areas (name) values ('Halle 1')`.execute(tx);
  await sql`insert into rows (area_id, number, parts, heights) select 1, n, 100, 5 from generate_series(1, ${boxes / inRow}::int) n`.execute(
    tx,
  );
  await sql`
    insert into boxes (customer_id, customer_code, number, state, place_area, row_id, part, height, placed, history_count)
    select 1, 42, n + 1, 1, 1, n / ${inRow}::int + 1, n % ${inRow}::int / 5 + 1, n % 5 + 1, now(), 2 from generate_series(0, ${boxes - 1}::int) n`.execute(
    tx,
  );
  await sql`insert into history (box_id, seq, kind) select id, 1, 0 from boxes order by id`.execute(tx);
  await sql`
    insert into history (box_id, seq, kind, meta)
    select id, 2, 1, jsonb_build_object('area', 'Halle 1', 'row', row_id, 'part', part, 'height', height) from boxes order by id`.execute(
    tx,
  );
});
const app = await buildApp({ db, config, now: () => new Date() });
await app.listen({ port: 0, host: "127.0.0.1" });
const base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/v1`;

/** Fields of the measured calls' answers that the benchmark reads. */
interface Answered {
  readonly id: number;
  readonly accepted: number;
}

async function call(method: string, path: string, body?: object): Promise<{ answer: Answered; ms: number }> {
  const begun = performance.now();
  const headers = { authorization: `Token ${token}`, "content-type": "application/json" };
  const response = await fetch(base + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const answer = (await response.json()) as Answered;
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${JSON.stringify(answer)}`);
  return { answer, ms: performance.now() - begun };
}

const say = (what: string, times: readonly number[], most?: number) => {
  const sorted = times.toSorted((one, two) => one - two);
  const at = (share: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(0);
  console.log(
    `${what.padEnd(34)} median ${at(0.5)} ms, p95 ${at(0.95)} ms, most ${at(1)} ms${most === undefined ? "" : ` (aim ${most})`}`,
  );
};

try {
  const rows = Array.from({ length: boxes / inRow }, (_, nth) => nth + 1);
  const { answer: made } = await call("POST", "/stocktakes/", { rows });
  const times = { begin: [] as number[], scan: [] as number[], end: [] as number[] };
  for (const row of rows) {
    times.begin.push((await call("POST", `/stocktakes/${made.id}/rows/${row}/begin/`, { again: false })).ms);
    const places = Array.from({ length: inRow }, (_, nth) => ({
      part: Math.floor(nth / 5) + 1,
      height: (nth % 5) + 1,
      code: `0042${String((row - 1) * inRow + nth + 1).padStart(6, "0")}`,
    }));
    // the first row place by place, as a worker with a network scans; the others as a phone sends what it has kept
    const pieces = row === 1 ? places.map((place) => [place]) : [places];
    for (const piece of pieces) {
      const operation = { id: randomUUID(), kind: "count", session: made.id, row, places: piece };
      const { ms } = await call("POST", "/scans/", { operations: [operation] });
      if (row === 1) times.scan.push(ms);
    }
    times.end.push((await call("POST", `/stocktakes/${made.id}/rows/${row}/end/`)).ms);
  }
  say("beginning a row of 500 boxes", times.begin, aim.begin);
  say("one scan", times.scan, aim.scan);
  say("ending a row", times.end);
  say("the stocktake with its counts", [(await call("GET", `/stocktakes/${made.id}/`)).ms]);
  say("a page of its results", [(await call("GET", `/stocktakes/${made.id}/results/?limit=30`)).ms]);
  const { answer, ms } = await call("POST", `/stocktakes/${made.id}/accept/`, {
    classes: resultClasses,
  });
  say(`accepting ${answer.accepted.toLocaleString("en")} boxes`, [ms], aim.accept);
  console.log(`Load ${loadavg()[0]?.toFixed(1)}.`);
  const findings = await runChecks(db);
  console.log(findings.length === 0 ? "All proofs hold." : JSON.stringify(findings));
} finally {
  await app.close();
  await db.close();
  await close();
  rmSync(dataDir, { recursive: true, force: true });
}
