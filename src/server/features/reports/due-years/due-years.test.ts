import { sql } from "kysely";
import { expect, test } from "vitest";
import { assignRetention } from "#contract/calls/destruction/retention.ts";
import { dueReport, sheetOfDue } from "#contract/calls/reports/reports.ts";
import { editMeta } from "#contract/calls/stock/boxes.ts";
import { berlinDay } from "#rules/dates.ts";
import { sumCounts } from "#server/database/summed-counts.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { readByOthers } from "#test/support/spreadsheets.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();
const year = Number(berlinDay(new Date()).slice(0, 4));
const [owner, other] = [await a.customer(), await a.customer()];
const user = await server.asCustomer(owner);
const customer = { id: owner.id, code: owner.code, name: owner.name };

const boxes = [
  { number: 1, destroyYear: year - 3 }, // long since
  { number: 2, destroyYear: year },
  { number: 3, destroyYear: year + 2, until: `${year}-12-31` }, // the customer's own year is the later one
  { number: 4, until: `${year + 1}-12-31` },
  { number: 5, destroyYear: year + 5 },
  { number: 6, destroyYear: year + 6 }, // too far
  { number: 7 }, // nobody knows
] as const;
for (const { number, ...due } of boxes) {
  const { id } = await a.box({ owner, number, size: number * 1000, state: number === 2 ? 1 : 0 });
  if ("until" in due)
    await staff.call(assignRetention, {
      body: { customer: { id: owner.id }, boxes: [id], until: due.until, reason: "Vertrag" },
    });
  if ("destroyYear" in due)
    await staff.call(editMeta, {
      body: { customer: { id: owner.id }, from: number, to: number, meta_destroy_year: due.destroyYear },
    });
}
await a.box({ owner, number: 8, state: 6 });

const rows = [
  { customer, year, boxes: 2, meters: 3 },
  { customer, year: year + 2, boxes: 2, meters: 7 },
  { customer, year: year + 5, boxes: 1, meters: 5 },
];

const code = String(owner.code).padStart(4, "0");

test("a box falls due with the later of its ends, and what was due before counts to this year", async () => {
  const report = await user.call(dueReport, {});
  expect(report).toMatchObject({ count: 3, results: rows });
  expect(report.years.map(({ boxes: amount }) => amount)).toEqual([2, 0, 2, 0, 0, 1]);
  expect(report.years.map((each) => each.year)).toEqual([0, 1, 2, 3, 4, 5].map((ahead) => year + ahead));
  await db.write(sumCounts);
  expect(await user.call(dueReport, {})).toEqual(report);
  const entries = sql`select from due_counts group by customer_id, year having count(*) > 1`;
  expect((await entries.execute(db.read)).rows).toEqual([]);
});

test("customers read their own, staff everybody's or one customer's", async () => {
  const { id } = await a.box({ owner: other, number: 1, size: 400 });
  await staff.call(editMeta, { body: { customer: { id: other.id }, from: 1, to: 1, meta_destroy_year: year + 2 } });
  expect(id).toBeGreaterThan(0);
  expect((await user.call(dueReport, {})).results).toEqual(rows);
  const all = await staff.call(dueReport, {});
  expect(all.results).toEqual([...rows, { customer: other, year: year + 2, boxes: 1, meters: 0.4 }]);
  expect(all.years[2]).toEqual({ year: year + 2, boxes: 3, meters: 7.4 });
  expect((await staff.call(dueReport, { query: { customer: owner.id } })).results).toEqual(rows);
  expect((await user.ask(dueReport, { query: { customer: other.id } })).status).toBe(404);
});

test("the sheet has a row for each customer and year", async () => {
  const { bytes } = await user.download(sheetOfDue, {});
  const [read] = await readByOthers(bytes);
  expect(read).toEqual([
    ["Kundennummer", "Kunde", "Jahr", "Boxen", "Laufende Meter"],
    [code, owner.name, year, 2, 3],
    [code, owner.name, year + 2, 2, 7],
    [code, owner.name, year + 5, 1, 5],
  ]);
});
