import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { firstAgreed } from "#rules/billing/agreed-from.ts";
import { billedMonth, previewInvoice } from "#contract/calls/billing/billing.ts";
import * as invoices from "#contract/calls/billing/invoices.ts";
import { setPrice } from "#contract/calls/billing/price-lists.ts";
import { createServiceEntry } from "#contract/calls/billing/service-entries.ts";
import { setTerms } from "#contract/calls/billing/terms.ts";
import { editCustomer } from "#contract/calls/customers/customers.ts";
import type { InvoiceDetail } from "#contract/schemas/billing/invoices.ts";
import { serviceText } from "#rules/billing/e-invoice/invoice-wording.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import type { Customer } from "#test/support/factories.ts";
import { expensive } from "#test/support/tiers.ts";

const { db } = await testDatabase();
let today = "2026-10-01";
const server = await testServer(db, {}, { now: () => new Date(`${today}T10:00:00Z`) });
const { a } = server;
const staff = await server.asStaff();
beforeEach(() => {
  today = "2026-10-01";
});

const address = { address_street: "Am Wall 1", address_postcode: "28195", address_city: "Bremen", meter_price: "4.50" };
const agree = (owner: Customer, body: object) =>
  staff.call(setTerms, { path: { id: owner.id }, body: { price_list: null, ...body } });
async function customer(terms: object): Promise<Customer> {
  const owner = await a.customer();
  await staff.call(editCustomer, { path: { id: owner.id }, body: address });
  await agree(owner, { valid_from: firstAgreed, confirmed: true, ...terms });
  await db.write((tx) => sql`update customers set created = '2026-01-01' where id = ${owner.id}`.execute(tx));
  return owner;
}
/** A box of a metre stood in the store from a day until another one. */
async function stood(owner: Customer, from: string, to: string | null = null, size = 1000): Promise<number> {
  const { id } = await a.box({ owner, size });
  await db.write((tx) =>
    sql`insert into storage_periods (box_id, customer_id, size_mm, from_day, to_day)
      values (${id}, ${owner.id}, ${size}, ${from}::date, ${to}::date)`.execute(tx),
  );
  return id;
}
const leaves = (box: number, day: string) =>
  db.write((tx) =>
    sql`update storage_periods set to_day = ${day}::date where box_id = ${box} and to_day is null`.execute(tx),
  );
/** Somebody worked for an hour on a day, and typed it then. */
async function work(owner: Customer, day: string) {
  const before = today;
  today = day;
  await staff.call(createServiceEntry, {
    body: { customer: owner.id, day, item: "hours", quantity: "1", price: "10.00", text: "Umräumen" },
  });
  today = before;
}
const issue = (owner: Customer, month: string, more: object = {}) =>
  staff.call(invoices.issueInvoice, { body: { customer: owner.id, month, ...more } });
const refusal = async (owner: Customer, month: string) =>
  (await staff.ask(invoices.issueInvoice, { body: { customer: owner.id, month } })).body;
const cancel = ({ id, number }: { id: number; number: string }) =>
  staff.call(invoices.cancelInvoice, { path: { id }, body: { number } });
const preview = (owner: Customer, month: string) =>
  staff.call(previewInvoice, { path: { id: owner.id }, query: { month } });
const shownLines = ({ lines }: Pick<InvoiceDetail, "lines">) => lines.map((line) => [serviceText(line), line.net]);
const rowOf = async (owner: Customer, month: string) =>
  (await staff.call(billedMonth, { query: { month } })).results.find((each) => each.customer.id === owner.id);
const onMonth = (text: string) => ({ month: [text] });
const sentence = (text: string) => ({ non_field_errors: [text] });
/** The sum of what was issued and not cancelled, in cents. */
async function issuedCents(owner: Customer): Promise<number> {
  const { results } = await staff.call(invoices.listInvoices, { query: { customer: owner.id } });
  return results.reduce((sum, { kind, net }) => sum + (kind === 380 ? 1 : -1) * Math.round(Number(net) * 100), 0);
}

describe("storage in advance", () => {
  expensive("invoices of several months, each previewed and issued")(
    "is billed from the first day of its month on by what is there the evening before, and settled with the next month",
    async () => {
      const owner = await customer({ storage_when: "advance" });
      await stood(owner, "2026-09-01");
      const box = await stood(owner, "2026-09-10");
      await stood(owner, "2026-11-01"); // comes on the first day itself
      today = "2026-10-31";
      expect(await refusal(owner, "2026-11")).toEqual(onMonth("Der Monat hat noch nicht begonnen."));
      today = "2026-11-01";
      const { gross, is_due, in_advance } = await preview(owner, "2026-11");
      expect({ is_due, in_advance }).toEqual({ is_due: true, in_advance: true });
      const first = await issue(owner, "2026-11", { gross });
      expect(shownLines(first)).toEqual([["Lagerung: November 2026 im Voraus, 01.11.2026 bis 30.11.2026", "9.00"]]);
      expect(first.period_to).toBe("2026-11-30");
      await leaves(box, "2026-11-21"); // 10 days less, and 30 of the one that came: 20 more
      await work(owner, "2026-11-05");
      today = "2026-12-03";
      await work(owner, "2026-12-02"); // of December: goes with January
      expect(shownLines(await issue(owner, "2026-12"))).toEqual([
        ["Ausgleich Lagerung: November 2026", "3.00"],
        ["Lagerung: Dezember 2026 im Voraus, 01.12.2026 bis 31.12.2026", "9.00"],
        ["Arbeitszeit: Umräumen, November 2026", "10.00"],
      ]);
      expect(await refusal(owner, "2026-12")).toEqual(
        sentence(`Der Monat ist schon abgerechnet: ${(await rowOf(owner, "2026-12"))?.invoice?.number}.`),
      );
      today = "2027-01-01";
      expect(shownLines(await issue(owner, "2027-01"))).toEqual([
        ["Lagerung: Januar 2027 im Voraus, 01.01.2027 bis 31.01.2027", "9.00"],
        ["Arbeitszeit: Umräumen, Dezember 2026", "10.00"],
      ]);
    },
  );

  test.each([
    ["month_any_day", "18.00", ["Ausgleich Lagerung: November 2026", "4.50"]],
    ["month_end", "18.00", ["Ausgleich Lagerung: November 2026", "-4.50"]],
  ])(
    "counted by whole months (%s) has a whole month of each box, and is settled the same way",
    async (storage_mode, net, settled) => {
      const owner = await customer({ storage_when: "advance", storage_mode });
      const boxes = [await stood(owner, "2026-09-01"), await stood(owner, "2026-09-01")];
      await stood(owner, "2026-09-01", null, 2000);
      today = "2026-11-02";
      expect((await issue(owner, "2026-11")).net).toBe(net);
      for (const box of boxes) await leaves(box, "2026-11-10");
      await stood(owner, "2026-11-10");
      today = "2026-12-01";
      expect(shownLines(await issue(owner, "2026-12"))[0]).toEqual(settled);
    },
  );

  test("of a month that is over already is billed as it was, and needs nothing settled", async () => {
    const owner = await customer({ storage_when: "advance" });
    await stood(owner, "2026-10-16");
    await work(owner, "2026-10-20");
    today = "2026-11-05";
    expect(shownLines(await issue(owner, "2026-10"))).toEqual([
      ["Lagerung, 01.10.2026 bis 31.10.2026", "2.32"],
      ["Arbeitszeit: Umräumen", "10.00"],
    ]);
    expect(shownLines(await issue(owner, "2026-11"))).toEqual([
      ["Lagerung: November 2026 im Voraus, 01.11.2026 bis 30.11.2026", "4.50"],
    ]);
  });

  test("is settled by a price that changed after it was billed, which may begin in a month that is billed in advance", async () => {
    const list = await a.priceList({ storage: "3.00" });
    const owner = await customer({ storage_when: "advance", price_list: list.id });
    await stood(owner, "2026-09-01");
    today = "2026-11-01";
    expect((await issue(owner, "2026-11")).net).toBe("3.00");
    const rule = { item: "storage", price: "6.00", valid_from: "2026-11-16" } as const;
    await staff.call(setPrice, { path: { id: list.id }, body: rule });
    today = "2026-12-01";
    const invoice = await issue(owner, "2026-12");
    expect(shownLines(invoice).slice(0, 2)).toEqual([
      ["Ausgleich Lagerung: November 2026", "-1.50"],
      ["Ausgleich Lagerung: November 2026", "3.00"],
    ]);
    expect(invoice.lines[0]?.quantity).toBe("-15.000");
    expect(invoice.lines.every(({ price }) => Number(price) >= 0)).toBe(true);
    expect(await staff.refusal(setPrice, { path: { id: list.id }, body: { ...rule, price: "7.00" } })).toEqual({
      valid_from: [expect.stringMatching(/^Bis zum 30.11.2026 ist schon abgerechnet/)],
    });
  });

  test("of who has left less than nothing to pay is not issued and stays open, until it is cancelled and billed as it was", async () => {
    const owner = await customer({ storage_when: "advance" });
    const box = await stood(owner, "2026-09-01");
    today = "2026-11-01";
    const first = await issue(owner, "2026-11");
    await leaves(box, "2026-11-11");
    today = "2026-12-01";
    expect(await rowOf(owner, "2026-12")).toMatchObject({ net: "-3.00", gross: "-3.57", is_due: true });
    expect((await rowOf(owner, "2026-12"))?.problems).toEqual([expect.stringMatching(/^Es bleibt ein Guthaben/)]);
    const refused = JSON.stringify(await refusal(owner, "2026-12"));
    expect(refused).toMatch(
      /^{"non_field_errors":\["Es bleibt ein Guthaben von 3,57\u00a0€\. Es wird mit der nächsten/,
    );
    expect((await rowOf(owner, "2026-12"))?.invoice).toBeNull();
    await cancel(first);
    expect(shownLines(await issue(owner, "2026-11"))).toEqual([["Lagerung, 01.11.2026 bis 30.11.2026", "1.50"]]);
    expect(await refusal(owner, "2026-12")).toEqual(sentence("In diesem Monat ist nichts abzurechnen."));
    expect(await issuedCents(owner)).toBe(150);
  });

  test("of who leaves ends with a credit that is paid out: an invoice of less than nothing, which closes its months", async () => {
    const mandate = { sepa_mandate: "M1", mandate_date: "2026-01-05", iban: "DE02120300000000202051" };
    const owner = await customer({ storage_when: "advance", ...mandate });
    const box = await stood(owner, "2026-09-01");
    today = "2026-11-01";
    const body = { customer: owner.id, month: "2026-11", pay_out: true };
    const noCredit = sentence("Es bleibt kein Guthaben, das sich auszahlen ließe.");
    expect(await staff.refusal(invoices.issueInvoice, { body })).toEqual(noCredit);
    const first = await issue(owner, "2026-11");
    await leaves(box, "2026-11-11");
    today = "2026-12-01";
    const paidOut = await issue(owner, "2026-12", { pay_out: true, gross: "-3.57" });
    expect(paidOut).toMatchObject({ kind: 380, net: "-3.00", gross: "-3.57", due: today, corrects: null });
    expect(shownLines(paidOut)).toEqual([["Ausgleich Lagerung: November 2026", "-3.00"]]);
    const { bytes } = await staff.download(invoices.invoiceXml, { path: { id: paidOut.id } });
    expect(bytes.toString()).toContain("Das Guthaben zahlen wir Ihnen aus.");
    expect(bytes.toString()).not.toContain("DirectDebitMandateID");
    expect(await issuedCents(owner)).toBe(150);
    expect((await rowOf(owner, "2026-12"))?.invoice).toMatchObject({ number: paidOut.number });
    today = "2027-01-01";
    expect(await rowOf(owner, "2027-01")).toMatchObject({ net: "0.00", before: "-3.00" });
    expect(await refusal(owner, "2027-01")).toEqual(sentence("In diesem Monat ist nichts abzurechnen."));
    const { kind, gross } = await cancel(paidOut);
    expect([kind, gross]).toEqual([381, "-3.57"]);
    await cancel(first);
    expect(await issuedCents(owner)).toBe(0);
  });

  test("that another invoice has settled is cancelled after that one, which opens the settlement again", async () => {
    const owner = await customer({ storage_when: "advance" });
    await stood(owner, "2026-09-01");
    today = "2026-11-01";
    const first = await issue(owner, "2026-11");
    await stood(owner, "2026-11-16");
    today = "2026-12-01";
    const second = await issue(owner, "2026-12");
    expect(
      await staff.refusal(invoices.cancelInvoice, { path: { id: first.id }, body: { number: first.number } }),
    ).toEqual(
      sentence(`Was diese Rechnung im Voraus berechnet, gleicht ${second.number} aus. Stornieren Sie zuerst diese.`),
    );
    await cancel(second);
    expect(shownLines(await issue(owner, "2026-12"))).toEqual(shownLines(second));
  });

  test("has the fee and the minimum of a month with its settlement, by what was stored", async () => {
    const list = await a.priceList({ storage: "3.00", account_fee: "5.00" });
    const owner = await customer({ storage_when: "advance", price_list: list.id, minimum: "4.00" });
    const box = await stood(owner, "2026-09-01");
    today = "2026-11-01";
    expect((await issue(owner, "2026-11")).net).toBe("3.00");
    await leaves(box, "2026-11-16");
    await stood(owner, "2026-11-30");
    today = "2026-12-01";
    expect(shownLines(await issue(owner, "2026-12"))).toEqual([
      ["Ausgleich Lagerung: November 2026", "-1.40"],
      ["Lagerung: Dezember 2026 im Voraus, 01.12.2026 bis 31.12.2026", "3.00"],
      ["Grundgebühr: November 2026", "5.00"],
      ["Mindestbetrag: November 2026", "2.40"],
    ]);
  });
});

describe("a quarter", () => {
  test("is billed once, with its last month, and its months before say so", async () => {
    const owner = await customer({ interval: "quarter" });
    await stood(owner, "2026-10-16");
    await work(owner, "2026-10-20");
    await work(owner, "2026-12-20");
    today = "2026-12-31";
    expect(await refusal(owner, "2026-12")).toEqual(onMonth("Der Monat ist noch nicht vorbei."));
    expect(await refusal(owner, "2026-10")).toEqual(onMonth("Dieser Kunde wird mit Dezember 2026 abgerechnet."));
    today = "2027-01-02";
    expect(await rowOf(owner, "2026-11")).toMatchObject({ net: "4.50", billed_with: "2026-12", is_due: false });
    const { gross } = await preview(owner, "2026-12");
    expect(await rowOf(owner, "2026-12")).toMatchObject({
      gross,
      billed_with: null,
      is_due: true,
      period_from: "2026-10-01",
      period_to: "2026-12-31",
      warnings: [],
    });
    const invoice = await issue(owner, "2026-12", { gross });
    expect(shownLines(invoice)).toEqual([
      ["Lagerung: Oktober 2026, 01.10.2026 bis 31.10.2026", "2.32"],
      ["Lagerung: November 2026, 01.11.2026 bis 30.11.2026", "4.50"],
      ["Lagerung: Dezember 2026, 01.12.2026 bis 31.12.2026", "4.50"],
      ["Arbeitszeit: Umräumen, Oktober 2026", "10.00"],
      ["Arbeitszeit: Umräumen, Dezember 2026", "10.00"],
    ]);
    expect([invoice.period_from, invoice.period_to]).toEqual(["2026-10-01", "2026-12-31"]);
    expect(await refusal(owner, "2026-11")).toEqual(
      sentence(`Der Monat ist schon abgerechnet: ${invoice.number} gilt für 01.10.2026 bis 31.12.2026.`),
    );
    await cancel(invoice);
    expect(shownLines(await issue(owner, "2026-12"))).toEqual(shownLines(invoice));
  });

  test("with a price that changes inside has a line for each month and price, and each month has its own minimum", async () => {
    const list = await a.priceList({ storage: "3.00" });
    const owner = await customer({ interval: "quarter", price_list: list.id, minimum: "4.00" });
    const rule = { item: "storage", price: "6.00", valid_from: "2026-11-16" } as const;
    await staff.call(setPrice, { path: { id: list.id }, body: rule });
    await stood(owner, "2026-09-01");
    today = "2027-01-02";
    expect(shownLines(await issue(owner, "2026-12")).map(([, net]) => net)).toEqual([
      "3.00",
      "1.50",
      "3.00",
      "6.00",
      "1.00",
    ]);
  });

  test("in advance is billed with its first month, a line for each, and settled with the next quarter", async () => {
    const owner = await customer({ interval: "quarter", storage_when: "advance" });
    const box = await stood(owner, "2026-09-01");
    expect(await refusal(owner, "2026-11")).toEqual(onMonth("Dieser Kunde wird mit Oktober 2026 abgerechnet."));
    expect((await issue(owner, "2026-10")).lines.map(({ net, base }) => [net, base])).toEqual([
      ["4.50", 31],
      ["4.50", 30],
      ["4.50", 31],
    ]);
    await leaves(box, "2026-12-11");
    await stood(owner, "2026-12-01");
    today = "2027-01-01";
    expect(shownLines(await issue(owner, "2027-01"))).toEqual([
      ["Ausgleich Lagerung: Dezember 2026", "1.45"],
      ["Lagerung: Januar 2027 im Voraus, 01.01.2027 bis 31.01.2027", "4.50"],
      ["Lagerung: Februar 2027 im Voraus, 01.02.2027 bis 28.02.2027", "4.50"],
      ["Lagerung: März 2027 im Voraus, 01.03.2027 bis 31.03.2027", "4.50"],
    ]);
  });
});

test("a month that was left over is named where a later one can be billed, and can be billed itself", async () => {
  const owner = await customer({});
  await stood(owner, "2026-08-01");
  today = "2026-11-02";
  await issue(owner, "2026-08");
  const warningsOf = async (month: string) => (await preview(owner, month)).warnings;
  expect(await warningsOf("2026-10")).toEqual(["months_open"]);
  expect(await warningsOf("2026-09")).toEqual([]);
  expect(await warningsOf("2026-11"), "it is under way").toEqual([]);
  await issue(owner, "2026-09");
  expect(await warningsOf("2026-10")).toEqual([]);
});

test("a year over a leap February has twelve lines whose bases are its days", async () => {
  const owner = await customer({ interval: "year" });
  await stood(owner, "2024-01-01", "2025-01-01");
  const { lines, net } = await issue(owner, "2024-12");
  expect(lines.map(({ base }) => base)).toEqual([31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]);
  expect(net).toBe("54.00");
});

describe("a change of when somebody is billed leaves no month out and bills none twice", () => {
  /** Bills all that can be billed with the months of a year, as the run does. */
  async function billAll(owner: Customer, months: readonly string[]) {
    for (const month of months) {
      const { is_due, gross, lines } = await preview(owner, month);
      if (is_due && lines.length > 0 && !gross.startsWith("-")) await issue(owner, month, { gross });
    }
  }
  const months = Array.from({ length: 12 }, (_, nth) => `2026-${String(nth + 1).padStart(2, "0")}`);
  const ways = [
    { interval: "month", storage_when: "arrears" },
    { interval: "month", storage_when: "advance" },
    { interval: "quarter", storage_when: "arrears" },
    { interval: "quarter", storage_when: "advance" },
    { interval: "year", storage_when: "arrears" },
    { interval: "year", storage_when: "advance" },
  ];
  const changes = ways.flatMap((from, nth) =>
    ways.flatMap((to, other) => (to === from ? [] : [[from, to, ways[(nth + 2 * other + 1) % 6] ?? from] as const])),
  );
  const nameOf = ({ interval, storage_when }: (typeof ways)[number]) => `${storage_when} by the ${interval}`;
  const some = changes.filter((_, nth) => nth % 6 === 0);

  expensive("invoices of twelve months under three agreements").each(
    some.map((each) => [each.map(nameOf).join(", "), each] as const),
  )("%s", async (_name, [from, to, last]) => {
    today = "2026-01-01";
    const owner = await customer(from);
    await stood(owner, "2025-12-01", "2026-05-20", 1234);
    await stood(owner, "2026-02-11", null, 777);
    for (const month of months) {
      today = `${month}-02`;
      await work(owner, `${month}-01`);
      if (month === "2026-05") await agree(owner, to);
      if (month === "2026-08") await agree(owner, last);
      await billAll(owner, months.slice(0, Number(month.slice(5))));
    }
    await agree(owner, { storage_when: "arrears", interval: "month" });
    today = "2027-01-02";
    await billAll(owner, months);
    await stood(owner, "2027-01-01", "2027-02-01", 9000);
    today = "2027-02-01";
    await billAll(owner, [...months, "2027-01"]);
    const alone = await customer({});
    await stood(alone, "2025-12-01", "2026-05-20", 1234);
    await stood(alone, "2026-02-11", null, 777);
    await stood(alone, "2027-01-01", "2027-02-01", 9000);
    for (const month of months) await work(alone, `${month}-01`);
    await billAll(alone, [...months, "2027-01"]);
    expect(await issuedCents(owner)).toBe(await issuedCents(alone));
    const { rows } = await sql<{ months: number; unsettled: number }>`
      select count(*)::int as months, count(*) filter (where in_advance and settled_by is null)::int as unsettled
      from billed_months where customer_id = ${owner.id}`.execute(db.read);
    expect(rows).toEqual([{ months: 13, unsettled: 0 }]);
  });
});
