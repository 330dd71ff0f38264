import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { cancelInvoice, issueInvoice } from "#contract/calls/billing/invoices.ts";
import { setTerms } from "#contract/calls/billing/terms.ts";
import { editCustomer } from "#contract/calls/customers/customers.ts";
import { berlinDay } from "#rules/dates.ts";
import { addMonths } from "#rules/months.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { prove } from "./check.ts";
import { billingChecks } from "./checks-billing.ts";

const { db, connection } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();
const superuser = new pg.Client({ ...inject("postgres").superuser, database: connection.database });
const query = async <Row extends object>(text: string) => (await superuser.query(text)).rows as Row[];
const month = addMonths(berlinDay(new Date()).slice(0, 7), -1);

const numbersHaveNoGap = "the numbers of invoices and of cancellations have no gap in any year";
const sumsAreRight = "what an invoice sums up is what its lines say, and its XML is the one that was kept";
const storageIsRight = "the storage on invoices is what the history counts, and what was out at most";
const runsAreRight = "a line of storage is what the runs of days add up to that are kept with it";
const servicesAreRight = "the services on an invoice are those that it took";
const monthsAreRight = "a month is billed by an invoice that is not cancelled, and its services by that invoice";

/** Names of the proofs that fail. */
async function failing(): Promise<string[]> {
  const proofs = [];
  for (const check of billingChecks) proofs.push(await prove(query, check));
  return proofs.filter(({ violations }) => violations > 0).map(({ name }) => name);
}

async function agreed(more: object) {
  const owner = await a.customer();
  const body = { address_street: "Am Wall 1", address_postcode: "28195", address_city: "Bremen", meter_price: "4.50" };
  await staff.call(editCustomer, { path: { id: owner.id }, body });
  await staff.call(setTerms, {
    path: { id: owner.id },
    body: { price_list: null, valid_from: "2000-01-01", confirmed: true, ...more },
  });
  for (const [size, to] of [
    [400, null],
    [333, `${month}-11`],
  ] as const) {
    const box = await a.box({ owner, size });
    await db.write((tx) =>
      sql`insert into storage_periods (box_id, customer_id, size_mm, from_day, to_day)
        values (${box.id}, ${owner.id}, ${size}, ${`${month}-05`}::date, ${to}::date)`.execute(tx),
    );
  }
  return owner;
}

beforeAll(async () => {
  await superuser.connect();
  for (const mode of ["day", "month_any_day", "month_end"])
    for (const also_while_out of [false, true]) {
      const owner = await agreed({ storage_mode: mode, also_while_out });
      const { id, number } = await staff.call(issueInvoice, { body: { customer: owner.id, month } });
      await staff.call(cancelInvoice, { path: { id }, body: { number } });
      await staff.call(issueInvoice, { body: { customer: owner.id, month } });
      // what is agreed from now on says nothing about what was billed
      const later = { price_list: null, storage_mode: "month_end", also_while_out: !also_while_out } as const;
      await staff.call(setTerms, { path: { id: owner.id }, body: later });
    }
  await a.invoice(await a.customer(), { id: 1 });
});
afterAll(() => superuser.end());

test("what is issued, cancelled and issued again is without a fault, also where something else is agreed since", async () => {
  expect(await failing()).toEqual([]);
});

const daily = `id = (select min(i.id) from invoices i where kind = 380 and snapshot #>> '{lines,0,unit}' = 'metre_day'
  and not exists (select from invoices x where x.corrects_id = i.id))`;
const line = (name: string, value: string) =>
  `update invoices set snapshot = jsonb_set(snapshot, '{lines,0,${name}}', '"${value}"') where ${daily}`;

describe("who reckons after finds", () => {
  test.each([
    ["an invoice that is gone", `delete from invoices where number like 'RE-%-00002'`, numbersHaveNoGap],
    ["a cancellation that is gone", `delete from invoices where number like 'ST-%-00002'`, numbersHaveNoGap],
    ["a number that was never given", `update invoices set number = 'RE-2026-99999' where ${daily}`, numbersHaveNoGap],
    ["numbers of which no series knows", "delete from invoice_series where kind = 381", numbersHaveNoGap],
    [
      "a tax that is not its rate's",
      `update invoices set vat = vat + 1, gross = gross + 1 where ${daily}`,
      sumsAreRight,
    ],
    ["a line that is not its quantity by its price", line("price", "5.50"), sumsAreRight],
    [
      "another sum in what was said",
      `update invoices set snapshot = snapshot || '{"gross": "1.00"}' where ${daily}`,
      sumsAreRight,
    ],
    ["less storage than there was", line("quantity", "1.000"), storageIsRight],
    ["more storage than there was", line("quantity", "99.000"), storageIsRight],
    [
      "a run of days in which more stood there",
      `update invoices set snapshot = jsonb_set(snapshot, '{lines,0,runs,0,mm}', '734') where ${daily}`,
      runsAreRight,
    ],
    [
      "runs of days that are gone",
      `update invoices set snapshot = jsonb_set(snapshot, '{lines,0,runs}', '[]') where ${daily}`,
      runsAreRight,
    ],
    ["a line that says other storage than its runs", line("quantity", "9.000"), runsAreRight],
    [
      "boxes of a month that was billed as a whole, and are other ones",
      `update invoices set snapshot = jsonb_set(snapshot, '{lines,0,runs,0,mm}', '1') where snapshot #>> '{lines,0,unit}' = 'metre_month'`,
      runsAreRight,
    ],
    [
      "storage that a period too many implies",
      `update storage_periods set from_day = from_day - 2 where size_mm = 400`,
      storageIsRight,
    ],
    [
      "a service that no invoice says",
      "update service_entries set price = price + 1 where invoice_id is not null",
      servicesAreRight,
    ],
    [
      "a service that is said and not taken",
      "update service_entries set invoice_id = null where invoice_id is not null",
      servicesAreRight,
    ],
    [
      "a month that no invoice billed",
      "delete from billed_months where ctid = (select min(ctid) from billed_months)",
      monthsAreRight,
    ],
    [
      "a month of a cancelled invoice",
      `update billed_months m set invoice_id = c.corrects_id from invoices c
      where c.kind = 381 and c.number like '%-00001' and m.customer_id = c.customer_id`,
      monthsAreRight,
    ],
  ])("%s", async (_what, broken, name) => {
    await query("begin");
    try {
      await query("set local session_replication_role = replica");
      await query(broken);
      expect(await failing()).toContain(name);
    } finally {
      await query("rollback");
    }
  });
});
