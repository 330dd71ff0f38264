import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { runChecks } from "#cli/check/check.ts";
import { buildApp } from "#server/app.ts";
import { readConfig } from "#server/config.ts";
import { Database } from "#server/database/database.ts";
import { openDatabase } from "#server/open-database.ts";
import { benchToken } from "./bench-user.ts";

/**
 * Changes all meta data of 170,000 boxes of one customer in one call, in a database of its own, while other people work; prints
 * how long the calls took. The aim: 20 s for the call, 500 ms for every other one.
 *
 *     npm run bench -- meta
 */
const boxes = 170_000;
const others = 20_000;
/** ms between two calls of one kind, so that the others work and do not flood. */
const pause = 50;

const dataDir = mkdtempSync(join(tmpdir(), "magazin-meta-"));
const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: "silent" });
const { connection, close } = await openDatabase(config, () => {});
const db = new Database(connection);

async function seed(): Promise<number> {
  const customer = async (code: number) => {
    const made = await db.write((tx) =>
      tx
        .insertInto("customers")
        .values({ code, name: `Kunde ${code}` })
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
    return made.id;
  };
  const [big, small] = [await customer(1), await customer(2)];
  const area = await db.write((tx) =>
    tx.insertInto("areas").values({ name: "Halle 1" }).returning("id").executeTakeFirstOrThrow(),
  );
  await db.write((tx) =>
    sql`insert into rows (area_id, number) select ${area.id}, n from generate_series(1, 400) n`.execute(tx),
  );
  for (const [owner, code, count, first] of [
    [big, 1, boxes, 0],
    [small, 2, others, boxes],
  ] as const) {
    // every box on a place of its own: 500 of them in a row, five high
    await db.write((tx) =>
      sql`
      insert into boxes (customer_id, customer_code, number, state, history_count, place_area, row_id, part, height, placed)
      select ${owner}, ${code}::int, n, 1, 2, ${area.id}, r.id, ((n - 1 + ${first}::int) % 500) / 5 + 1, (n - 1) % 5 + 1, now()
      from generate_series(1, ${count}::int) n join rows r on r.number = (n - 1 + ${first}::int) / 500 + 1`.execute(tx),
    );
  }
  await db.write((tx) => sql`insert into history (box_id, seq, kind) select id, 1, 0 from boxes`.execute(tx));
  await db.write((tx) =>
    sql`
    insert into history (box_id, seq, kind, meta)
    select b.id, 2, 1, jsonb_build_object('area', 'Halle 1', 'row', r.number, 'part', b.part, 'height', b.height)
    from boxes b join rows r on r.id = b.row_id`.execute(tx),
  );
  await db.pools.writing.query("vacuum analyze");
  return big;
}

const big = await seed();
const token = await benchToken(db);
const app = await buildApp({ db, config, now: () => new Date() });
await app.listen({ port: 0, host: "127.0.0.1" });
const base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/v1`;

async function call(method: string, path: string, body?: object): Promise<{ ms: number; reply: unknown }> {
  const headers = { authorization: `Token ${token}`, ...(body && { "content-type": "application/json" }) };
  const started = performance.now();
  const response = await fetch(base + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const reply: unknown = await response.json();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(reply)}`);
  return { ms: performance.now() - started, reply };
}

let nextBox = boxes + 1;

/** Calls of the other users meanwhile, each repeated. Boxes of the changed customer are read, not written. */
const meanwhile: Record<string, (round: number) => Promise<{ ms: number }>> = {
  "list of boxes": (n) => call("GET", `/boxes/?limit=30&offset=${n * 30}`),
  "the customer's boxes": (n) => call("GET", `/boxes/?owner=1&limit=30&offset=${n * 30}`),
  "a box of the customer": (n) => call("GET", `/boxes/${1000 + n}/`),
  overview: () => call("GET", "/boxes/overview/"),
  "mark another customer's box": () => call("PATCH", `/boxes/${nextBox++}/`, { state: 7 }),
  "add a content": (n) => call("POST", "/boxcontents/", { box_id: boxes + others - n, text: `Akte ${n}` }),
};

async function measure(name: string, body: object): Promise<void> {
  const end = new AbortController();
  const work = call("POST", "/boxes/meta/", { customer: { id: big }, ...body }).finally(() => end.abort());
  const times = Object.entries(meanwhile).map(async ([other, act]) => {
    const took: number[] = [];
    for (let round = 0; !end.signal.aborted; round++) {
      took.push((await act(round)).ms);
      await sleep(pause);
    }
    return { other, took: took.sort((x, y) => x - y) };
  });
  const { ms, reply } = await work;
  console.log(`\n${name}: ${(ms / 1000).toFixed(1)} s, ${JSON.stringify(reply)}`);
  for (const { other, took } of await Promise.all(times)) {
    const at = (part: number) =>
      (took[Math.min(took.length - 1, Math.floor(took.length * part))] ?? 0).toFixed(0).padStart(6);
    console.log(
      `  ${other.padEnd(30)} ${String(took.length).padStart(6)} calls, median ${at(0.5)} ms, 99 % ${at(0.99)} ms, longest ${at(1)} ms`,
    );
  }
}

await measure("one field", { meta_year: 2019 });
await measure("every field", {
  meta_year: 2020,
  meta_destroy_year: 2030,
  meta_first_delivery_customer: "2026-01-02",
  size: 330,
});
await measure("nothing to change", { meta_year: 2020, size: 330 });
await measure("a reset", { action: "reset_year" });
const findings = await runChecks(db);
console.log(findings.length === 0 ? "\nAll proofs hold." : `\n${JSON.stringify(findings)}`);

await app.close();
await db.close();
await close();
rmSync(dataDir, { recursive: true, force: true });
