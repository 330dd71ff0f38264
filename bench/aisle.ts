import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { get } from "node:http";
import type { AddressInfo } from "node:net";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { PackagesOnDemand, versionsAlong } from "#server/android/packages-on-demand.ts";
import { buildApp } from "#server/app.ts";
import { readConfig } from "#server/config.ts";
import { Database } from "#server/database/database.ts";
import { openDatabase } from "#server/open-database.ts";
import { ownCredentials } from "#server/tls/credentials.ts";
import { benchToken } from "./bench-user.ts";

/**
 * Measures the server's work for the phone between the shelves, in an archive of 12,000 boxes. It covers the boxes of the archive, the changes since,
 * a scan, and the signing of a package and a certificate. The aims are 70 KB for a pack, 2 KB for a change and 10 ms for a scan. A package may take
 * 40 KB and 100 ms, a certificate 50 ms. `npm run test:aisle` measures the browser; the build measures what is loaded.
 *
 * npm run bench -- aisle [boxes]
 */
const boxes = Number(process.argv[2] ?? 12_000);
const [parts, heights, spare] = [20, 5, 200];

const dataDir = mkdtempSync(join(tmpdir(), "magazin-aisle-"));
const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: "silent" });
const { connection, close } = await openDatabase(config, () => {});
const db = new Database(connection);
const token = await benchToken(db);
const now = () => new Date();
await db.write(async (tx) => {
  await sql`insert into customers (code, name) select 42 + n, 'Kunde ' || n from generate_series(0, 39) n`.execute(tx);
  await sql`insert into areas (name) values ('Halle 1')`.execute(tx);
  await sql`
    insert into rows (area_id, number, parts, heights)
    select 1, n, ${parts}::int, ${heights}::int from generate_series(1, ${(boxes + spare) / parts / heights + 1}::int) n`.execute(
    tx,
  );
  // of forty customers, each one's boxes in one piece and some in every state: nothing that only compresses well
  await sql`
    insert into boxes (customer_id, customer_code, number, state, place_area, row_id, part, height, placed, history_count)
    select n % 40 + 1, n % 40 + 42, n / 40 + 1, 1, 1, m / ${parts * heights}::int + 1, m % ${parts * heights}::int / ${heights}::int + 1,
      m % ${heights}::int + 1, now(), 2
    from (select n, (n * 7919) % ${boxes}::int m from generate_series(0, ${boxes - 1}::int) n) of_all`.execute(tx);
  await sql`insert into history (box_id, seq, kind) select id, 1, 0 from boxes order by id`.execute(tx);
  await sql`
    insert into history (box_id, seq, kind, meta)
    select id, 2, 1, jsonb_build_object('area', 'Halle 1', 'row', row_id, 'part', part, 'height', height) from boxes order by id`.execute(
    tx,
  );
});
const app = await buildApp({ db, config, now });
await app.listen({ port: 0, host: "127.0.0.1" });
const { port } = app.server.address() as AddressInfo;
const headers = { authorization: `Token ${token}`, "content-type": "application/json" };

/** A pack as it comes over the network, and how long that took. */
const pack = (since = "") =>
  new Promise<{ size: number; ms: number; etag: string }>((resolve, reject) => {
    const begun = performance.now();
    const path = `/api/v1/scans/pack/${since && `?since=${since}`}`;
    get({ port, path, headers: { ...headers, "accept-encoding": "gzip" } }, (response) => {
      let size = 0;
      response.on("data", (piece: Buffer) => (size += piece.length));
      response.on("end", () => resolve({ size, ms: performance.now() - begun, etag: response.headers.etag ?? "" }));
    }).on("error", reject);
  });

async function scan(operations: readonly object[]) {
  const begun = performance.now();
  const body = JSON.stringify({ operations });
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/scans/`, { method: "POST", headers, body });
  const { results } = (await answer.json()) as { results: { status: string; message: string | null }[] };
  const refused = results.find(({ status }) => status !== "done");
  if (refused) throw new Error(refused.message ?? "");
  return performance.now() - begun;
}

const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;
const say = (what: string, found: string, aim: string) => console.log(`${what.padEnd(38)} ${found} (aim ${aim})`);
const median = (times: readonly number[]) =>
  (times.toSorted((one, two) => one - two)[Math.floor(times.length / 2)] ?? 0).toFixed(1);

try {
  const full = await pack();
  say(`pack of ${boxes} boxes`, `${kilobytes(full.size)}, ${full.ms.toFixed(0)} ms`, "70 KB");
  const row = boxes / parts / heights + 1;
  const storing = (nth: number) => ({
    id: randomUUID(),
    kind: "store",
    code: `0042${String(nth + 1).padStart(6, "0")}`,
    row,
    part: (Math.floor(nth / heights) % parts) + 1,
    height: (nth % heights) + 1,
    move: true,
  });
  const cursor = full.etag.replaceAll(/^(W\/)?"|"$/g, "");
  const first = await scan(Array.from({ length: 50 }, (_, nth) => storing(nth)));
  const delta = await pack(cursor);
  say("what 50 scans changed of it", `${kilobytes(delta.size)}, ${delta.ms.toFixed(0)} ms`, "2 KB");
  const calls = [first];
  const single: number[] = [];
  for (let nth = 50; nth < 100; nth++) single.push(await scan([storing(nth)]));
  for (let nth = 0; nth < 5; nth++)
    calls.push(await scan(Array.from({ length: 50 }, (_, index) => ({ ...storing(index), row: row + 1 - (nth % 2) }))));
  say("a scan among 50 of a call", `${median(calls.map((ms) => ms / 50))} ms`, "10 ms");
  say("a scan in a call of its own", `${median(single)} ms`, "10 ms");

  const packages = new PackagesOnDemand({ db, config, now });
  const newest = versionsAlong.at(-1) ?? "";
  let begun = performance.now();
  await packages.make(newest, "https://192.168.1.20:8443");
  const withKey = performance.now() - begun;
  begun = performance.now();
  const made = await packages.make(newest, "https://192.168.1.21:8443");
  const again = performance.now() - begun;
  say("a package for a new address", `${kilobytes(made.bytes.length)}, ${again.toFixed(0)} ms`, "40 KB, 100 ms");
  say("the first one, with its key", `${withKey.toFixed(0)} ms`, "once");
  const renew = ownCredentials({ db, config, now });
  await renew(null);
  begun = performance.now();
  await renew(null);
  say("a certificate of the own authority", `${(performance.now() - begun).toFixed(0)} ms`, "50 ms");
  console.log(`Load ${loadavg()[0]?.toFixed(1)}.`);
} finally {
  await app.close();
  await db.close();
  await close();
  rmSync(dataDir, { recursive: true, force: true });
}
