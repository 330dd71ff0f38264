import { sql } from "kysely";
import { expect, test } from "vitest";
import { runChecks } from "#cli/check/check.ts";
import { home } from "#contract/calls/home/home.ts";
import { sheetOfStock, stockReport } from "#contract/calls/reports/reports.ts";
import { scan } from "#contract/calls/scanning/scans.ts";
import { editMeta } from "#contract/calls/stock/boxes.ts";
import { addDays, berlinDay } from "#rules/dates.ts";
import { fullMonth } from "#rules/reports/hall-forecast.ts";
import { keepMonths } from "#server/database/stock-months/keep-months.ts";
import { scanned } from "#test/life/box-life-orders.ts";
import { age, forge } from "#test/support/ageing.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { readByOthers } from "#test/support/spreadsheets.ts";

const { db, connection } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();
const month = berlinDay(new Date()).slice(0, 7);

/** Everything so far happened so many days earlier, the day on which a box took its place, too. */
async function passDays(days: number): Promise<void> {
  await age(connection, days);
  await forge(connection, `update boxes set placed = placed - interval '${days} days' where placed is not null`);
}

test("boxes and metres of each month are shown to those whose they are, by the size they had", async () => {
  const [owner, other] = [await a.customer(), await a.customer()];
  const user = await server.asCustomer(owner);
  const left = await a.box({ owner, state: 1 });
  await a.box({ owner, state: 1 });
  await a.box({ owner: other, state: 1 });
  await age(connection, 40);
  const before = addDays(berlinDay(new Date()), -40).slice(0, 7);
  await scanned(staff, { kind: "release", code: left.code, text: "" });
  await staff.call(editMeta, { body: { customer: { id: owner.id }, size: 1250 } });
  const mine = await user.call(stockReport, {});
  expect(mine.results).toHaveLength(24);
  expect(mine.results.find((each) => each.month === before)).toEqual({ month: before, boxes: 2, meters: 0.8 });
  expect(mine.results.at(-1)).toEqual({ month, boxes: 1, meters: 1.25 });
  expect(mine).not.toHaveProperty("halls");
  expect(await user.call(stockReport, { query: { customer: owner.id } })).toEqual(mine);
  expect((await user.ask(stockReport, { query: { customer: other.id } })).status).toBe(404);
  const of = await staff.call(stockReport, { query: { customer: owner.id } });
  expect(of).toMatchObject({ results: mine.results, halls: [] });
  const { bytes } = await user.download(sheetOfStock, {});
  const [read] = await readByOthers(bytes);
  expect([read.length, read[0], read.at(-1)]).toEqual([25, ["Monat", "Boxen", "Laufende Meter"], [month, 1, 1.25]]);
});

test("the whole stock is what home shows", async () => {
  const { results } = await staff.call(stockReport, {});
  const { stock } = await (await server.as(await a.user({ isStaff: true, managesUsers: true }))).call(home, {});
  expect(results.at(-1)).toMatchObject({ boxes: stock?.at(-1)?.boxes, meters: stock?.at(-1)?.meters });
});

test("a hall is full after the months that it takes at the growth of a year, whatever moved or left meanwhile", async () => {
  const [growing, emptying, still] = [await a.area(), await a.area(), await a.area()];
  const rowOf = async (area: { id: number; name: string }) => {
    const row = await a.row({ area });
    await forge(connection, `update rows set parts = 10, heights = 1 where id = ${row.id}`);
    return row;
  };
  const rows = [await rowOf(growing), await rowOf(emptying), await rowOf(still)] as const;
  const stored = (row: (typeof rows)[number], part: number) => a.box({ state: 1, place: { row, part, height: 1 } });
  const stays = await stored(rows[0], 1);
  const moves = await stored(rows[1], 1);
  const leaves = await stored(rows[1], 2);
  await stored(rows[2], 1);
  await passDays(500);
  const { results } = await staff.call(scan, {
    body: {
      operations: [
        { id: crypto.randomUUID(), kind: "store", code: moves.code, row: rows[0].id, part: 2, height: 1, move: true },
        { id: crypto.randomUUID(), kind: "store", code: stays.code, row: rows[0].id, part: 9, height: 1, move: true },
      ],
    },
  });
  expect(results.map(({ status }) => status)).toEqual(["done", "done"]);
  await scanned(staff, { kind: "release", code: leaves.code, text: "" });
  await stored(rows[0], 3);
  const { halls = [] } = await staff.call(stockReport, {});
  const hallOf = ({ id }: { id: number }) => halls.find((hall) => hall.id === id);
  const full = fullMonth({ places: 10, boxes: 3, boxes_before: 1 }, berlinDay(new Date()));
  expect(hallOf(growing)).toEqual({ ...growing, places: 10, boxes: 3, boxes_before: 1, full });
  expect(hallOf(emptying)).toEqual({ ...emptying, places: 10, boxes: 0, boxes_before: 2, full: null });
  expect(hallOf(still)).toEqual({ ...still, places: 10, boxes: 1, boxes_before: 1, full: null });
  // the same once it is noted, which is what is read then
  await db.write((tx) => sql`select close_history(date_trunc('day', now(), 'Europe/Berlin'))`.execute(tx));
  await db.write((tx) => keepMonths(tx, new Date()));
  expect((await staff.call(stockReport, {})).halls).toEqual(halls);
  expect((await runChecks(db)).filter(({ first }) => /area|customer/.test(String(first)))).toEqual([]);
  await forge(connection, `update area_months set boxes = 5 where area_id = ${still.id}`);
  const later = await staff.call(stockReport, {});
  expect(later.halls?.find(({ id }) => id === still.id)?.boxes_before).toBe(5);
});

test("halls are listed in the order of a German list, by their numbers", async () => {
  const names = ["Zeche", "Halle 10", "Übersee", "halle 9", "Ost"];
  for (const name of names) await a.area({ name });
  const { halls = [] } = await staff.call(stockReport, {});
  expect(halls.map(({ name }) => name).filter((name) => names.includes(name))).toEqual([
    "halle 9",
    "Halle 10",
    "Ost",
    "Übersee",
    "Zeche",
  ]);
});
