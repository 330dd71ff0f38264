import { expect, test } from "vitest";
import { cancelInvoice } from "#contract/calls/billing/invoices.ts";
import { revenueReport, sheetOfRevenue } from "#contract/calls/reports/reports.ts";
import { berlinDay } from "#rules/dates.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { readByOthers } from "#test/support/spreadsheets.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();
const by = { id: staff.userId };
const month = berlinDay(new Date()).slice(0, 7);
const [owner, other] = [await a.customer(), await a.customer()];
const first = await a.invoice(owner, by);
await a.invoice(owner, by);
await a.invoice(other, by);
const { code, name } = owner;

test("what was issued in a month counts without tax by its kinds, for each customer and for all", async () => {
  const report = await staff.call(revenueReport, {});
  expect(report.months).toHaveLength(12);
  expect(report.months[0]).toMatchObject({ net: "0.00" });
  expect(report.months.at(-1)).toEqual({ month, storage: "0.00", services: "144.00", trips: "0.00", net: "144.00" });
  const own = await staff.call(revenueReport, { query: { customer: owner.id } });
  expect(own.results).toEqual([
    {
      customer: { id: owner.id, code, name },
      month,
      storage: "0.00",
      services: "96.00",
      trips: "0.00",
      net: "96.00",
    },
  ]);
});

test("a cancellation is taken off, and the sheet says the same", async () => {
  await staff.call(cancelInvoice, { path: { id: first.id }, body: { number: first.number } });
  const { months } = await staff.call(revenueReport, { query: { customer: owner.id } });
  expect(months.at(-1)).toMatchObject({ services: "48.00", net: "48.00" });
  const { bytes } = await staff.download(sheetOfRevenue, { query: { customer: owner.id } });
  const [rows] = await readByOthers(bytes);
  expect(rows).toEqual([
    ["Monat", "Kundennummer", "Kunde", "Lagerung", "Leistungen", "Fahrten", "Netto"],
    [month, String(code).padStart(4, "0"), name, 0, 48, 0, 48],
  ]);
});

test("is of the provider: customers see nothing of it", async () => {
  const user = await server.asCustomer(owner);
  expect((await user.ask(revenueReport, {})).status).toBe(403);
  expect((await user.ask(sheetOfRevenue, {})).status).toBe(403);
});
