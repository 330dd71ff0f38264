import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Database, servingLimits } from "#server/database/database.ts";
import { testDatabase } from "#test/support/database.ts";
import { extentOf } from "#test/support/tiers.ts";
import { smallArchive } from "./archive.ts";
import { type Heard, leaks, type Listener, type Question, type StandingServer, standingServer } from "./crawl.ts";
import { addForeignRows } from "./foreign-rows.ts";
import { logPlans, touchingMore, watchPlans } from "./plan-watch.ts";
import { onePerCall } from "./proof.ts";
import { asked, readsFor } from "./questions.ts";

/** Contents of others; of each other kind of thing they have an eighth, so that whoever reads them all reads more than the most. */
const foreign = 10_000;
/** Rows that one step of a statement may read, or find and throw away. */
const most = 1000;
/** Words that their spellings cut in two pieces, a mistyped one, short ones, nobody's, pieces of codes, several words, a number, codes. */
const single = ["Patientenakte", "Kontoauszug", "Patientnakte", "kt", "Öl", "Quarkuchen", "0001"];
const several = [
  "Patientenakte Kunde",
  "Kunde 10",
  "10",
  "0020.000.001 0021.000.001",
  "akte jahr:2019",
  "kunde:20 akte",
];
const words = [...single, ...several];

const database = await testDatabase();
const { db } = database;
/** Ten thousand contents of others, and the plan of every statement: where this room is touched. */
const isAsked = extentOf(true, false);

describe.runIf(isAsked)("a customer user beside others who have very much", () => {
  // opened when the tests begin: nothing is left behind where none of them is asked
  /** The same database, which reports how it carries statements out, and gives them the time that a server does. */
  let observedDb: Database;
  let plans: ReturnType<typeof watchPlans>;
  let dataDir: string;
  let server: StandingServer;
  let watched: StandingServer;
  let unwatched: Listener;
  let listener: Listener;
  let questions: Question[];
  let before: Heard[];
  let after: Heard[];
  const reading: string[] = [];
  const planned = new Set<string>();

  beforeAll(async () => {
    observedDb = new Database(database.connection, { limits: servingLimits });
    plans = watchPlans(observedDb);
    dataDir = mkdtempSync(join(tmpdir(), "magazin-plans-"));
    server = await standingServer(db, dataDir);
    watched = await standingServer(observedDb, dataDir);
    const { crawling, own } = await smallArchive(db, server);
    const [, user] = crawling;
    if (!user) throw new Error("Nobody crawls.");
    const box = await server.a.box({ owner: { id: own[0] ?? 0, code: 20, name: "" } });
    for (const text of ["Patientenakte Eigen", "Kontoauszüge"]) await server.a.content({ box, text });
    questions = await readsFor(db, user.id, words);
    unwatched = await server.listener(user);
    before = await unwatched.crawl(questions);
    await addForeignRows(db, foreign);
    await db.write((tx) => sql`analyze`.execute(tx)); // or each statement is planned as if nobody had anything
    after = await unwatched.crawl(questions);
    await logPlans(database);
    listener = await watched.listener(user);
    plans.taken();
    for (const question of questions) {
      await listener.ask(question);
      for (const statement of plans.taken()) {
        planned.add(question.call);
        reading.push(...touchingMore(statement, most).map((what) => `${question.call} (${question.url}): ${what}`));
      }
    }
  }, 1_200_000);

  afterAll(async () => {
    for (const each of [listener, unwatched]) each.close();
    await Promise.all([server.close(), watched.close()]);
    await observedDb.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  test("what others have by the ten thousand changes not one byte of what a customer user is answered", () => {
    expect(onePerCall(leaks(questions, before, after))).toEqual([]);
  });

  test("no statement of a customer user reads what others have, to throw it away: it would reveal by its time how much that is", () => {
    expect(onePerCall(reading)).toEqual([]);
  });

  test("every call that reads is among those whose statements are looked at", () => {
    const reads = asked.filter(([, { writes, access }]) => !writes && access !== "open");
    expect(reads.map(([name]) => name).filter((name) => !planned.has(name))).toEqual([]);
  });

  test.each(["Patientenakte", "Kontoauszug"])(
    "the own content with %s is found, however many others have it",
    async (q) => {
      const { bytes } = await listener.ask({ call: "search", method: "GET", url: `/api/v1/search/?q=${q}` });
      const said: unknown = JSON.parse(bytes.toString());
      expect(said).toMatchObject({ late: [], groups: [{ kind: "content", count: 1 }] });
    },
  );

  test("would be noticed: a statement that looks through everybody's", async () => {
    plans.taken();
    await sql`select count(*) from contents where search_text(text) like '%akte%'`.execute(observedDb.read);
    expect(plans.taken().flatMap((statement) => touchingMore(statement, most))).not.toEqual([]);
  });
});
