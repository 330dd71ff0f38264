import { sql } from "kysely";
import { expect, test } from "vitest";
import { cancelDelivery } from "#contract/calls/deliveries/deliveries.ts";
import { activityReport, sheetOfActivity } from "#contract/calls/reports/reports.ts";
import { editMeta } from "#contract/calls/stock/boxes.ts";
import { addDays, berlinDay } from "#rules/dates.ts";
import { ordered, scanned } from "#test/life/box-life-orders.ts";
import { keepMonths } from "#server/database/stock-months/keep-months.ts";
import { age, forge } from "#test/support/ageing.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { readByOthers } from "#test/support/spreadsheets.ts";

const { db, connection } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();

const today = berlinDay(new Date());
const month = today.slice(0, 7);
const before = addDays(today, -40).slice(0, 7);
const release = (code: string) => scanned(staff, { kind: "release", code, text: "" });

/** A box of forty days ago that left today, one that came today and was measured anew, and one that did both within the day. */
async function life() {
  const owner = await a.customer();
  const user = await server.asCustomer(owner);
  const left = await a.box({ owner, state: 1 });
  await age(connection, 40);
  await release(left.code);
  const came = await a.box({ owner, state: 1 });
  await staff.call(editMeta, { body: { customer: { id: owner.id }, size: 1250 } });
  await release((await a.box({ owner, state: 1 })).code);
  await ordered({ a, client: user, owner }, [came]);
  const { id } = await ordered({ a, client: user, owner }, [await a.box({ owner, state: 1 })]);
  await staff.call(cancelDelivery, { path: { id } });
  const box = await a.box({ owner, state: 1 });
  await a.copy(await a.delivery({ owner, kind: 3, boxes: [box], state: 1 }), box, await a.user({ isStaff: true }));
  return { owner, user };
}

const { owner, user } = await life();
const customer = { id: owner.id, code: owner.code, name: owner.name };
const rows = [
  { customer, month, boxes_in: 2, boxes_out: 1, orders: 2, scans: 1 },
  { customer, month: before, boxes_in: 1, boxes_out: 0, orders: 0, scans: 0 },
];

const code = String(owner.code).padStart(4, "0");

test("a box counts where it came to stay and where it left, an order unless it was cancelled", async () => {
  const report = await staff.call(activityReport, { query: { customer: owner.id } });
  expect(report).toMatchObject({ count: 2, count_pages: 1, results: rows });
  expect(report.months).toHaveLength(12);
  expect(report.months.at(-1)).toEqual({ month, boxes_in: 2, boxes_out: 1, orders: 2, scans: 1 });
  expect(report.months.find((each) => each.month === before)).toEqual({
    month: before,
    boxes_in: 1,
    boxes_out: 0,
    orders: 0,
    scans: 0,
  });
  expect(report.months[0]).toEqual({ month: addMonth(month, -11), boxes_in: 0, boxes_out: 0, orders: 0, scans: 0 });
});

test("customers read their own figures, and never a sum with others'", async () => {
  const other = await a.customer();
  await a.box({ owner: other, state: 1 });
  const [mine, all] = [await user.call(activityReport, {}), await staff.call(activityReport, {})];
  expect(mine.results).toEqual(rows);
  expect(mine.months.at(-1)).toMatchObject({ boxes_in: 2 });
  expect(all.months.at(-1)).toMatchObject({ boxes_in: 3, boxes_out: 1, orders: 2, scans: 1 });
  expect(all.results.map((row) => row.customer.id)).toEqual([owner.id, other.id, owner.id]);
  expect(all.count).toBe(3);
  expect((await user.ask(activityReport, { query: { customer: other.id } })).status).toBe(404);
  expect((await staff.ask(activityReport, { query: { customer: 2_000_000_000 } })).status).toBe(404);
});

test("months end where they are asked to, and a page has its rows", async () => {
  const until = await staff.call(activityReport, { query: { customer: owner.id, until: before, months: 3 } });
  expect(until.months.map((each) => each.month)).toEqual([addMonth(before, -2), addMonth(before, -1), before]);
  expect(until.results).toEqual(rows.slice(1));
  const second = await staff.call(activityReport, { query: { customer: owner.id, limit: 1, offset: 1 } });
  expect(second).toMatchObject({ count: 2, count_pages: 2, current_page: 2, results: rows.slice(1) });
});

test.each([
  { until: "2026-13" },
  { until: "November" },
  { until: "2026-1" },
  { months: 0 },
  { months: 61 },
  { customer: 0 },
  { von: "2026-01" },
])("%o is refused", async (query) => {
  const answer = await staff.ask(activityReport, { query });
  expect(answer.status).toBe(400);
});

test("the sheet has every row with its customer", async () => {
  const { bytes } = await user.download(sheetOfActivity, {});
  const [read] = await readByOthers(bytes);
  expect(read).toEqual([
    ["Monat", "Kundennummer", "Kunde", "Eingang", "Ausgang", "Aufträge", "Scans"],
    [month, code, owner.name, 2, 1, 2, 1],
    [before, code, owner.name, 1, 0, 0, 0],
  ]);
});

test("a month that is over is reported as it is noted, which is the same", async () => {
  const asked = [
    { client: staff, query: {} },
    { client: user, query: {} },
    { client: user, query: { until: before, months: 2 } },
  ] as const;
  const answers = () => Promise.all(asked.map(({ client, query }) => client.call(activityReport, { query })));
  const counted = await answers();
  await db.write((tx) => sql`select close_history(date_trunc('day', now(), 'Europe/Berlin'))`.execute(tx));
  await db.write((tx) => keepMonths(tx, new Date()));
  expect(await answers()).toEqual(counted);
  await forge(
    connection,
    `update customer_months set went = 3 where customer_id = ${owner.id} and month = '${before}-01'`,
  );
  expect((await user.call(activityReport, {})).results[1]).toEqual({ ...rows[1], boxes_out: 3 });
});

/** By counting months, as people do. */
function addMonth(from: string, count: number): string {
  const months = 12 * Number(from.slice(0, 4)) + Number(from.slice(5)) - 1 + count;
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, "0")}`;
}
