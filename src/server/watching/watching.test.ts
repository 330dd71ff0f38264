import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { imageFile } from "#contract/calls/stock/images.ts";
import { listBoxes } from "#contract/calls/stock/boxes.ts";
import { scan } from "#contract/calls/scanning/scans.ts";
import { login } from "#contract/calls/access/session.ts";
import { codeHeader } from "#rules/texts/refusals.ts";
import { PdfWorkers } from "#server/documents/pdf-workers.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { Counters } from "./counters.ts";
import { Jobs } from "./jobs.ts";

let clock = new Date("2026-11-22T02:00:00Z");
const jobs = new Jobs(() => clock);
const { db } = await testDatabase();
const server = await testServer(db, {}, { jobs });
const { a, anonymous, dataDir } = server;

/** A number as whoever watches the server reads it; 0 for what has not happened yet. */
async function metric(sample: string): Promise<number> {
  const { text } = await anonymous.raw("GET", "/metrics");
  const line = text.split("\n").find((each) => each.startsWith(`${sample} `));
  return Number(line?.slice(sample.length) ?? 0);
}

test("what waits for a connection to the database is reported while it waits, and those in use", async () => {
  const staff = await server.asStaff();
  const { reading } = db.pools;
  const held = await Promise.all(Array.from({ length: reading.options.max }, () => reading.connect()));
  await expect
    .poll(() => metric('magazin_database_connections{pool="reading",state="busy"}'))
    .toBe(reading.options.max);
  await expect.poll(() => metric('magazin_database_connections_max{pool="reading"}')).toBe(reading.options.max);
  const waiting = staff.call(listBoxes, {});
  await expect.poll(() => metric('magazin_database_waiting{pool="reading"}')).toBe(1);
  for (const client of held) client.release();
  await waiting;
  await expect.poll(() => metric('magazin_database_waiting{pool="reading"}')).toBe(0);
});

test("documents that are being set and that wait for it are reported", async () => {
  const pdfWorkers = new PdfWorkers({ processes: 1 });
  const { registry } = new Counters(db, pdfWorkers);
  const documents = async () => (await registry.metrics()).match(/^magazin_documents\{.*$/gm);
  const stop = new AbortController();
  const printing = { provider: "Muster Archiv GmbH", day: "2026-11-22" };
  const wanted = ["[]", "[]", "[]"].map((data) => pdfWorkers.set("archiveList", data, printing, stop.signal));
  expect(await documents()).toEqual(['magazin_documents{state="running"} 1', 'magazin_documents{state="waiting"} 2']);
  stop.abort();
  await Promise.allSettled(wanted);
  await pdfWorkers.close();
  expect(await documents()).toEqual(['magazin_documents{state="running"} 0', 'magazin_documents{state="waiting"} 0']);
});

test("each call costs few lines for whoever watches the server, and all files of the pages together as many as one", async () => {
  const staff = await server.asStaff();
  await staff.call(listBoxes, {});
  for (const file of ["/assets/one-a1.js", "/assets/two-b2.js", "/lager/icon.svg"]) await anonymous.raw("GET", file);
  const { text } = await anonymous.raw("GET", "/metrics");
  const lines = text.split("\n").filter((line) => line.startsWith("http_request_duration_seconds"));
  expect(lines.filter((line) => line.includes('route="/api/v1/boxes/"')).length).toBeLessThanOrEqual(7);
  expect(lines.filter((line) => /route="(?!\/api\/)[^"]*\.\w+"/.test(line))).toEqual([]);
});

test("refused logins are counted by what was wrong", async () => {
  const { email } = await a.user({ password: "Streng-Geheim-1" });
  const before = await metric('magazin_logins_refused_total{code="login"}');
  const answer = await anonymous.ask(login, { body: { username: email, password: "Falsch-Geraten" } });
  expect(answer.headers.get(codeHeader)).toBe("login");
  await anonymous.raw("POST", "/api-token-auth/", { headers: { "content-type": "application/json" }, body: "{}" });
  const staff = await server.asStaff();
  await staff.raw("GET", "/api/v1/boxes/4711000/");
  await expect.poll(() => metric('magazin_logins_refused_total{code="login"}')).toBe(before + 1);
  await expect
    .poll(() => metric('magazin_logins_refused_total{code="invalid"}'), { message: "the specification's path, too" })
    .toBe(1);
  await expect.poll(() => metric('magazin_logins_refused_total{code="not_found"}'), { message: "no login" }).toBe(0);
  await expect.poll(() => metric('magazin_refusals_total{code="not_found"}')).toBeGreaterThan(0);
});

test("scans are counted by their result", async () => {
  const staff = await server.asStaff();
  const [box, row] = [await a.box(), await a.row()];
  const store = { kind: "store", code: box.code, row: row.id, part: 1, height: 1 } as const;
  const operations = [
    { id: "7a1c1f0e-0000-4000-8000-000000000001", ...store },
    { id: "7a1c1f0e-0000-4000-8000-000000000002", ...store, code: "9999000001" },
  ];
  await staff.call(scan, { body: { operations } });
  await expect.poll(() => metric('magazin_scans_total{result="done"}')).toBe(1);
  await expect.poll(() => metric('magazin_scans_total{result="unknown_box"}')).toBe(1);
});

test("a picture that is lost on the disk is reported, so that somebody looks before the next one is", async () => {
  const staff = await server.asStaff();
  const image = await a.image();
  await expect.poll(() => metric('magazin_storage_errors_total{kind="damaged"}')).toBe(0);
  rmSync(join(dataDir, "images"), { recursive: true });
  const answer = await staff.ask(imageFile, { path: image });
  expect([answer.status, answer.headers.get(codeHeader)]).toEqual([502, "wrong_picture"]);
  await expect.poll(() => metric('magazin_storage_errors_total{kind="damaged"}')).toBe(1);
});

test("a job that does not go through any more grows old", async () => {
  await expect.poll(() => metric('magazin_job_age_seconds{task="sweep"}')).toBe(0);
  clock = new Date(clock.getTime() + 3_600_000);
  await jobs.run("forget", async () => undefined);
  await expect(jobs.run("sweep", () => Promise.reject(new Error("no room")))).rejects.toThrow("no room");
  clock = new Date(clock.getTime() + 60_000);
  await expect.poll(() => metric('magazin_job_age_seconds{task="forget"}')).toBe(60);
  await expect.poll(() => metric('magazin_job_age_seconds{task="sweep"}')).toBe(3660);
  await expect.poll(() => metric('magazin_job_failures_total{task="sweep"}')).toBe(1);
});
