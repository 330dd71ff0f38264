import { foundByItself } from "#rules/exchange/imports/layout.ts";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import type { Import } from "#contract/schemas/exchange/imports.ts";
import { runChecks } from "#cli/check/check.ts";
import { HistoryKind } from "#rules/stock/history.ts";
import { buildApp } from "#server/app.ts";
import { readInProcess } from "#server/box-lists/list-reader.ts";
import { readConfig } from "#server/config.ts";
import { Database } from "#server/database/database.ts";
import { openDatabase } from "#server/open-database.ts";
import { sheetOf, workbookOf, zipOf } from "#test/support/workbook.ts";
import { benchToken } from "./bench-user.ts";
import { nobodyAtWork, othersAtWork } from "./others.ts";
import { cpuOf } from "./server-process.ts";

/**
 * A list of 50,000 rows with 500 errors, one of 100,000 boxes that is taken over and taken back, and files that are bombs, in a
 * database of its own, while other people look at boxes, search, make boxes and give them contents. The aims: 500 errors, 10 s and 250 MB; 20 s; every
 * bomb refused, and nobody else waits longer than 300 ms. `boxes` is the short form: half as many rows with errors. `placed` names a place
 * for each of the boxes; `alone` does without the other people. `lists 3` takes over so many more, each of a customer of its own: the next one is sent
 * and checked while one is taken over, as an archive comes in. The aim: ten of 100,000 boxes in 5 minutes.
 *
 *     npm run bench -- imports [boxes] [placed | lists N] [alone]
 */
const boxes = Number(process.argv[2] ?? 100_000);
const arePlaced = process.argv.includes("placed");
const rows = boxes / 2;
const errors = rows / 100;
const lists = process.argv.includes("lists") ? Number(process.argv[process.argv.indexOf("lists") + 1]) : 0;
const aim = { check: 10_000, memory: 250, commit: 20_000, others: 300, list: 30_000 };

const dataDir = mkdtempSync(join(tmpdir(), "magazin-imports-"));
const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: "silent" });
const { connection, close } = await openDatabase(config, () => {});
const db = new Database(connection);
const [customer, other] = await db.write((tx) =>
  tx
    .insertInto("customers")
    .values([
      { code: 42, name: "Kunde" },
      { code: 43, name: "Jemand anders" },
    ])
    .returning("id")
    .execute(),
);
const perRow = 500; // boxes
await db.write(async (tx) => {
  await sql`insert into areas (name) values ('Halle 1')`.execute(tx);
  await sql`insert into rows (area_id, number, parts, heights) select 1, n, ${perRow / 5}::int, 5 from generate_series(1, ${Math.ceil(boxes / perRow)}::int) n`.execute(
    tx,
  );
  await sql`
    insert into boxes (customer_id, customer_code, number, history_count) select ${other?.id}::bigint, 43, n, 2 from generate_series(1, 5000) n`.execute(
    tx,
  );
  await sql`insert into contents (box_id, customer_id, text) select id, customer_id, 'Rechnungen ' || number from boxes`.execute(
    tx,
  );
  await sql`
    insert into history (box_id, seq, kind, meta)
    select id, 1, ${HistoryKind.created}::smallint, null from boxes
    union all select box_id, 2, ${HistoryKind.contentChanged}::smallint, jsonb_build_object('from', null, 'to', text) from contents order by 1, 2`.execute(
    tx,
  );
});
const [token, otherToken] = [await benchToken(db), await benchToken(db, { email: "other@example.com" })];
const app = await buildApp({ db, config, now: () => new Date() });
await app.listen({ port: 0, host: "127.0.0.1" });
const base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/v1`;

const postmaster = readdirSync(dataDir, { recursive: true, encoding: "utf8" }).find((name) =>
  name.endsWith("postmaster.pid"),
);
const database = Number(readFileSync(join(dataDir, postmaster ?? ""), "utf8").split("\n")[0]);

const others = process.argv.includes("alone") ? nobodyAtWork : othersAtWork(base, otherToken, other?.id ?? 0);

async function call(
  method: string,
  path: string,
  body?: object,
): Promise<{ ms: number; reply: Import; status: number }> {
  const isForm = body instanceof FormData;
  const headers = { authorization: `Token ${token}`, ...(body && !isForm && { "content-type": "application/json" }) };
  const started = performance.now();
  const answer = await fetch(base + path, {
    method,
    headers,
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  });
  const reply = (await answer.json()) as Import;
  return { ms: Math.round(performance.now() - started), reply, status: answer.status };
}

function send(file: Buffer, owner = customer?.id) {
  const form = new FormData();
  form.append("customer", String(owner));
  form.append("name", "Boxen");
  form.append("file", new Blob([new Uint8Array(file)]), "boxen");
  return call("POST", "/imports/", form);
}

function verdict(what: string, value: string, isReached: boolean): void {
  if (!isReached) process.exitCode = 1;
  console.log(`${isReached ? "  " : "! "}${what.padEnd(60)} ${value}`);
}

/** Reports the longest wait of the other callers since the last report. */
function sayOthers(): void {
  const { ms, what } = others.longest();
  verdict("  others waited at most", `${ms} ms (${what})`, ms <= aim.others);
}

const head = ["Boxnummer", "Inhalt", "Größe mm", "Jahrgang"];
const placeHead = ["Bereich", "Reihe", "Teil", "Höhe"];
function* lines(amount: number, wrong = 0): Generator<(string | number)[]> {
  yield [...head, ...(arePlaced ? placeHead : [])];
  for (let n = 0; n < amount; n++) {
    const year = wrong > 0 && (n + 1) % (amount / wrong) === 0 ? "20O4" : 2004;
    const at = n % perRow;
    const place = ["Halle 1", Math.floor(n / perRow) + 1, Math.floor(at / 5) + 1, (at % 5) + 1];
    yield [n + 1, `Rechnungen ${n + 1} A–K`, 400, year, ...(arePlaced ? place : [])];
  }
}
const csv = (amount: number, wrong = 0) =>
  Buffer.from(Array.from(lines(amount, wrong), (line) => `${line.join(";")}\r\n`).join(""));

console.log(`load ${loadavg()[0]?.toFixed(1)}; ${boxes.toLocaleString("en")} boxes`);

for (const [kind, file] of [
  ["CSV", csv(rows, errors)],
  ["XLSX", await workbookOf(() => sheetOf(lines(rows, errors)))],
] as const) {
  others.longest();
  const sent = await send(file);
  const checked = await call("POST", `/imports/${sent.reply.id}/check/`);
  const ms = sent.ms + checked.ms;
  verdict(
    `${kind}, ${rows} rows with ${errors} errors, sent and checked`,
    `${ms} ms, ${checked.reply.errors} errors`,
    ms <= aim.check && checked.reply.errors === errors,
  );
  sayOthers();
  const work = { file, layout: foundByItself, reading: null };
  const { memory } = await readInProcess(work, new AbortController().signal);
  verdict("  its process held at most", `${Math.round(memory / 1024 / 1024)} MB`, memory <= aim.memory * 1024 * 1024);
}

const { reply } = await send(csv(boxes));
const checked = await call("POST", `/imports/${reply.id}/check/`);
verdict(`${boxes} boxes checked`, `${checked.ms} ms`, checked.status === 200);
/** Calls, and says what it took of whom. */
async function measure(what: string, path: string, body?: object, most = Infinity): Promise<void> {
  others.longest();
  const before = { database: cpuOf(database), own: process.cpuUsage() };
  const { ms, status } = await call("POST", path, body);
  const [ofDatabase, { user, system }] = [cpuOf(database) - before.database, process.cpuUsage(before.own)];
  const processor = `${ofDatabase.toFixed(1)} s of processor in the database and ${((user + system) / 1e6).toFixed(1)} here`;
  verdict(`${boxes} boxes ${what}`, `${ms} ms, ${processor}`, status === 200 && ms <= most);
  sayOthers();
}

/** Runs the proofs of `check`, which must find nothing. */
async function prove(): Promise<void> {
  const found = await runChecks(db);
  verdict("  what check finds", found.map(({ name }) => name).join("; ") || "nothing", found.length === 0);
}

await measure("taken over", `/imports/${reply.id}/commit/`, { again: false }, aim.commit);
await prove();
await measure("taken back", `/imports/${reply.id}/undo/`);
await prove();

/** Takes an archive over, list by list. */
async function takeOver(amount: number): Promise<void> {
  const owners = await db.write((tx) =>
    tx
      .insertInto("customers")
      .values(Array.from({ length: amount }, (_, n) => ({ code: 100 + n, name: `Kunde ${n}` })))
      .returning("id")
      .execute(),
  );
  const file = csv(boxes);
  others.longest();
  const began = performance.now();
  let last = Promise.resolve({ status: 200 });
  for (const { id } of owners) {
    const { reply: sent } = await send(file, id);
    await call("POST", `/imports/${sent.id}/check/`);
    const { status } = await last;
    if (status !== 200) throw new Error(`A list was answered with ${status}.`);
    last = call("POST", `/imports/${sent.id}/commit/`, { again: false });
  }
  const { status } = await last;
  const ms = performance.now() - began;
  verdict(
    `${amount} lists of ${boxes} boxes`,
    `${Math.round(ms)} ms, ${(ms / amount / 1000).toFixed(1)} s for each`,
    status === 200 && ms <= amount * aim.list,
  );
  sayOthers();
}

if (lists > 0) {
  await takeOver(lists);
  await prove();
}

function* repeated(open: string, piece: string, times: number, end: string): Generator<string> {
  yield open;
  for (let done = 0; done < times; done += 1000) yield piece.repeat(1000);
  yield end;
}
const [open, end] = ["<worksheet><sheetData>", "</sheetData></worksheet>"];
const texts = (part: () => Iterable<string>) =>
  workbookOf(`${open}<row><c t="s"><v>0</v></c></row>${end}`, { "xl/sharedStrings.xml": part });
const bombs: Record<string, Buffer> = {
  "a million empty rows": await workbookOf(() => repeated(open, "<row/>", 1_000_000, end)),
  "600 MB of texts": await texts(() => repeated("<sst>", `<si><t>${"x".repeat(990)}</t></si>`, 600_000, "</sst>")),
  entities: await workbookOf(`<!DOCTYPE x [<!ENTITY a "${"a".repeat(1000)}">]>${open}${end}`),
  "a zip in a zip": await zipOf({ "liste.xlsx": "PK" }),
};
for (const [what, file] of Object.entries(bombs)) {
  others.longest();
  const { status, ms, reply: said } = await send(file);
  const { ms: waited } = others.longest();
  verdict(
    `${what} (${Math.round(file.length / 1024)} KB)`,
    `${status} after ${ms} ms, others waited ${waited} ms: ${JSON.stringify(said)}`,
    status === 400 && waited <= aim.others,
  );
}

await others.stop();
await app.close();
await db.close();
await close();
rmSync(dataDir, { recursive: true, force: true });
