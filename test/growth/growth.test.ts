import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { seedArchive } from "#cli/seed/load-archive.ts";
import { Database, servingLimits } from "#server/database/database.ts";
import { calls } from "#test/contract/examples.ts";
import { jsonSchemaOf } from "#test/contract/hostile.ts";
import { standingServer } from "#test/leaks/crawl.ts";
import { logPlans, rowsRead, touchingMore, watchPlans } from "#test/leaks/plan-watch.ts";
import { testDatabase } from "#test/support/database.ts";
import { extentOf } from "#test/support/tiers.ts";

/** Boxes of the two archives, which have the same customers. */
const sizes = [2_000, 40_000] as const;
const customers = 12;
/** The larger archive may take this many times the rows of the smaller one, and so many more: answers are not equally long. */
const [times, more] = [1.5, 300];

/** Calls that may read more where there is more, each with the reason why. */
const growing: Readonly<Record<string, string>> = {
  mapOfArea: "draws every place of a hall, and a larger archive has larger halls",
  listAreas: "counts the rows of shelves of each area, one for a hundred boxes",
  listRows: "counts the rows of shelves, one for a hundred boxes, and orders them by what each holds",
  listMarked: "counts all that is marked by customer, and knows it again by its digest, whatever page is asked for",
  destroyMarked: "specification 7: all boxes that are due, without pages",
  scanPack: "without halls it is the pack of the whole archive; telephones name theirs",
  listDestructions: "counts the boxes of the ten collective destructions that it lists",
  listCollect: "a page of the lines to be picked in the order of the way comes out of the lines of all open deliveries",
  activityReport: "the months that no housekeeping has noted yet are summed",
  serviceReport: "the same, and every delivery of the running month is measured",
  stockReport: "the same for each hall and customer",
  productivityReport: "every entry of the days that are shown counts",
  dueReport: "sums by customer and year, and there are more years where there are more boxes",
  listRetainedCustomers: "sums the boxes of each customer that may go",
  billedMonth: "counts the days of each box of a month whose stock no housekeeping has noted, as here",
  home: "counts what waits, of each kind",
};

/** Calls of staff that name no thing and answer JSON: lists, overviews, reports. */
const questions = calls.flatMap(([name, route]) => {
  const isJson = typeof route.reply !== "string" && route.reply !== null;
  if (route.method !== "GET" || route.path.includes("{") || route.access === "open" || !isJson) return [];
  const { properties = {}, required = [] } = route.query ? jsonSchemaOf(route.query) : {};
  if (required.length > 0) return [];
  const limit = "limit" in properties ? "?limit=30" : "";
  const { enum: orders = [] } = (properties["order_by"] ?? {}) as { enum?: readonly string[] };
  return ["", ...orders].map((order) => ({
    call: name,
    url: `/api/v1${route.path}${limit}${order && `${limit ? "&" : "?"}order_by=${order}`}`,
  }));
});

/** Rows that a question reads, and the steps of its statements that read many of them. */
interface Reading {
  readonly rows: number;
  readonly steps: readonly string[];
}

const isScan = (step: string) => /^[\w ]*Scan \w+ /.test(step);

/** An archive of so many boxes, and how many rows each question reads there. */
async function readIn(boxes: number): Promise<ReadonlyMap<string, Reading>> {
  const database = await testDatabase();
  await seedArchive(database.connection, {
    boxes,
    customers,
    seed: 1,
    add: false,
    now: new Date(),
    say: () => undefined,
  });
  const observed = new Database(database.connection, { limits: servingLimits });
  const plans = watchPlans(observed);
  const dataDir = mkdtempSync(join(tmpdir(), "magazin-growth-"));
  const server = await standingServer(observed, dataDir);
  const staff = await server.a.user({ isStaff: true });
  await database.db.write((tx) => sql`analyze`.execute(tx));
  await logPlans(database);
  const listener = await server.listener(staff);
  const read = new Map<string, Reading>();
  for (const { call, url } of questions) {
    plans.taken();
    const { status } = await listener.ask({ call, method: "GET", url });
    if (status !== 200) throw new Error(`${call} (${url}) answered ${status}.`);
    const statements = plans.taken();
    const rows = statements.reduce((sum, statement) => sum + rowsRead(statement), 0);
    read.set(url, { rows, steps: statements.flatMap((statement) => touchingMore(statement, more)).filter(isScan) });
  }
  listener.close();
  await server.close();
  await observed.close();
  rmSync(dataDir, { recursive: true, force: true });
  return read;
}

describe.runIf(extentOf(true, false))("an archive of twenty times the boxes", () => {
  const grown: string[] = [];

  beforeAll(async () => {
    const small = await readIn(sizes[0]);
    const large = await readIn(sizes[1]);
    for (const { call, url } of questions) {
      const { rows: few = 0 } = small.get(url) ?? {};
      const { rows: many = 0, steps = [] } = large.get(url) ?? {};
      if (many > few * times + more)
        grown.push(
          [`${call} (${url}): ${Math.round(few)} rows, then ${Math.round(many)}`, ...steps.slice(0, 3)].join("\n  "),
        );
    }
  }, 900_000);

  test("makes no list read more than its answer needs, but for those that say why", () => {
    expect(grown.filter((line) => !((line.split(" ", 1)[0] ?? "") in growing))).toEqual([]);
  });

  test("gives reasons of calls that it is asked", () => {
    const asked = new Set<string>(questions.map(({ call }) => call));
    expect(Object.keys(growing).filter((name) => !asked.has(name))).toEqual([]);
  });

  test("is asked each call of the contract that lists things", () => {
    expect(new Set(questions.map(({ call }) => call)).size).toBeGreaterThan(40);
  });
});
