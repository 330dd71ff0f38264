import type { ChildProcess } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Box } from "#contract/schemas/stock/boxes.ts";
import { boxCode } from "#rules/stock/box-code.ts";
import { startEmbedded } from "#server/postgres/embedded.ts";
import { cutOffLists } from "./box-lists.ts";
import { jumpClock, whyNoClock } from "./clock.ts";
import { cutPower, fillDatabase, fillPictures, whyNoDisks, whyNoPower } from "./disks.ts";
import { endureLock, endureSlowClients, endureStandstill } from "./hindrances.ts";
import { billInStorm } from "./invoices.ts";
import { nobody, nobodyRuns } from "./nobody.ts";
import { loseAnswers } from "./lost-answers.ts";
import { askDatabase, call, endOf, environment, freePort, isReady, killHard, run, signIn, until } from "./product.ts";
import type { Outcome, Workplace } from "./workplace.ts";
import type { Creation } from "./writing.ts";

/** Where a round of a case happens. */
export interface Stage {
  /** The product of the storm of kills, which runs, and the people who work with it. */
  readonly at: Workplace;
  /** The round's own. */
  readonly folder: string;
}

/** Fault that is no kill, as often as there are rounds: it answers what came of it, or throws. */
interface Case {
  readonly name: string;
  readonly work: (stage: Stage) => Promise<Outcome>;
  /** Why it cannot be had on this machine; null where it can. */
  readonly whyNot?: (folder: string) => string | null;
}

const server = "src/server/main.ts";
const everyBox = 10_000; // product 2: the most that one request may create

/** As root the server is started by an account that nothing belongs to, which must be able to reach this checkout. */
const whyNotNobody = () => (nobodyRuns() ? null : "other accounts cannot reach the folder of this checkout");

const unproved = (work: (stage: Stage) => Promise<string>) => async (stage: Stage) => ({
  said: await work(stage),
  acknowledged: 0,
});

export const cases: readonly Case[] = [
  { name: "a second start on the same folder", work: refuseSecond },
  { name: "an old program on a new schema", work: refuseNewerSchema },
  { name: "a folder that cannot be written", work: unproved(refuseUnwritable), whyNot: whyNotNobody },
  { name: "two servers on one database", work: unproved(shareDatabase) },
  { name: "a lost answer", work: unproved(loseAnswers) },
  { name: "invoices, killed while they are issued", work: unproved(billInStorm) },
  { name: "a stop in the middle of a request", work: unproved(finishRequest) },
  { name: "a list taken over, cut off", work: cutOffLists },
  { name: "slow clients", work: endureSlowClients },
  { name: "a locked row", work: endureLock },
  { name: "a database that stands still", work: endureStandstill },
  { name: "power cut", work: cutPower, whyNot: whyNoPower },
  { name: "full disk of the database", work: fillDatabase, whyNot: whyNoDisks },
  { name: "full disk of the pictures", work: fillPictures, whyNot: whyNoDisks },
  { name: "clock jumps", work: jumpClock, whyNot: whyNoClock },
];

/** Expects a server to end with 1 and a sentence. */
async function refusal(logFile: string, child: ChildProcess, sentence: RegExp): Promise<string> {
  const code = await endOf(child, 20_000);
  const said = readFileSync(logFile, "utf8").trim();
  if (code !== 1 || !sentence.test(said) || /^\s+at /m.test(said)) throw new Error(`it ended with ${code}: ${said}`);
  return said;
}

/** As an operator starts it who forgot that it runs; its supervisor must not try for ever. */
function refuseSecond({ at, folder }: Stage): Promise<Outcome> {
  const { product } = at;
  return at.during(async () => {
    const start = performance.now();
    const logFile = join(folder, "second.log");
    const env = environment({ PORT: String(await freePort()), DATA_DIR: product.dataDir });
    await refusal(
      logFile,
      run(["tools/run.mjs", "start"], logFile, env),
      /in use by another running Magazin \(process \d+\)/,
    );
    if (/starting it again/.test(readFileSync(logFile, "utf8")))
      throw new Error("its supervisor took that for a crash");
    return `refused within ${((performance.now() - start) / 1000).toFixed(1)} s`;
  });
}

/** A newer program was here: the server that crashes now and comes back is the older one. */
function refuseNewerSchema({ at }: Stage): Promise<Outcome> {
  const { product } = at;
  const newer = "9999_later";
  return at.during(async () => {
    await askDatabase(
      product.connection,
      `insert into migrations (name, run_on, program) values ('${newer}', now(), '99.0.0')`,
    );
    killHard([product.server]);
    const code = await product.end(30_000);
    const said = readFileSync(product.logFile, "utf8");
    if (code !== 1 || !/schema 9999_later, made by Magazin 99\.0\.0, and this is Magazin \d/.test(said))
      throw new Error(`it ended with ${code}: ${product.lastWords()}`);
    const postgres = await startEmbedded({ dataDir: product.dataDir });
    await askDatabase(postgres.connection, `delete from migrations where name = '${newer}'`);
    await postgres.stop();
    product.start();
    await product.ready();
    return "refused by both their names";
  });
}

async function refuseUnwritable({ folder }: Stage): Promise<string> {
  const closed = join(folder, "closed");
  mkdirSync(closed);
  chmodSync(closed, 0o555);
  const ids = process.getuid?.() === 0 ? nobody : {}; // nothing is closed to root
  const answers = [];
  for (const dataDir of [closed, join(closed, "below"), "/dev/null/data"]) {
    const logFile = join(folder, `closed-${answers.length}.log`);
    const env = environment({ PORT: String(await freePort()), DATA_DIR: dataDir });
    answers.push(await refusal(logFile, run([server], logFile, env, ids), /The data folder .* cannot be/));
  }
  return answers.join(" | ");
}

/** Two servers start together on an empty database, and create boxes for one customer. */
async function shareDatabase({ folder }: Stage): Promise<string> {
  const postgres = await startEmbedded({ dataDir: join(folder, "shared") });
  try {
    await askDatabase(postgres.superuser, "create database shared owner magazin");
    await shareOnce(folder, { ...postgres.connection, database: "shared" });
  } finally {
    await postgres.stop();
  }
  return "one migration, one admin, and 2000 consecutive boxes by 200 requests";
}

async function shareOnce(folder: string, connection: { host: string; port: number; user: string; database: string }) {
  const { host, port, user, database } = connection;
  const databaseUrl = `postgres://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`;
  const ports = [await freePort(), await freePort()];
  const started = ports.map((own) => {
    const logFile = join(folder, `${database}-${own}.log`);
    const settings = { PORT: String(own), DATA_DIR: join(folder, String(own)), DATABASE_URL: databaseUrl };
    return { url: `http://127.0.0.1:${own}`, logFile, child: run([server], logFile, environment(settings)) };
  });
  const said = () => started.map(({ logFile }) => readFileSync(logFile, "utf8")).join("");
  try {
    await until("both servers answer", async () => {
      if (started.some(({ child }) => child.exitCode !== null)) throw new Error(`one did not start: ${said()}`);
      return (await Promise.all(started.map(({ url }) => isReady(url)))).every(Boolean);
    });
    await until("both servers have said so", () => said().split("is ready").length === 3);
    if (said().split("First staff login").length !== 2) throw new Error(`not one first login: ${said()}`);
    await createTogether(started.map(({ url }) => url));
    await expectOne(connection);
  } finally {
    for (const { child } of started) child.kill("SIGTERM");
  }
  const codes = await Promise.all(started.map(({ child }) => endOf(child)));
  if (codes.some((code) => code !== 0)) throw new Error(`they ended with ${codes.join(" and ")}: ${said()}`);
}

async function expectOne(connection: pg.ClientConfig): Promise<void> {
  const [found] = await askDatabase<{ users: string; twice: string }>(
    connection,
    "select (select count(*) from users) as users, (select count(*) - count(distinct name) from migrations) as twice",
  );
  if (found?.users !== "1" || found.twice !== "0") throw new Error(`users and migrations: ${JSON.stringify(found)}`);
}

async function createTogether(urls: readonly string[]): Promise<void> {
  const tokens = await Promise.all(urls.map((url) => signIn(url)));
  const create = <T>(number: number, path: string, body: object) =>
    call<T>(urls[number % urls.length] ?? "", tokens[number % urls.length] ?? "", `POST ${path}`, body);
  const customer = await create<{ id: number; code: number }>(0, "/customers/", { name: "Kunde" });
  const requests = Array.from({ length: 200 }, (_, number) =>
    create<Box[]>(number, "/boxes/", { owner_id: customer.id, amount: 10 }),
  );
  const boxes = await Promise.all(requests);
  const codes = new Set(boxes.flat().map(({ code }) => code));
  const wanted = Array.from({ length: 2000 }, (_, index) => boxCode(customer.code, index + 1));
  if (codes.size !== 2000 || !wanted.every((code) => codes.has(code))) throw new Error("the codes are not consecutive");
  if (boxes.some((own) => own.some(({ code }, index) => Number(code) !== Number(own[0]?.code) + index)))
    throw new Error("one request's codes have a hole");
}

/** The request waits for a customer that somebody else holds, so that the stop surely comes in its middle. */
async function finishRequest({ at }: Stage): Promise<string> {
  const { product, writers } = at;
  const token = await signIn(product.url);
  const { id } = await call<{ id: number }>(product.url, token, "POST /customers/", { name: "Langsam" });
  const holder = new pg.Client(product.connection);
  await holder.connect();
  await holder.query("begin");
  await holder.query("select from customers where id = $1 for update", [id]);
  let answered = false;
  const creation: Creation = { customer: id, amount: everyBox };
  const size = writers.enter(creation);
  const request = call<Box[]>(product.url, token, "POST /boxes/", { owner_id: id, amount: everyBox, size });
  void request.then(
    () => (answered = true),
    () => (answered = true),
  );
  const waiting = "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
  await until("the request waits", async () => (await holder.query(waiting)).rowCount === 1);
  const stopped = product.stop();
  await sleep(500);
  if (answered || product.server === undefined) throw new Error("the stop did not wait for the request");
  const start = performance.now();
  await holder.query("rollback");
  await holder.end();
  const boxes = await request;
  creation.boxes = boxes;
  const took = Math.round(performance.now() - start);
  const code = await stopped;
  if (boxes.length !== everyBox || code !== 0) throw new Error(`${boxes.length} boxes, and it ended with ${code}`);
  product.start();
  await product.ready();
  const { count } = await call<{ count: number }>(product.url, token, `GET /boxes/?owner_id=${id}&limit=1`);
  if (count !== everyBox) throw new Error(`${count} boxes are there after the stop`);
  return `answered ${everyBox} boxes ${took} ms after it could go on, ended with 0, and they are there`;
}
