import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import * as invoices from "#contract/calls/billing/invoices.ts";
import { createServiceEntry, deleteServiceEntry, listServiceEntries } from "#contract/calls/billing/service-entries.ts";
import { setTerms } from "#contract/calls/billing/terms.ts";
import { setCostCentres } from "#contract/calls/customers/cost-centres.ts";
import { editCustomer } from "#contract/calls/customers/customers.ts";
import { firstAgreed } from "#rules/billing/agreed-from.ts";
import { serviceText } from "#rules/billing/e-invoice/invoice-wording.ts";
import { countDays } from "#rules/billing/month.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { forge } from "#test/support/ageing.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import type { Customer } from "#test/support/factories.ts";
import { textOf } from "#test/support/pdf.ts";
import { expensive } from "#test/support/tiers.ts";

const { db, connection } = await testDatabase();
let today = "2026-10-01";
const server = await testServer(db, {}, { now: () => new Date(`${today}T10:00:00Z`) });
const { a } = server;
const staff = await server.asStaff();

const address = { address_street: "Am Wall 1", address_postcode: "28195", address_city: "Bremen", meter_price: "4.50" };
async function customer(terms: object = {}): Promise<Customer> {
  const owner = await a.customer();
  await staff.call(editCustomer, { path: { id: owner.id }, body: address });
  const body = { price_list: null, valid_from: firstAgreed, confirmed: true, ...terms };
  await staff.call(setTerms, { path: { id: owner.id }, body });
  await db.write((tx) => sql`update customers set created = '2026-01-01' where id = ${owner.id}`.execute(tx));
  return owner;
}
/** A box of a metre stood in the store from a day until another one. */
async function stood(owner: Customer, from: string, to: string | null = null) {
  const box = await a.box({ owner, size: 1000 });
  await db.write((tx) =>
    sql`insert into storage_periods (box_id, customer_id, size_mm, from_day, to_day)
      values (${box.id}, ${owner.id}, 1000, ${from}::date, ${to}::date)`.execute(tx),
  );
  return box;
}
/** Charges for a box, or for a delivery, on a day, as the program does. */
const charge = (
  owner: Customer,
  day: string,
  of: { box_id?: number; seq?: number; delivery_id?: number; item: string },
) =>
  db.write((tx) =>
    sql`insert into service_entries (customer_id, day, item, unit, quantity, price, vat_category, vat_rate, box_id, seq, delivery_id)
      values (${owner.id}, ${day}::date, ${of.item}, ${of.item === "trip" ? "trip" : "piece"}, 1, 3.5, 'S', 19, ${of.box_id ?? null},
        ${of.seq ?? null}, ${of.delivery_id ?? null})`.execute(tx),
  );
async function work(owner: Customer, day: string, text = "Umräumen") {
  today = day;
  await staff.call(createServiceEntry, {
    body: { customer: owner.id, day, item: "hours", quantity: "1", price: "10.00", text },
  });
}
async function issue(owner: Customer, month: string, on: string) {
  today = on;
  return staff.call(invoices.issueInvoice, { body: { customer: owner.id, month } });
}
async function cancel({ id, number }: { id: number; number: string }) {
  return staff.call(invoices.cancelInvoice, { path: { id }, body: { number } });
}
const runs = async (id: number, line?: number) =>
  (await staff.call(invoices.invoiceStorage, { path: { id }, query: { line } })).results;
const services = async (id: number, line?: number) =>
  (await staff.call(invoices.invoiceServices, { path: { id }, query: { line } })).results;

/** Returns the sum of a line's parts: metre days of its runs, or the quantities of its services, less what was billed before. */
async function addedUp(id: number, line: number): Promise<number> {
  const { lines } = await staff.call(invoices.getInvoice, { path: { id } });
  const { item, base, before } = lines[line - 1] ?? { item: "other", base: 1, before: null };
  if (item !== "storage") return (await services(id, line)).reduce((sum, { quantity }) => sum + Number(quantity), 0);
  const days = (await runs(id, line)).map(({ from, to, mm }) => mm * (base === 1 ? 1 : countDays(from, to)));
  return days.reduce((sum, mm) => sum + mm, 0) / 1000 - Number(before?.quantity ?? 0);
}
async function expectExplained({ id, lines }: { id: number; lines: readonly { source: string; quantity: string }[] }) {
  for (const [at, { source, quantity }] of lines.entries()) {
    expect(source, `line ${at + 1}`).toMatch(/^(storage|services|agreement)$/);
    if (source !== "agreement") expect(await addedUp(id, at + 1), `line ${at + 1}`).toBeCloseTo(Number(quantity), 3);
  }
}

describe("a line of an issued invoice", () => {
  test("of storage is made of the days on which the same stood there", async () => {
    const owner = await customer();
    await stood(owner, "2026-06-01");
    await stood(owner, "2026-09-11", "2026-09-21");
    const invoice = await issue(owner, "2026-09", "2026-10-01");
    expect(await runs(invoice.id, 1)).toEqual([
      { line: 1, from: "2026-09-01", to: "2026-09-11", mm: 1000, boxes: 1 },
      { line: 1, from: "2026-09-11", to: "2026-09-21", mm: 2000, boxes: 2 },
      { line: 1, from: "2026-09-21", to: "2026-10-01", mm: 1000, boxes: 1 },
    ]);
    await expectExplained(invoice);
  });

  test("stays as it was billed whatever the store's days say later", async () => {
    const owner = await customer();
    await stood(owner, "2026-06-01");
    const { id } = await issue(owner, "2026-09", "2026-10-01");
    const before = await runs(id);
    await stood(owner, "2026-09-05"); // as a count of the store finds, weeks later
    expect(await runs(id)).toEqual(before);
  });

  test("keeps the cost centre that it was billed to when that is renamed, and what is not billed goes along", async () => {
    const owner = await customer();
    const help = (day: string) =>
      staff.call(createServiceEntry, {
        body: {
          customer: owner.id,
          day,
          item: "hours",
          quantity: "1",
          price: "10",
          text: "Hilfe",
          cost_centre: "Nord",
        },
      });
    today = "2026-10-02";
    await help("2026-09-11");
    const { id } = await issue(owner, "2026-09", "2026-10-02");
    await help("2026-10-01");
    const body = { cost_centres: ["Süd"], renamed: [{ from: "Nord", to: "Süd" }] };
    await staff.call(setCostCentres, { path: { id: owner.id }, body });
    expect((await staff.call(invoices.getInvoice, { path: { id } })).lines).toMatchObject([{ cost_centre: "Nord" }]);
    expect(await services(id, 1)).toMatchObject([{ day: "2026-09-11" }]);
    const open = await staff.call(listServiceEntries, { query: { customer: owner.id, month: "2026-10" } });
    expect(open.results).toMatchObject([{ day: "2026-10-01", cost_centre: "Süd" }]);
  });

  test("of services has each with its day, its box or its delivery, and its text", async () => {
    const owner = await customer();
    const box = await stood(owner, "2026-06-01");
    const delivery = await a.delivery({ owner, option: await a.option({ owner }), boxes: [box] });
    await charge(owner, "2026-09-08", { box_id: box.id, seq: 1, item: "retrieval_box" });
    await charge(owner, "2026-09-09", { delivery_id: delivery.id, item: "trip" });
    await work(owner, "2026-09-10", "Etiketten gelöst");
    const invoice = await issue(owner, "2026-09", "2026-10-01");
    await expectExplained(invoice);
    const all = await services(invoice.id);
    expect(all.map(({ day, text, box: of, delivery: by }) => [day, text, of, by])).toEqual([
      ["2026-09-08", "", { id: box.id, code: box.code }, null],
      ["2026-09-09", "", null, { id: delivery.id, code: delivery.code }],
      ["2026-09-10", "Etiketten gelöst", null, null],
    ]);
    const trip = invoice.lines.findIndex(({ item }) => item === "trip") + 1;
    expect((await services(invoice.id, trip)).map(({ item }) => item)).toEqual(["trip"]);
  });

  test("of a service that came late says its month once, as days, and is made of it", async () => {
    const owner = await customer();
    await work(owner, "2026-08-05");
    await issue(owner, "2026-08", "2026-09-01");
    await work(owner, "2026-08-20");
    await work(owner, "2026-09-10");
    const invoice = await issue(owner, "2026-09", "2026-10-01");
    expect(invoice.lines.map(serviceTextOf)).toEqual([
      "Arbeitszeit: Umräumen, 01.08.2026 bis 31.08.2026",
      "Arbeitszeit: Umräumen",
    ]);
    expect((await services(invoice.id, 1)).map(({ day }) => day)).toEqual(["2026-08-20"]);
    expect((await services(invoice.id, 2)).map(({ day }) => day)).toEqual(["2026-09-10"]);
  });

  test("that is not there is not found", async () => {
    const owner = await customer();
    await stood(owner, "2026-06-01");
    const { id } = await issue(owner, "2026-09", "2026-10-01");
    for (const call of [invoices.invoiceStorage, invoices.invoiceServices])
      expect((await staff.ask(call, { path: { id }, query: { line: 2 } })).status).toBe(404);
  });
});

const serviceTextOf = ({ before: _, ...line }: Awaited<ReturnType<typeof issue>>["lines"][number]) => serviceText(line);

describe("an invoice of several months, in advance or by whole months", () => {
  expensive("five invoices of three customers")(
    "is explained line by line, and what settles it names what was billed before",
    async () => {
      const [quarterly, ahead, whole] = [
        await customer({ interval: "quarter" }),
        await customer({ storage_when: "advance" }),
        await customer({ storage_mode: "month_any_day" }),
      ];
      for (const owner of [quarterly, ahead, whole]) {
        await stood(owner, "2026-06-01");
        await stood(owner, "2026-08-11", "2026-08-15");
        await work(owner, "2026-08-05");
      }
      await expectExplained(await issue(quarterly, "2026-09", "2026-10-01"));
      await expectExplained(await issue(whole, "2026-08", "2026-10-01"));
      const first = await issue(ahead, "2026-08", "2026-08-10");
      await expectExplained(first);
      await issue(ahead, "2026-07", "2026-09-01");
      const next = await issue(ahead, "2026-09", "2026-09-02");
      await expectExplained(next);
      const settling = next.lines.find(({ before }) => before !== null);
      expect(settling?.before).toEqual({ id: first.id, number: first.number, quantity: "31.000" });
    },
  );
});

describe("what was cancelled", () => {
  test("says what it took, although its services are open again and gone", async () => {
    const owner = await customer();
    const box = await stood(owner, "2026-06-01");
    await charge(owner, "2026-09-08", { box_id: box.id, seq: 1, item: "retrieval_box" });
    await work(owner, "2026-09-10", "Falsch");
    const invoice = await issue(owner, "2026-09", "2026-10-01");
    const before = { runs: await runs(invoice.id), services: await services(invoice.id) };
    const cancellation = await cancel(invoice);
    const { results } = await staff.call(listServiceEntries, { query: { customer: owner.id, month: "2026-09" } });
    const typed = results.find(({ text }) => text === "Falsch");
    await staff.call(deleteServiceEntry, { path: { id: typed?.id ?? 0 } });
    const again = await issue(owner, "2026-09", "2026-10-01");
    for (const { id } of [invoice, cancellation]) {
      expect({ runs: await runs(id), services: await services(id) }).toEqual(before);
      await expectExplained(await staff.call(invoices.getInvoice, { path: { id } }));
    }
    expect((await services(again.id)).map(({ item }) => item)).toEqual(["retrieval_box"]);
  });

  test("or issued before any of that was kept says so", async () => {
    const owner = await customer();
    await stood(owner, "2026-06-01");
    await work(owner, "2026-09-10");
    const invoice = await issue(owner, "2026-09", "2026-10-01");
    const { id } = await cancel(invoice);
    await forge(
      connection,
      `update invoices set snapshot = (snapshot - 'services') #- '{lines,0,runs}' where id in (${id}, ${invoice.id})`,
    );
    for (const each of [id, invoice.id]) {
      const { lines } = await staff.call(invoices.getInvoice, { path: { id: each } });
      expect(lines.map(({ source }) => source)).toEqual(["unknown", "unknown"]);
      expect([await runs(each), await services(each)]).toEqual([[], []]);
    }
  });
});

describe("a customer's user", () => {
  test("with the right reads what their invoice is made of, another one nothing", async () => {
    const owner = await customer();
    await stood(owner, "2026-06-01");
    await work(owner, "2026-09-10");
    const { id } = await issue(owner, "2026-09", "2026-10-01");
    const user = await a.user({ customers: [owner] });
    const client = await server.as(user);
    const calls = [invoices.invoiceStorage, invoices.invoiceServices, invoices.sheetOfInvoiceServices] as const;
    for (const call of calls) expect((await client.ask(call, { path: { id } })).status).toBe(403);
    await a.invoiceReader(user, owner);
    for (const call of calls) expect((await client.ask(call, { path: { id } })).status).toBe(200);
    const stranger = await server.asCustomer(await a.customer());
    for (const call of calls) expect((await stranger.ask(call, { path: { id } })).status).toBe(404);
  });
});

expensive("an annex on paper and as a sheet")("the annex has services and trips, too", async () => {
  const owner = await customer();
  const box = await stood(owner, "2026-06-01");
  const delivery = await a.delivery({ owner, option: await a.option({ owner }), boxes: [box] });
  await charge(owner, "2026-09-08", { box_id: box.id, seq: 1, item: "retrieval_box" });
  await charge(owner, "2026-09-09", { delivery_id: delivery.id, item: "trip" });
  await work(owner, "2026-09-10", "Etiketten gelöst");
  const { id } = await issue(owner, "2026-09", "2026-10-01");
  const { bytes } = await staff.download(invoices.boxMovements, { path: { id } });
  const text = textOf(bytes).replaceAll(/\s+/g, " ");
  expect(text).toContain(`08.09.2026 Aushebung einer Box ${showBoxCode(box.code)} 1 Stück × 3,50 € 3,50 €`);
  expect(text).toContain("09.09.2026 Lieferung Lieferung");
  expect(text).toContain("Arbeitszeit: Etiketten gelöst");
  const sheet = await staff.download(invoices.sheetOfInvoiceServices, { path: { id }, query: { format: "csv" } });
  expect(sheet.bytes.toString().split("\r\n")).toHaveLength(5);
});
