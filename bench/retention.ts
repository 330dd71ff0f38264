import { loadavg } from "node:os";
import { sql } from "kysely";
import { buildApp } from "#server/app.ts";
import { readConfig } from "#server/config.ts";
import { refreshEnds } from "#server/database/retention/ends.ts";
import { verifyHistory } from "#server/database/seals/verify-history.ts";
import { benchToken } from "./bench-user.ts";
import { customersBySize, openStock, undisturbed } from "./stock.ts";

/**
 * The ends of all boxes computed anew (aim 30 s for 1,000,000), a page of what may go in a year (20 ms), and the history proven (10 s for
 * 1,000,000 entries).
 *
 *     npm run bench -- retention [boxes]
 */
const boxes = Number(process.argv[2] ?? 1_000_000);
const pages = 40;
const stock = await openStock(boxes);
const { db } = stock;
console.log(`load ${loadavg()[0]?.toFixed(1)}, ${boxes.toLocaleString("en")} boxes`);

class Enough extends Error {}
const began = performance.now();
await db
  .write(async (tx) => {
    const moved = await refreshEnds(tx, { userId: null, which: sql`true`, text: "bench" });
    console.log(`all ends computed anew in ${seconds(began)} s, ${moved} of them moved (aim 30 s per 1,000,000)`);
    throw new Enough(); // nothing of it stays
  })
  .catch((error: unknown) => {
    if (!(error instanceof Enough)) throw error;
  });

const email = `bench-${Date.now()}@example.com`;
const token = await benchToken(db, { email });
const app = await buildApp({ db, config: readConfig({ LOG_LEVEL: "silent" }), now: () => new Date() });
const { big, middling } = await customersBySize(db);
for (const [name, { id, boxes: theirs }] of Object.entries({ big, middling })) {
  const took: number[] = [];
  for (let page = 0; page < pages; page++) {
    const start = performance.now();
    const url = `/api/v1/retention/?customer=${id}&year=${new Date().getFullYear() + (page % 3)}`;
    const { statusCode, body } = await app.inject({ url, headers: { authorization: `Token ${token}` } });
    if (statusCode !== 200) throw new Error(body);
    took.push(performance.now() - start);
  }
  const longest = took.toSorted((a, b) => a - b)[Math.floor(pages * 0.95)] ?? 0;
  console.log(
    `what may go in a year, of ${name} customer (${theirs} boxes): ${undisturbed(took).toFixed(1)} ms, 95 of 100 within ${longest.toFixed(1)} (aim 20)`,
  );
}

const started = performance.now();
const { entries, faults } = await verifyHistory(db);
const each = (performance.now() - started) / (entries / 1_000_000) / 1000;
console.log(
  `${entries.toLocaleString("en")} entries proven in ${seconds(started)} s, ${each.toFixed(1)} s for 1,000,000 (aim 10), ${faults} faults`,
);

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1);
}

await db.write((tx) => tx.deleteFrom("users").where("email", "=", email).execute());
await app.close();
await stock.close();
