import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { editBox } from "#contract/calls/stock/boxes.ts";
import type { Client } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { waitForOldTransactions } from "#test/support/locks.ts";
import { expensive, extentOf } from "#test/support/tiers.ts";
import { type Cast, type Crawling, smallArchive } from "./archive.ts";
import { changeOthers } from "./changes.ts";
import { type Heard, leaks, type Listener, type Question, standingServer } from "./crawl.ts";
import { addForeignRows } from "./foreign-rows.ts";
import { type Forbidden, forbiddenTo, saidForbidden } from "./forbidden.ts";
import { misanswered, onePerCall, distinguishable, unrefused } from "./proof.ts";
import { asked, oneEach, questionsFor } from "./questions.ts";

const { db } = await testDatabase();
/** Every call and every filter; `npm run test:leaks` asks many more, and a user of one customer and one of none, too. */
const extent = extentOf(
  { spare: 3, foreign: 4, own: 20, values: 2, queries: 80, mixtures: 3, limits: [30], offsets: [0], selected: 0 },
  oneEach,
);
const enough = extentOf(1000, 200);
const asking = ["a user of two customers"];

interface Crawl extends Crawling {
  readonly listener: Listener;
  readonly questions: Question[];
  readonly before: Heard[];
  readonly after: Heard[];
  /** Words that were forbidden before anything changed. */
  readonly words: Forbidden[];
}

let cast: Cast;
let staff: Client;
const crawls: Crawl[] = [];
const dataDir = mkdtempSync(join(tmpdir(), "magazin-leaks-"));
const server = await standingServer(db, dataDir);

beforeAll(async () => {
  cast = await smallArchive(db, server);
  staff = await server.client(cast.staff);
  for (const person of cast.crawling.filter(({ name }) => asking.includes(name))) {
    const listener = await server.listener(person);
    const questions = await questionsFor(db, { a: server.a, other: cast.other, userId: person.id, extent });
    const words = await forbiddenTo(db, person.id);
    crawls.push({ ...person, listener, questions, before: [], after: [], words });
  }
  await waitForOldTransactions(db); // or a change is reported between the crawls
  for (const { listener, questions, before } of crawls) before.push(...(await listener.crawl(questions)));
  await changeOthers({ db, staff, cast });
  await addForeignRows(db, 400); // plans.test.ts has them by the ten thousand
  for (const { listener, questions, after } of crawls) after.push(...(await listener.crawl(questions)));
}, 1_200_000);

afterAll(async () => {
  for (const { listener } of crawls) listener.close();
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
});

describe("whatever happens to other customers' things", () => {
  test.each(asking)("shows in not one byte of what a customer user is answered: %s", (name) => {
    const crawl = crawls.find((each) => each.name === name);
    if (!crawl) throw new Error("There is no such user.");
    expect(crawl.questions.length).toBeGreaterThan(enough);
    expect(onePerCall(leaks(crawl.questions, crawl.before, crawl.after))).toEqual([]);
  });

  expensive("a third crawl")("would be noticed: a change of an own box is", async () => {
    const [crawl] = crawls;
    if (!crawl) throw new Error("Nobody crawled.");
    const own = await db.read
      .selectFrom("boxes")
      .select("id")
      .where("customer_id", "=", cast.own[0] ?? 0)
      .where("state", "=", 1)
      .orderBy("id") // any other may be on a delivery, and is seen there
      .executeTakeFirstOrThrow();
    await staff.call(editBox, { path: { id: own.id }, body: { state: 7 } });
    const isAboutIt = (_: unknown, index: number) => {
      const { id } = crawl.questions[index] ?? {};
      return id === undefined || id === own.id || cast.own.includes(id);
    };
    await waitForOldTransactions(db);
    const questions = crawl.questions.filter(isAboutIt);
    const noticed = leaks(questions, crawl.after.filter(isAboutIt), await crawl.listener.crawl(questions));
    const calls = new Set(noticed.map((leak) => leak.split(" ", 1).join()));
    // of the calls by an id only those whose spread has met this box are among them
    expect([...calls]).toEqual(expect.arrayContaining(["boxesOverview", "listBoxes", "listChanges", "listHistory"]));
  });
});

describe("every call that a customer user may make", () => {
  test("is asked, those that join the contract later, too", () => {
    for (const { questions } of crawls) {
      const names = new Set(questions.map(({ call }) => call));
      expect(asked.map(([name]) => name).filter((name) => !names.has(name))).toEqual([]);
    }
  });

  test.each([
    ["answers", false],
    ["files", true],
  ])(
    "shows nobody in %s what the archive keeps to itself: halls, places, staff, notes, others",
    async (_in, isFile) => {
      for (const { name, id, questions, before, words } of crawls) {
        const isMeant = (index: number) =>
          /^content-type: application\/(pdf|zip|vnd)/im.test(before[index]?.headers ?? "") === isFile;
        const [meantQuestions, heard] = [questions, before].map((all) => all.filter((_, index) => isMeant(index))) as [
          Question[],
          Heard[],
        ];
        // the answers after are the same bytes: what is forbidden then is sought in those before, too
        const later = await forbiddenTo(db, id);
        expect(heard.length).toBeGreaterThan(50);
        expect(onePerCall(saidForbidden(meantQuestions, heard, [...words, ...later])), name).toEqual([]);
      }
    },
  );

  test("is searched for every kind of what is kept", () => {
    const sorts = new Set(crawls.flatMap(({ words }) => words.map(({ what }) => what)));
    expect([...sorts].sort()).toEqual([
      "a note about a customer",
      "the address of a staff user",
      "the name of a staff user",
      "the name of an area",
      "the name of another customer",
      "the name of another customer's user",
      "the reason of a rush order",
    ]);
  });

  test("answers for foreign things as for missing ones, and finds the own ones", async () => {
    for (const { name, id, questions, after } of crawls)
      expect(onePerCall(await misanswered(db, id, questions, after)), name).toEqual([]);
  });

  test("answers for foreign things in an order as for missing ones", () => {
    for (const { name, questions, before, after } of crawls) {
      expect(questions.filter(({ twin }) => twin).length).toBeGreaterThan(10);
      for (const heard of [before, after]) expect(distinguishable(questions, heard), name).toEqual([]);
    }
  });

  test("writes nothing for somebody else", () => {
    for (const { name, questions, before } of crawls)
      expect(onePerCall(unrefused(questions, before)), name).toEqual([]);
  });
});
