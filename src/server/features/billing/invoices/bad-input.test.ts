import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import * as invoices from "#contract/calls/billing/invoices.ts";
import { setPrice } from "#contract/calls/billing/price-lists.ts";
import { createServiceEntry } from "#contract/calls/billing/service-entries.ts";
import { setTerms } from "#contract/calls/billing/terms.ts";
import { editCustomer } from "#contract/calls/customers/customers.ts";
import { berlinDay } from "#rules/dates.ts";
import { addMonths } from "#rules/months.ts";
import { attachedData } from "#server/database/destruction/verify-batches.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import type { Customer } from "#test/support/factories.ts";
import { textOf } from "#test/support/pdf.ts";
import { expensive } from "#test/support/tiers.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();
const month = addMonths(berlinDay(new Date()).slice(0, 7), -1);
const address = { address_street: "Am Wall 1", address_postcode: "28195", address_city: "Bremen" };

async function customer(): Promise<Customer> {
  const owner = await a.customer();
  await staff.call(editCustomer, { path: { id: owner.id }, body: address });
  return owner;
}
/** With 0.4 m in the store for the whole month. */
async function storing(list: { readonly id: number }): Promise<Customer> {
  const owner = await customer();
  await staff.call(setTerms, {
    path: { id: owner.id },
    body: { price_list: list.id, valid_from: "2000-01-01", confirmed: true },
  });
  const box = await a.box({ owner, size: 400 });
  await db.write((tx) =>
    sql`insert into storage_periods (box_id, customer_id, size_mm, from_day)
      values (${box.id}, ${owner.id}, 400, ${`${month}-01`}::date)`.execute(tx),
  );
  return owner;
}
const hour = (owner: Customer, text: string) =>
  ({ customer: owner.id, day: `${month}-12`, item: "hours", quantity: "1", price: "48.00", text }) as const;
const work = (owner: Customer, text: string) => staff.call(createServiceEntry, { body: hour(owner, text) });
const issue = (owner: Customer) => staff.call(invoices.issueInvoice, { body: { customer: owner.id, month } });
const issued = async () =>
  (
    await sql<{
      n: number;
    }>`select count(*)::int + coalesce((select sum(last) from invoice_series), 0)::int as n from invoices`.execute(
      db.read,
    )
  ).rows[0]?.n;

describe("is refused by a sentence, and nothing is issued:", () => {
  const oneLetter = "Vermutlich ist eine Stelle falsch oder vertauscht.";
  test.each([
    [
      "check digits of a Leitweg-ID",
      { leitweg_id: "04011000-1234512345-07" },
      `Die Prüfziffern der Leitweg-ID stimmen nicht. ${oneLetter}`,
    ],
    ["check digits of a VAT id", { vat_id: "DE136695977" }, `Die Prüfziffer der USt-IdNr. stimmt nicht. ${oneLetter}`],
    ["a VAT id of no country", { vat_id: "XX1" }, "Eine USt-IdNr. beginnt mit einem Land der EU, etwa DE."],
    ["a VAT id of another form", { vat_id: "DE12" }, "Eine deutsche USt-IdNr. hat nach DE neun Ziffern."],
    ["an e-mail that is none", { e_address: "rechnung" }, "Die elektronische Adresse ist keine E-Mail-Adresse."],
  ])("%s", async (_what, terms, sentence) => {
    const owner = await customer();
    const before = await issued();
    const body = { price_list: null, ...terms };
    const [field = ""] = Object.keys(terms);
    expect(await staff.refusal(setTerms, { path: { id: owner.id }, body })).toEqual({ [field]: [sentence] });
    expect(await issued()).toBe(before);
  });

  test("check digits of the provider's account", async () => {
    const wrong = await testServer(db, { PROVIDER_IBAN: "DE02120300000000202052" });
    const [owner, client] = [await customer(), await wrong.asStaff()];
    await work(owner, "Umräumen");
    const before = await issued();
    expect(await client.refusal(invoices.issueInvoice, { body: { customer: owner.id, month } })).toEqual({
      non_field_errors: [`Archiv: Die Prüfziffern der IBAN stimmen nicht. ${oneLetter}`],
    });
    expect(await issued()).toBe(before);
  });

  test.each([
    ["a text with NUL", "Um\u0000räumen", "Ungültige Zeichen"],
    ["a text with another sign that XML cannot have", "Um\u0001räumen", "Ungültige Zeichen"],
    ["a text of half an emoji", "Um\ud83d", "Ungültige Zeichen"],
    ["a text of 4,000 letters", "ä".repeat(4000), "Höchstens 1000 Zeichen"],
    ["no text", "  ", "Bitte ausfüllen"],
  ])("%s", async (_what, text, sentence) => {
    const owner = await customer();
    expect(await staff.refusal(createServiceEntry, { body: hour(owner, text) })).toEqual({ text: [sentence] });
    expect(await staff.refusal(invoices.issueInvoice, { body: { customer: owner.id, month } })).toEqual({
      non_field_errors: ["In diesem Monat ist nichts abzurechnen."],
    });
  });

  test.each(["2026-13", "2026-00", "26-11", "", "1999-12"])("the month %s", async (wrong) => {
    const owner = await customer();
    const { status } = await staff.ask(invoices.issueInvoice, { body: { customer: owner.id, month: wrong } });
    expect(status).toBe(400);
  });

  expensive("a race of a price and six invoices, eight times")(
    "a price for a day that is billed, also by who sets it at the same moment",
    async () => {
      const body = { item: "storage", price: "2.00", valid_from: `${month}-01` } as const;
      for (let round = 0; round < 8; round++) {
        const list = await a.priceList({ storage: "1.00" });
        const owners = [];
        for (let nth = 0; nth < 6; nth++) owners.push(await storing(list));
        const [price, ...made] = await Promise.all([
          staff.ask(setPrice, { path: { id: list.id }, body }),
          ...owners.map(issue),
        ]);
        const prices = made.flatMap(({ lines }) => lines.map((line) => line.price));
        expect(new Set(prices)).toEqual(new Set([price.status === 200 ? "2.0000" : "1.0000"]));
        expect(await staff.refusal(setPrice, { path: { id: list.id }, body })).toEqual({
          valid_from: [expect.stringMatching(/^Bis zum \d\d\.\d\d\.\d{4} ist schon abgerechnet\./)],
        });
      }
    },
  );
});

expensive("an invoice on paper with a text of 900 letters")(
  "what a text says stands in the XML and on paper as it was typed, whatever its signs are",
  async () => {
    const owner = await customer();
    const text = `Umzug <Halle 1> & "Nord" 😀 ${"ß".repeat(900)}`;
    await work(owner, text);
    const { id } = await issue(owner);
    const xml = (await staff.download(invoices.invoiceXml, { path: { id } })).bytes;
    expect(xml.toString()).toContain("Umzug &lt;Halle 1&gt; &amp; ");
    expect(xml.toString()).toContain(`😀 ${"ß".repeat(900)}`);
    const paper = (await staff.download(invoices.invoicePdf, { path: { id } })).bytes;
    expect(textOf(paper)).toContain("Umzug <Halle 1> & ");
  },
);

expensive("an invoice of 2,000 lines on paper")(
  "an invoice of 2,000 lines is issued, and its paper carries the XML that was kept, byte for byte",
  async () => {
    const owner = await customer();
    await db.write((tx) =>
      sql`insert into service_entries (customer_id, day, item, unit, quantity, price, vat_category, vat_rate, text, user_id)
      select ${owner.id}, ${`${month}-12`}::date, 'hours', 'hour', 1, 0.3275 + n, 'S', 19, 'Arbeit ' || n, (select min(id) from users)
      from generate_series(1, 2000) n`.execute(tx),
    );
    const { id, net, lines } = await issue(owner);
    expect(lines).toHaveLength(2000);
    expect(net).toBe("2001660.00"); // 0.33 and n each
    const paper = (await staff.download(invoices.invoicePdf, { path: { id } })).bytes;
    const xml = (await staff.download(invoices.invoiceXml, { path: { id } })).bytes;
    expect(attachedData(paper).equals(xml)).toBe(true);
    const { rows } = await sql<{
      xml: Buffer;
    }>`select convert_to(xml, 'UTF8') as xml from invoices where id = ${id}`.execute(db.read);
    expect(rows[0]?.xml.equals(xml)).toBe(true);
    expect(textOf(paper)).toContain("Arbeit 2000");
  },
);
