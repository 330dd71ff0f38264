import { beforeAll, expect, test } from "vitest";
import { productivityReport, sheetOfProductivity } from "#contract/calls/reports/reports.ts";
import { HistoryKind } from "#rules/stock/history.ts";
import { ordered, scanned } from "#test/life/box-life-orders.ts";
import { forge } from "#test/support/ageing.ts";
import { type Client, testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { readByOthers } from "#test/support/spreadsheets.ts";

const { db, connection } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const people: Client[] = [await server.asStaff(), await server.asStaff(), await server.asStaff()];
const [staff] = people as [Client];
const owner = await a.customer();
const user = await server.asCustomer(owner);

/** Picks of a person, each at its moment. */
async function picked(by: Client, moments: readonly string[]): Promise<void> {
  for (const moment of moments) {
    const box = await a.box({ owner, state: 1 });
    const { id } = await ordered({ a, client: user, owner }, [box]);
    await scanned(by, { kind: "pick", delivery: id, code: box.code });
    await forge(
      connection,
      `update history set created = '${moment}', happened = null where box_id = ${box.id} and kind = ${HistoryKind.boxPicked}`,
    );
  }
}

beforeAll(async () => {
  const [first, second, third] = people as [Client, Client, Client];
  // two walks with a pause of an hour between: 10 and 20 minutes, 20 minutes
  await picked(first, ["2026-03-02T08:00Z", "2026-03-02T08:10Z", "2026-03-02T08:30Z"]);
  await picked(first, ["2026-03-02T09:30Z", "2026-03-02T09:50Z"]);
  // at the same time somebody else, 10 minutes
  await picked(second, ["2026-03-02T08:05Z", "2026-03-02T08:15Z"]);
  await picked(third, ["2026-03-31T21:00Z"]);
  // two people only
  await picked(first, ["2026-03-31T22:30Z", "2026-03-31T22:40Z"]);
  await picked(second, ["2026-04-02T08:00Z"]);
});

const query = { until: "2026-05", months: 3 };

test("a walk is what one person picks without a pause of half an hour, and takes the time from its first pick to its last", async () => {
  const { results } = await staff.call(productivityReport, { query });
  // eight picks in four walks, four of them in an hour between picks
  expect(results[0]).toEqual({ month: "2026-03", picks: 8, walks: 4, picks_per_walk: 2, picks_per_hour: 4 });
});

test("a month in which fewer than three people picked shows no speed: it would be somebody's", async () => {
  const { results } = await staff.call(productivityReport, { query });
  const nothing = { walks: null, picks_per_walk: null, picks_per_hour: null };
  expect(results.slice(1)).toEqual([
    { month: "2026-04", picks: 3, ...nothing },
    { month: "2026-05", picks: 0, ...nothing },
  ]);
  const { bytes } = await staff.download(sheetOfProductivity, { query });
  const [read] = await readByOthers(bytes);
  expect(read).toEqual([
    ["Monat", "Griffe", "Rundgänge", "Griffe je Rundgang", "Griffe je Stunde"],
    ["2026-03", 8, 4, 2, 4],
    ["2026-04", 3, null, null, null],
    ["2026-05", 0, null, null, null],
  ]);
});

test("it is for staff, and of nobody in particular", async () => {
  expect((await user.ask(productivityReport, {})).status).toBe(403);
  for (const more of [{ user: 1 }, { customer: owner.id }, { day: "2026-03-02" }])
    expect((await staff.ask(productivityReport, { query: more as object })).status).toBe(400);
});
