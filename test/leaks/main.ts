import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { seedArchive } from "#cli/seed/load-archive.ts";
import { seedPictures } from "#cli/seed/pictures.ts";
import { all } from "#contract/all.ts";
import { sql } from "kysely";
import { Database } from "#server/database/database.ts";
import { startEmbedded } from "#server/postgres/embedded.ts";
import { migrate } from "#server/database/migrate.ts";
import { urlOf } from "#test/support/client.ts";
import { type Cast, castOf, sharePicture } from "./archive.ts";
import { changeOthers } from "./changes.ts";
import { tooLittle } from "./changing.ts";
import { type Heard, leaks, type Listener, type Question, type StandingServer, standingServer } from "./crawl.ts";
import { addForeignRows } from "./foreign-rows.ts";
import { type Forbidden, forbiddenTo, saidForbidden } from "./forbidden.ts";
import { misanswered, onePerCall, distinguishable, unrefused } from "./proof.ts";
import { asked, foreignIds, questionsFor } from "./questions.ts";

/**
 * Asks everything that customer users can ask of a seeded archive, changes everything that is not theirs, asks again
 * and compares every byte: `npm run test:leaks -- --boxes N`.
 */
const { values } = parseArgs({ options: { boxes: { type: "string", default: "2000" } } });
const extent = {
  spare: 50,
  foreign: Infinity,
  own: Infinity,
  values: 60,
  queries: Infinity,
  mixtures: 400,
  limits: [1, 30, 1000],
  offsets: [0, 1, 30, 60],
  selected: 3,
};
const total = { passed: 0, failed: 0 };

/** Says how many of `of` hold, and of those that do not one for each call. */
function report(what: string, of: number, wrong: readonly string[]): void {
  total.passed += Math.max(0, of - wrong.length);
  total.failed += wrong.length;
  console.log(`${wrong.length === 0 ? "ok     " : "FAILED "} ${what}: ${of - wrong.length} of ${of}`);
  for (const each of onePerCall(wrong)) console.log(`          ${each}`);
}

/** Prepares a seeded archive: its largest customers are crawled for, the next one is somebody else. */
async function seededArchive(
  db: Database,
  server: StandingServer,
  boxes: number,
  seed: (boxes: number) => Promise<unknown>,
): Promise<Cast> {
  await seed(boxes);
  const customers = await db.read.list(
    "leaks-customers",
    sql<{
      id: number;
      code: number;
      name: string;
    }>`select c.id, c.code, c.name from customer_counts k join customers c on c.id = k.customer_id
     group by c.id order by sum(boxes) desc, c.id`,
  );
  const [one, two, other] = customers;
  if (!one || !two || !other) throw new Error("The archive has too few customers: more --boxes, please.");
  const cast = await castOf(server, one, two, other);
  await seedPictures(db, server.pictures, { amount: 40, seed: 1 });
  const stored = (customer: { id: number }) =>
    db.read
      .selectFrom("boxes")
      .select("id")
      .where("customer_id", "=", customer.id)
      .where("state", "=", 1)
      .limit(3)
      .execute();
  await sharePicture(db, server, cast.staff.id, [...(await stored(one)), ...(await stored(other))]);
  return cast;
}

const median = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

/** Measures how much longer a foreign thing's refusal takes than a missing one's. The result is printed, for a busy machine proves nothing. */
async function compareTimes(db: Database, { id }: { id: number }, listener: Listener): Promise<void> {
  for (const [call, route] of asked.filter(([, { path, writes }]) => path.includes("{id}") && !writes)) {
    const foreign = await foreignIds(db, route, id);
    const times = { foreign: [] as number[], missing: [] as number[] };
    for (let round = 0; round < 300; round++) {
      const ids = { foreign: foreign[round % foreign.length] ?? 0, missing: 1_000_000_000 + round };
      for (const [kind, asking] of Object.entries(ids) as [keyof typeof ids, number][]) {
        const url = urlOf(route, { path: { id: asking } });
        const start = performance.now();
        await listener.ask({ call, method: route.method, url });
        times[kind].push(performance.now() - start);
      }
    }
    const [slow, quick] = [median(times.foreign), median(times.missing)];
    console.log(
      `        ${call}: foreign ${slow.toFixed(2)} ms, missing ${quick.toFixed(2)} ms, ratio ${(slow / quick).toFixed(2)}`,
    );
  }
}

interface Crawl {
  readonly name: string;
  readonly id: number;
  readonly listener: Listener;
  readonly questions: Question[];
  readonly before: Heard[];
  /** Words that were forbidden before anything changed. */
  readonly words: Forbidden[];
}

async function prove(db: Database, server: StandingServer, cast: Cast): Promise<void> {
  const crawls: Crawl[] = [];
  for (const { id, name } of cast.crawling) {
    const listener = await server.listener({ id });
    const questions = await questionsFor(db, { a: server.a, other: cast.other, userId: id, extent });
    crawls.push({ id, name, listener, questions, before: [], words: await forbiddenTo(db, id) });
  }
  for (const { name, listener, questions, before } of crawls) {
    const start = performance.now();
    before.push(...(await listener.crawl(questions)));
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    const calls = new Set(questions.map(({ call }) => call)).size;
    console.log(`        ${name} asks ${questions.length} questions of ${calls} calls in ${seconds} s`);
  }
  await changeOthers({ db, staff: await server.client(cast.staff), cast });
  await addForeignRows(db, 20_000);
  console.log("        staff have changed the others' things, and the others have very much more");
  for (const { id, name, listener, questions, before, words } of crawls) {
    const after = await listener.crawl(questions);
    const said = [
      ...saidForbidden(questions, before, words),
      ...saidForbidden(questions, after, await forbiddenTo(db, id)),
    ];
    report(`${name} is shown no hall, place, note, staff or other customer`, 2 * questions.length, said);
    report(`${name} is answered the same, byte for byte`, questions.length, leaks(questions, before, after));
    const ids = questions.filter((question) => question.id !== undefined).length;
    report(`${name} cannot distinguish foreign from missing`, ids, await misanswered(db, id, questions, after));
    const twins = questions.filter(({ twin }) => twin !== undefined).length;
    report(`${name} cannot distinguish foreign from missing in an order`, twins, distinguishable(questions, after));
    const writes = questions.filter(({ call }) => all[call]?.writes || all[call]?.access === "staff").length;
    report(`${name} writes nothing for somebody else`, writes, unrefused(questions, before));
  }
  const [first] = crawls;
  if (first) await compareTimes(db, first, first.listener);
  for (const { listener } of crawls) listener.close();
}

async function main(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "magazin-leaks-"));
  const settings = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }; // nothing has to survive
  const postgres = await startEmbedded({ dataDir, settings });
  const cleanUp = async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  for (const signal of ["SIGINT", "SIGTERM", "disconnect"] as const)
    process.on(signal, () => void cleanUp().then(() => process.exit(1)));
  try {
    await migrate(postgres.connection);
    const db = new Database(postgres.connection);
    const server = await standingServer(db, dataDir);
    const options = { seed: 1, add: false, now: new Date(), say: () => {} };
    const seed = (boxes: number) => seedArchive(postgres.connection, { ...options, boxes });
    const cast = await seededArchive(db, server, Number(values.boxes), seed);
    const why = await tooLittle(db, cast);
    if (why !== null) throw new Error(`--boxes ${values.boxes} is too few: ${why}. 1000 are enough.`);
    await prove(db, server, cast);
    await server.close();
    await db.close();
  } finally {
    await cleanUp();
  }
  console.log(`${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed > 0 ? 1 : 0;
}

await main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
process.exit();
