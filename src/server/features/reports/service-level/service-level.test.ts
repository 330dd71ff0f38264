import { expect, test } from "vitest";
import { completeDelivery } from "#contract/calls/deliveries/deliveries.ts";
import { deleteDeliveryOption } from "#contract/calls/deliveries/delivery-options.ts";
import { serviceReport, sheetOfService } from "#contract/calls/reports/reports.ts";
import { ordered, scanned } from "#test/life/box-life-orders.ts";
import { forge } from "#test/support/ageing.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { readByOthers } from "#test/support/spreadsheets.ts";

const { db, connection } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();
const owner = await a.customer();
const user = await server.asCustomer(owner);
const customer = { id: owner.id, code: owner.code, name: owner.name };

/** An order that was made at a moment, promised from another one on and handed over at a third. */
async function handedOver(made: string, promised: string, done: string): Promise<void> {
  const box = await a.box({ owner, state: 1 });
  const { id } = await ordered({ a, client: user, owner }, [box]);
  await scanned(staff, { kind: "pick", delivery: id, code: box.code });
  await staff.call(completeDelivery, { path: { id } });
  await forge(
    connection,
    `update deliveries set created = '${made}', time = '${promised}' where id = ${id}`,
    `update delivery_events set created = '${done}' where delivery_id = ${id} and kind = 'completed'`,
  );
}

// promised from 08:00 on for four hours, in Berlin
for (const [made, done] of [
  ["2026-03-02T08:00:00+01:00", "2026-03-03T08:00:00+01:00"], // 24 h
  ["2026-03-03T06:00:00+01:00", "2026-03-03T12:00:00+01:00"], // 6 h, at the last moment of the window
  ["2026-03-02T12:01:00+01:00", "2026-03-03T12:01:00+01:00"], // 24 h, a minute late
  ["2026-02-28T12:00:00+01:00", "2026-03-04T12:00:00+01:00"], // 96 h, a day late
] as const)
  await handedOver(made, "2026-03-03T08:00:00+01:00", done);
await handedOver("2026-03-31T10:00:00+02:00", "2026-04-01T08:00:00+02:00", "2026-04-01T00:30:00+02:00"); // in UTC still March
await ordered({ a, client: user, owner }, [await a.box({ owner, state: 1 })]); // still open

const query = { customer: owner.id, until: "2026-04", months: 2 };
const march = { deliveries: 4, median_hours: 24, ninetieth_hours: 74.4, in_time: 0.5 };
const april = { deliveries: 1, median_hours: 14.5, ninetieth_hours: 14.5, in_time: 1 };

const code = String(owner.code).padStart(4, "0");

test("deliveries count in the month they were handed over, by their hours and within the window of their option", async () => {
  const report = await staff.call(serviceReport, { query });
  expect(report.months).toEqual([
    { month: "2026-03", ...march },
    { month: "2026-04", ...april },
  ]);
  expect(report.results.map(({ month, customer: whose }) => [month, whose])).toEqual([
    ["2026-04", customer],
    ...Array.from({ length: report.count - 1 }, () => ["2026-03", customer]),
  ]);
  expect(report.results.reduce((sum, { deliveries }) => sum + deliveries, 0)).toBe(5);
});

test("a month without deliveries has none, and nothing that is said of them", async () => {
  const { months, results } = await staff.call(serviceReport, { query: { ...query, until: "2026-02", months: 1 } });
  expect(months).toEqual([
    { month: "2026-02", deliveries: 0, median_hours: null, ninetieth_hours: null, in_time: null },
  ]);
  expect(results).toEqual([]);
});

test("without its option a delivery is in time on its day", async () => {
  for (const { id } of await db.read.selectFrom("delivery_options").select("id").execute())
    await staff.call(deleteDeliveryOption, { path: { id } });
  const { months, results } = await staff.call(serviceReport, { query });
  expect(months[0]).toEqual({ month: "2026-03", ...march, in_time: 0.75 });
  expect(results).toEqual([
    { customer, option: null, month: "2026-04", ...april },
    { customer, option: null, month: "2026-03", ...march, in_time: 0.75 },
  ]);
  const { bytes } = await staff.download(sheetOfService, { query });
  const [read] = await readByOthers(bytes);
  expect(read[2]).toEqual(["2026-03", code, owner.name, null, 4, 24, 74.4, 0.75]);
});

test("customers' users do not read it", async () => {
  expect((await user.ask(serviceReport, {})).status).toBe(403);
  expect((await staff.ask(serviceReport, { query: { customer: 2_000_000_000 } })).status).toBe(404);
});
