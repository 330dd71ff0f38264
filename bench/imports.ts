import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Import } from "#contract/schemas/imports/imports.ts";
import { runChecks } from "#cli/check/check.ts";
import { buildApp } from "#server/app.ts";
import { readInProcess } from "#server/box-lists/list-reader.ts";
import { readConfig } from "#server/config.ts";
import { Database } from "#server/database/database.ts";
import { openDatabase } from "#server/open-database.ts";
import { sheetOf, workbookOf, zipOf } from "#test/support/workbook.ts";
import { benchToken } from "./bench-user.ts";

/**
 * A list of 50,000 rows with 500 errors, one of 100,000 boxes that is taken over and taken back, and files that are bombs, in a
 * database of its own, while other people look at a list of boxes. The aims: 500 errors, 10 s and 250 MB; 30 s; every bomb refused, and nobody
 * else waits longer than 300 ms. `boxes` is the short form: half as many rows with errors.
 *
 *     npm run bench -- imports [boxes]
 */
const boxes = Number(process.argv[2] ?? 100_000);
const rows = boxes / 2;
const errors = rows / 100;
const aim = { check: 10_000, memory: 250, commit: 30_000, others: 300 };

const dataDir = mkdtempSync(join(tmpdir(), "magazin-imports-"));
const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: "silent" });
const { connection, close } = await openDatabase(config, () => {});
const db = new Database(connection);
const customer = await db.write((tx) =>
  tx.insertInto("customers").values({ code: 42, name: "Kunde" }).returning("id").executeTakeFirstOrThrow(),
);
const [token, otherToken] = [await benchToken(db), await benchToken(db, { email: "other@example.com" })];
const app = await buildApp({ db, config, now: () => new Date() });
await app.listen({ port: 0, host: "127.0.0.1" });
const base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/v1`;

const postmaster = readdirSync(dataDir, { recursive: true, encoding: "utf8" }).find((name) =>
  name.endsWith("postmaster.pid"),
);
const postmasterId = readFileSync(join(dataDir, postmaster ?? ""), "utf8").split("\n")[0];

/** Seconds of processor that the database's connections have taken so far; 0 where the system does not say so. */
function databaseSeconds(): number {
  if (!existsSync("/proc/self/stat")) return 0;
  const ticks = readdirSync("/proc").flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return [];
    try {
      const [, parent, ...fields] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
      return parent === postmasterId ? [Number(fields[9]) + Number(fields[10])] : [];
    } catch {
      return []; // it has ended meanwhile
    }
  });
  return ticks.reduce((sum, each) => sum + each, 0) / 100;
}

const over = new AbortController();
const waits: number[] = [];

/** Somebody else looks at their boxes, again and again. */
async function lookAround(): Promise<void> {
  while (!over.signal.aborted) {
    const started = performance.now();
    const answer = await fetch(`${base}/boxes/?limit=30`, { headers: { authorization: `Token ${otherToken}` } });
    await answer.arrayBuffer();
    waits.push(performance.now() - started);
    await sleep(50);
  }
}

/** How long others had to wait since this was asked last. */
function longestWait(): number {
  const longest = Math.max(0, ...waits);
  waits.length = 0;
  return Math.round(longest);
}

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

function send(file: Buffer) {
  const form = new FormData();
  form.append("customer", String(customer.id));
  form.append("name", "Boxen");
  form.append("file", new Blob([new Uint8Array(file)]), "boxen");
  return call("POST", "/imports/", form);
}

function verdict(what: string, value: string, isReached: boolean): void {
  if (!isReached) process.exitCode = 1;
  console.log(`${isReached ? "  " : "! "}${what.padEnd(60)} ${value}`);
}

const head = ["Boxnummer", "Inhalt", "Größe mm", "Jahrgang"];
function* lines(amount: number, wrong = 0): Generator<(string | number)[]> {
  yield head;
  for (let n = 1; n <= amount; n++)
    yield [n, `Rechnungen ${n} A–K`, 400, wrong > 0 && n % (amount / wrong) === 0 ? "20O4" : 2004];
}
const csv = (amount: number, wrong = 0) =>
  Buffer.from(Array.from(lines(amount, wrong), (line) => `${line.join(";")}\r\n`).join(""));

console.log(`load ${loadavg()[0]?.toFixed(1)}; ${boxes.toLocaleString("en")} boxes`);
const looking = lookAround();

for (const [kind, file] of [
  ["CSV", csv(rows, errors)],
  ["XLSX", await workbookOf(() => sheetOf(lines(rows, errors)))],
] as const) {
  longestWait();
  const sent = await send(file);
  const checked = await call("POST", `/imports/${sent.reply.id}/check/`);
  const ms = sent.ms + checked.ms;
  verdict(
    `${kind}, ${rows} rows with ${errors} errors, sent and checked`,
    `${ms} ms, ${checked.reply.errors} errors`,
    ms <= aim.check && checked.reply.errors === errors,
  );
  verdict("  others waited at most", `${longestWait()} ms`, true);
  const work = { file, mapping: null, customerCode: 42, ranges: {} as never };
  const { memory } = await readInProcess(work, new AbortController().signal);
  verdict("  its process held at most", `${Math.round(memory / 1024 / 1024)} MB`, memory <= aim.memory * 1024 * 1024);
}

const { reply } = await send(csv(boxes));
const checked = await call("POST", `/imports/${reply.id}/check/`);
verdict(`${boxes} boxes checked`, `${checked.ms} ms`, checked.status === 200);
longestWait();
let before = databaseSeconds();
const seconds = () => `${Math.round(databaseSeconds() - before)} s of processor`;
const committed = await call("POST", `/imports/${reply.id}/commit/`, { again: false });
verdict(
  `${boxes} boxes taken over`,
  `${committed.ms} ms, ${seconds()}`,
  committed.status === 200 && committed.ms <= aim.commit,
);
verdict("  others waited at most", `${longestWait()} ms`, true);
verdict("  what check finds", String((await runChecks(db)).length), (await runChecks(db)).length === 0);
before = databaseSeconds();
const undone = await call("POST", `/imports/${reply.id}/undo/`);
verdict(`${boxes} boxes taken back`, `${undone.ms} ms, ${seconds()}`, undone.status === 200);
verdict("  others waited at most", `${longestWait()} ms`, true);

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
  longestWait();
  const { status, ms, reply: said } = await send(file);
  const waited = longestWait();
  verdict(
    `${what} (${Math.round(file.length / 1024)} KB)`,
    `${status} after ${ms} ms, others waited ${waited} ms: ${JSON.stringify(said)}`,
    status === 400 && waited <= aim.others,
  );
}

over.abort();
await looking;
await app.close();
await db.close();
await close();
rmSync(dataDir, { recursive: true, force: true });
