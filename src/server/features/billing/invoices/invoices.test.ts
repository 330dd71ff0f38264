import { createHash } from "node:crypto";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { billedMonth, previewInvoice } from "#contract/calls/billing/billing.ts";
import * as invoices from "#contract/calls/billing/invoices.ts";
import { setPrice } from "#contract/calls/billing/price-lists.ts";
import { createServiceEntry, deleteServiceEntry, listServiceEntries } from "#contract/calls/billing/service-entries.ts";
import { setTerms } from "#contract/calls/billing/terms.ts";
import { listAudit } from "#contract/calls/access/audit.ts";
import { editCustomer } from "#contract/calls/customers/customers.ts";
import { addMonths } from "#rules/months.ts";
import { berlinDay } from "#rules/dates.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import type { Customer } from "#test/support/factories.ts";
import { textOf } from "#test/support/pdf.ts";
import { expensive } from "#test/support/tiers.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const bare = await testServer(db, { PROVIDER_CONTACT: "" });
const { a } = server;
const staff = await server.asStaff();
const today = berlinDay(new Date());
const thisMonth = today.slice(0, 7);
const before = addMonths(thisMonth, -1);

const address = { address_street: "Am Wall 1", address_postcode: "28195", address_city: "Bremen", meter_price: "4.50" };

/** A customer who can be billed: 0.4 m stood in the store for the whole of last month, and somebody worked for an hour. */
async function billable(more: object = {}): Promise<Customer> {
  const owner = await a.customer();
  await staff.call(editCustomer, { path: { id: owner.id }, body: address });
  if (Object.keys(more).length > 0)
    await staff.call(setTerms, {
      path: { id: owner.id },
      body: { price_list: null, valid_from: "2000-01-01", confirmed: true, ...more },
    });
  const box = await a.box({ owner, size: 400 });
  await db.write((tx) =>
    sql`insert into storage_periods (box_id, customer_id, size_mm, from_day)
      values (${box.id}, ${owner.id}, 400, ${`${before}-01`}::date)`.execute(tx),
  );
  await work(owner);
  return owner;
}
const work = (owner: Customer, day = `${before}-12`) =>
  staff.call(createServiceEntry, {
    body: { customer: owner.id, day, item: "hours", quantity: "1", price: "48.00", text: "Umräumen" },
  });
const issue = (owner: Customer, more: object = {}) =>
  staff.call(invoices.issueInvoice, { body: { customer: owner.id, month: before, ...more } });
const refusalOf = async (owner: Customer, more: object = {}, client = staff) =>
  (await client.ask(invoices.issueInvoice, { body: { customer: owner.id, month: before, ...more } })).body;
const cancel = (invoice: { id: number; number: string }) =>
  staff.call(invoices.cancelInvoice, { path: { id: invoice.id }, body: { number: invoice.number } });
const sentence = (text: string) => ({ non_field_errors: [text] });

describe("an invoice", () => {
  test("is what the preview said, with the next number, and its month is billed then", async () => {
    const owner = await billable();
    const { gross, net, vat } = await staff.call(previewInvoice, { path: { id: owner.id }, query: { month: before } });
    expect({ net, vat, gross }).toEqual({ net: "49.80", vat: "9.46", gross: "59.26" });
    expect(await refusalOf(owner, { gross: "59.25" })).toEqual(
      sentence("Die Rechnung beträgt inzwischen 59,26\u00a0€. Bitte sehen Sie sie noch einmal an."),
    );
    const [first, second] = [await issue(owner, { gross }), await issue(await billable())];
    expect(first).toMatchObject({
      kind: 380,
      net,
      vat,
      gross,
      period_from: `${before}-01`,
      form: "zugferd",
      corrects: null,
    });
    expect(Number(second.number.slice(-5))).toBe(Number(first.number.slice(-5)) + 1);
    expect(first.lines.map((line) => [line.item, line.net])).toEqual([
      ["storage", "1.80"],
      ["hours", "48.00"],
    ]);
    expect(await refusalOf(owner)).toEqual(sentence(`Der Monat ist schon abgerechnet: ${first.number}.`));
    const { results } = await staff.call(billedMonth, { query: { month: before } });
    expect(results.find(({ customer }) => customer.id === owner.id)?.invoice).toEqual({
      id: first.id,
      number: first.number,
    });
  });

  expensive("an invoice as XML, twice, and on paper")(
    "is an original whose bytes stay, and a paper with the same sums",
    async () => {
      const owner = await billable();
      const { id, number } = await issue(owner);
      const [xml, again] = [
        await staff.download(invoices.invoiceXml, { path: { id } }),
        await staff.download(invoices.invoiceXml, { path: { id } }),
      ];
      expect(xml.bytes.equals(again.bytes)).toBe(true);
      expect(xml.bytes.toString()).toContain(number);
      const { rows } = await sql<{ hash: string }>`
      select encode(xml_sha256, 'hex') as hash from invoices where id = ${id}`.execute(db.read);
      expect(createHash("sha256").update(xml.bytes).digest("hex")).toBe(rows[0]?.hash);
      const paper = await staff.download(invoices.invoicePdf, { path: { id } });
      expect(textOf(paper.bytes)).toContain("59,26");
      expect(paper.bytes.includes("factur-x.xml")).toBe(true);
      expect(paper.bytes.equals((await staff.download(invoices.invoicePdf, { path: { id } })).bytes)).toBe(true);
    },
  );

  test("on paper alone has no XML", async () => {
    const { id } = await issue(await billable({ invoice_form: "paper" }));
    expect((await staff.ask(invoices.invoiceXml, { path: { id } })).status).toBe(404);
    expect((await staff.download(invoices.invoicePdf, { path: { id } })).bytes.includes("factur-x.xml")).toBe(false);
  });

  test("is changed by nobody, and what it bills is not taken back", async () => {
    const owner = await billable();
    const { id } = await issue(owner);
    for (const change of [
      sql`update invoices set gross = 1 where id = ${id}`,
      sql`delete from invoices where id = ${id}`,
    ])
      await expect(db.write((tx) => change.execute(tx))).rejects.toThrow(
        /what is issued is never changed|permission denied/,
      );
    const { results } = await staff.call(listServiceEntries, { query: { customer: owner.id, month: before } });
    const entry = { path: { id: results[0]?.id ?? 0 } };
    await expect(staff.call(deleteServiceEntry, entry)).rejects.toThrow("Das ist schon abgerechnet.");
  });

  test("takes what came late of a month that was billed, and says which month that was", async () => {
    const owner = await a.customer();
    await staff.call(editCustomer, { path: { id: owner.id }, body: address });
    const earlier = addMonths(before, -1);
    await work(owner, `${earlier}-05`);
    await issue(owner, { month: earlier });
    await work(owner, `${earlier}-06`);
    await work(owner);
    const { gross } = await staff.call(previewInvoice, { path: { id: owner.id }, query: { month: before } });
    const { lines } = await issue(owner, { gross }); // what the run was shown is what it issues
    expect(lines.map(({ quantity, from, to }) => [quantity, from, to])).toEqual([
      ["1.000", `${earlier}-01`, `${before}-01`],
      ["1.000", null, null],
    ]);
    expect(lines.map(({ text }) => text)).toEqual(["Umräumen", "Umräumen"]);
  });

  test("is noted as sent and paid, beside what was issued", async () => {
    const { id } = await issue(await billable());
    const path = { id };
    expect(await staff.call(invoices.noteInvoice, { path, body: { paid_on: today, is_sent: true } })).toMatchObject({
      paid_on: today,
      sent: expect.stringMatching(/Z$/),
    });
    expect(await staff.call(invoices.noteInvoice, { path, body: { paid_on: null } })).toMatchObject({ paid_on: null });
  });
});

describe("a cancellation", () => {
  test("has its own number and positive amounts, names the invoice, and opens the month", async () => {
    const owner = await billable();
    const invoice = await issue(owner);
    const made = await cancel(invoice);
    expect(made).toMatchObject({
      kind: 381,
      gross: invoice.gross,
      corrects: { id: invoice.id, number: invoice.number },
    });
    expect(made.number).toMatch(/^ST-\d{4}-\d{5}$/);
    const paper = textOf((await staff.download(invoices.invoicePdf, { path: { id: made.id } })).bytes);
    expect(paper).toContain("Stornorechnung");
    expect(paper).not.toContain("Gutschrift");
    expect(await staff.call(invoices.getInvoice, { path: { id: invoice.id } })).toMatchObject({
      cancelled_by: { id: made.id, number: made.number },
    });
    expect((await issue(owner)).gross).toBe(invoice.gross);
  });

  test("is made once, with the invoice's number, and of no cancellation", async () => {
    const invoice = await issue(await billable());
    const path = { id: invoice.id };
    expect(await staff.refusal(invoices.cancelInvoice, { path, body: { number: "RE-1" } })).toEqual({
      number: ["Das ist nicht die Nummer dieser Rechnung."],
    });
    const made = await cancel(invoice);
    await expect(cancel(invoice)).rejects.toThrow(`Die Rechnung ist schon storniert: ${made.number}.`);
    await expect(cancel(made)).rejects.toThrow("Eine Stornorechnung lässt sich nicht stornieren.");
  });

  test("is made once by two at the same moment", async () => {
    const invoice = await issue(await billable());
    const body = { number: invoice.number };
    const asked = await Promise.all(
      [1, 2].map(() => staff.ask(invoices.cancelInvoice, { path: { id: invoice.id }, body })),
    );
    expect(asked.map(({ status }) => status).sort((one, two) => one - two)).toEqual([201, 400]);
  });
});

describe("nothing is issued, and no number is used up", () => {
  const lastNumber = async () =>
    (
      await sql<{ last: number }>`select coalesce(max(last), 0) as last from invoice_series where kind = 380`.execute(
        db.read,
      )
    ).rows[0]?.last;

  test("where the month is not over, nothing was done, or something is missing", async () => {
    const numbers = await lastNumber();
    const owner = await billable();
    expect(await refusalOf(owner, { month: thisMonth })).toEqual({ month: ["Der Monat ist noch nicht vorbei."] });
    expect(await refusalOf(await a.customer())).toEqual(sentence("In diesem Monat ist nichts abzurechnen."));
    expect(await refusalOf(owner, {}, await bare.asStaff())).toEqual(
      sentence("Dem Archiv fehlt der Ansprechpartner für Rechnungen. Bitte unter Abrechnung → Unser Archiv eintragen."),
    );
    await staff.call(editCustomer, { path: { id: owner.id }, body: { address_city: "" } });
    expect(await refusalOf(owner)).toEqual(sentence("Dem Kunden fehlt Name oder Anschrift."));
    expect(await refusalOf(await billable({ invoice_form: "xrechnung" }))).toEqual(
      sentence("Dem Kunden fehlt die elektronische Adresse für die XRechnung."),
    );
    const reverse = await billable();
    const charge = {
      customer: reverse.id,
      day: `${before}-12`,
      item: "hours",
      quantity: "1",
      price: "48.00",
      text: "x",
    } as const;
    await staff.call(createServiceEntry, { body: { ...charge, vat_category: "AE", vat_rate: "0" } });
    expect(await refusalOf(reverse)).toEqual(
      sentence("Dem Kunden fehlt die USt-IdNr.: Er schuldet die Umsatzsteuer selbst."),
    );
    expect(await lastNumber()).toBe(numbers);
  });

  expensive("fifty invoices at once for ten customers")(
    "by any of fifty at once but one for each customer: the numbers have no gap, and no service is billed twice",
    async () => {
      const owners: Customer[] = [];
      for (let nth = 0; nth < 10; nth++) owners.push(await billable());
      const first = (await lastNumber()) ?? 0;
      const asked = await Promise.all(
        Array.from({ length: 50 }, (_, nth) =>
          staff.ask(invoices.issueInvoice, { body: { customer: owners[nth % 10]?.id, month: before } as never }),
        ),
      );
      expect(asked.filter(({ status }) => status === 201)).toHaveLength(10);
      expect(asked.filter(({ status }) => status >= 500)).toEqual([]);
      const { rows } = await sql<{ number: string }>`
      select number from invoices where customer_id = any(${owners.map(({ id }) => id)}::bigint[]) order by number`.execute(
        db.read,
      );
      expect(rows.map(({ number }) => Number(number.slice(-5)))).toEqual(
        Array.from({ length: 10 }, (_, nth) => first + 1 + nth),
      );
      expect(await lastNumber()).toBe(first + 10);
    },
  );

  test("where a price would change what is billed", async () => {
    const list = await a.priceList({ hours: "1.00" });
    const owner = await billable({ price_list: list.id });
    await issue(owner);
    const body = { item: "intake", price: "1.00", valid_from: `${before}-01` } as const;
    expect(await staff.refusal(setPrice, { path: { id: list.id }, body })).toEqual({
      valid_from: [expect.stringMatching(/^Bis zum \d\d\.\d\d\.\d{4} ist schon abgerechnet\./)],
    });
  });
});

test("the sum of all invoices less the cancellations is what was charged and stored", async () => {
  const owner = await billable();
  const kept: string[] = [];
  for (const again of [true, true, false]) {
    const invoice = await issue(owner);
    if (again) await cancel(invoice);
    else kept.push(invoice.net);
  }
  const { results } = await staff.call(invoices.listInvoices, { query: { customer: owner.id } });
  const sum = results.reduce(
    (cents, { kind, net }) => cents + (kind === 380 ? 1 : -1) * Math.round(Number(net) * 100),
    0,
  );
  expect(sum).toBe(Math.round(Number(kept[0]) * 100));
  expect(results).toHaveLength(5);
  const { results: trail } = await staff.call(listAudit, { query: { customer: owner.code } });
  expect(trail.map(({ text }) => text).filter((text) => text.startsWith("Rechnung"))).toHaveLength(5);
});
