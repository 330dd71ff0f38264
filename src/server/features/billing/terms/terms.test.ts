import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { listAudit } from "#contract/calls/access/audit.ts";
import { previewInvoice } from "#contract/calls/billing/billing.ts";
import { getTerms, setTerms } from "#contract/calls/billing/terms.ts";
import { editCustomer } from "#contract/calls/customers/customers.ts";
import { berlinDay, showDate } from "#rules/dates.ts";
import { addMonths, showMonth } from "#rules/months.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();

test("the audit trail says which of the terms were changed, from what to what, and nothing where none was", async () => {
  const owner = await a.customer();
  const path = { id: owner.id };
  const list = await a.priceList();
  const agreed = { price_list: null, invoice_form: "xrechnung", e_address: "rechnung@kunde.example" } as const;
  await staff.call(setTerms, { path, body: { price_list: null } });
  await staff.call(setTerms, { path, body: { ...agreed, minimum: "50" } });
  await staff.call(setTerms, { path, body: { ...agreed, minimum: "50.00" } });
  await staff.call(setTerms, { path, body: { ...agreed, price_list: list.id, payment_days: 30 } });
  const { results } = await staff.call(listAudit, { query: { customer: owner.code } });
  expect(results.map(({ text }) => text).filter((text) => text.startsWith("Konditionen"))).toEqual([
    expect.stringMatching(
      /^Konditionen vereinbart: Preisliste Meterpreis → Preisliste .*, mindestens 50,00\s€ → nichts, Zahlungsziel 14 Tage → 30 Tage, ab 01\.\d\d\.\d{4}$/,
    ),
    expect.stringMatching(
      /^Konditionen vereinbart: mindestens nichts → 50,00\s€, Rechnung als ZUGFeRD → XRechnung, elektronische Adresse keine → rechnung@kunde\.example$/,
    ),
  ]);
});

describe("what stands on invoices", () => {
  const discount = { discount_days: 7, discount_percent: "2", payment_days: 14 };
  test.each<[what: string, body: object, refused: object]>([
    ["days without per cent", { discount_days: 7 }, { non_field_errors: ["Zu Skonto gehören Tage und Prozent."] }],
    ["per cent without days", { discount_percent: "2" }, { non_field_errors: ["Zu Skonto gehören Tage und Prozent."] }],
    [
      "a discount for longer than there is to pay",
      { ...discount, payment_days: 6 },
      { discount_days: ["Die Skontofrist ist höchstens so lang wie das Zahlungsziel."] },
    ],
    [
      "a discount of what is debited",
      { ...discount, sepa_mandate: "M1", mandate_date: "2026-01-05", iban: "DE02120300000000202051" },
      { discount_days: ["Bei Lastschrift gibt es kein Skonto: Eingezogen wird der ganze Betrag."] },
    ],
    ["a discount of nothing", { ...discount, discount_percent: "0" }, { discount_percent: [expect.any(String)] }],
  ])("is refused beside its field: %s", async (_what, body, refused) => {
    const { id } = await a.customer();
    expect(await staff.refusal(setTerms, { path: { id }, body: { price_list: null, ...body } })).toEqual(refused);
  });

  test("is agreed at once, shown, and in the audit trail", async () => {
    const { id, code } = await a.customer();
    const body = { price_list: null, ...discount, address_extra: "Haus C", exemption_reason: "§ 4 Nr. 12 UStG" };
    const answer = await staff.call(setTerms, { path: { id }, body });
    expect(answer).toMatchObject({ ...body, discount_percent: "2.00" });
    const { results } = await staff.call(listAudit, { query: { customer: code } });
    expect(results.map(({ text }) => text)).toContain(
      "Konditionen vereinbart: Skontofrist keine → 7 Tage, Skonto keins → 2 %, Adresszusatz keiner → Haus C, Grund der Steuerbefreiung wie das Archiv → § 4 Nr. 12 UStG",
    );
  });
});

describe("what is agreed now", () => {
  const month = (back: number) => addMonths(berlinDay(new Date()).slice(0, 7), -back);
  const sumOf = async (owner: { id: number }, back: number) =>
    (await staff.call(previewInvoice, { path: { id: owner.id }, query: { month: month(back) } })).net;
  /** A customer whose boxes stood there for months, at a price of a metre. */
  async function customer() {
    const owner = await a.customer();
    await staff.call(editCustomer, { path: { id: owner.id }, body: { meter_price: "10.00" } });
    const { id } = await a.box({ owner, size: 1000 });
    await db.write(async (tx) => {
      await sql`update customers set created = '2020-01-01' where id = ${owner.id}`.execute(tx);
      await sql`insert into storage_periods (box_id, customer_id, size_mm, from_day, to_day)
        values (${id}, ${owner.id}, 1000, ${`${month(3)}-01`}::date, null)`.execute(tx);
    });
    return owner;
  }
  const agree = (owner: { id: number }, body: object) =>
    staff.ask(setTerms, { path: { id: owner.id }, body: { price_list: null, ...body } });

  const changes: Readonly<Record<string, (owner: { id: number }) => Promise<unknown>>> = {
    "the price of a metre": (owner) =>
      staff.call(editCustomer, { path: { id: owner.id }, body: { meter_price: "20.00" } }),
    "a price list": async (owner) => agree(owner, { price_list: (await a.priceList({ storage: "33.00" })).id }),
    "another way of counting": (owner) => agree(owner, { storage_mode: "month_any_day" }),
    "a minimum": (owner) => agree(owner, { minimum: "500.00" }),
    "another interval": (owner) => agree(owner, { interval: "quarter" }),
  };
  test.each(Object.keys(changes))("says nothing about months that are over: %s", async (name) => {
    const owner = await customer();
    const before = [await sumOf(owner, 2), await sumOf(owner, 1)];
    expect(before).toEqual(["10.00", "10.00"]);
    await changes[name]?.(owner);
    const terms = await staff.call(getTerms, { path: { id: owner.id } });
    expect(terms.valid_from).toBe(`${month(0)}-01`);
    expect([await sumOf(owner, 2), await sumOf(owner, 1)]).toEqual(before);
  });

  test("changes an open month only where somebody says so, who sees both sums", async () => {
    const owner = await customer();
    const list = (await a.priceList({ storage: "33.00" })).id;
    const wanted = { price_list: list, valid_from: `${month(1)}-01` };
    const asked = await agree(owner, wanted);
    expect([asked.status, asked.headers.get("x-magazin-code")]).toEqual([400, "open_months"]);
    expect(asked.text).toContain(`${showMonth(month(1))} 33,00`);
    expect(asked.text).toMatch(/statt 10,00/);
    expect(await sumOf(owner, 1), "nothing was done").toBe("10.00");
    expect((await agree(owner, { ...wanted, confirmed: true })).status).toBe(200);
    expect([await sumOf(owner, 2), await sumOf(owner, 1)]).toEqual(["10.00", "33.00"]);
  });

  test("holds from the first of a month that nobody was billed for, and not before what is agreed for later", async () => {
    const owner = await customer();
    const refusal = async (body: object) => (await agree(owner, body)).body;
    expect(await refusal({ minimum: "5", valid_from: `${month(0)}-02` })).toEqual({
      valid_from: ["Bitte wählen Sie den Ersten eines Monats."],
    });
    const later = `${month(-2)}-01`;
    expect((await agree(owner, { minimum: "100.00", valid_from: later })).status).toBe(200);
    expect(await sumOf(owner, 0)).not.toBe("100.00");
    expect(await refusal({ minimum: "5", valid_from: `${month(0)}-01` })).toEqual({
      valid_from: [`Ab dem ${showDate(later)} ist schon etwas vereinbart. Eine Änderung gilt frühestens ab dann.`],
    });
    expect((await agree(owner, { minimum: "120.00" })).status, "what is agreed for later is changed").toBe(200);
    expect(await staff.call(getTerms, { path: { id: owner.id } })).toMatchObject({
      minimum: "120.00",
      valid_from: later,
    });
  });
});
