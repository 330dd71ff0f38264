import { describe, expect, test } from "vitest";
import { billedMonth, previewInvoice } from "#contract/calls/billing/billing.ts";
import { getInvoice, invoiceXml, issueInvoice, noteInvoice } from "#contract/calls/billing/invoices.ts";
import { editProvider, getProvider } from "#contract/calls/billing/provider.ts";
import { createServiceEntry } from "#contract/calls/billing/service-entries.ts";
import { setTerms } from "#contract/calls/billing/terms.ts";
import { editCustomer } from "#contract/calls/customers/customers.ts";
import type { RequestBody } from "#contract/route.ts";
import { addMonths } from "#rules/months.ts";
import { addDays, berlinDay } from "#rules/dates.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import type { Customer } from "#test/support/factories.ts";
import { providerSettings, testProvider } from "#test/support/provider.ts";

const { db } = await testDatabase();
const unset = Object.fromEntries(Object.keys(providerSettings).map((name) => [name, ""]));
const server = await testServer(db, unset);
const { a } = server;
const staff = await server.asStaff();
const month = addMonths(berlinDay(new Date()).slice(0, 7), -1);

const whole = {
  street: "Hafenstraße 1",
  postcode: "28195",
  city: "Bremen",
  contact_phone: "0421 12345",
  contact_email: "rechnung@muster.example",
  contact: "Frau Kasse",
  vat_id: "DE136695976",
  tax_number: "",
  register: "",
  iban: "DE02120300000000202051",
  bic: "BYLADEM1001",
  creditor_id: "DE98ZZZ09999999999",
  exemption_reason: "",
} as const;
const nothing = Object.fromEntries(Object.keys(whole).map((name) => [name, ""]));
const type = (body: RequestBody<typeof editProvider>) => staff.call(editProvider, { body });

type Terms = Partial<RequestBody<typeof setTerms>>;
async function billable(terms: Terms = {}, data: RequestBody<typeof editCustomer> = {}): Promise<Customer> {
  const owner = await a.customer();
  const address = { address_street: "Am Wall 1", address_postcode: "28195", address_city: "Bremen" };
  await staff.call(editCustomer, { path: { id: owner.id }, body: { ...address, ...data } });
  await staff.call(setTerms, { path: { id: owner.id }, body: { price_list: null, ...terms } });
  const hour = { day: `${month}-12`, item: "hours", quantity: "1", price: "48.00", text: "Umräumen" } as const;
  await staff.call(createServiceEntry, { body: { customer: owner.id, ...hour } });
  return owner;
}
const problemsOf = async ({ id }: Customer) =>
  (await staff.call(previewInvoice, { path: { id }, query: { month } })).problems;
const refusalOf = ({ id }: Customer) => staff.refusal(issueInvoice, { body: { customer: id, month } });

describe("every refusal of the issue is shown by the preview, in the same words:", () => {
  const mandate = { sepa_mandate: "M1", mandate_date: "2026-01-05", iban: "DE02120300000000202051" };
  test.each<
    [what: string, lacking: RequestBody<typeof editProvider>, terms: Terms, data?: RequestBody<typeof editCustomer>]
  >([
    ["the archive's address", { city: "" }, {}],
    ["its tax number", { vat_id: "" }, {}],
    ["whom the receiver asks", { contact: "" }, {}],
    ["its telephone", { contact_phone: "" }, {}],
    ["its e-mail", { contact_email: "" }, {}],
    ["its creditor identifier", { creditor_id: "" }, mandate],
    ["its account, of a direct debit", { iban: "" }, mandate],
    ["the customer's address", {}, {}, { address_city: "" }],
    ["the electronic address of an XRechnung", {}, { invoice_form: "xrechnung" }],
  ])("%s", async (_what, lacking, terms, data) => {
    await type(whole);
    const owner = await billable(terms, data);
    await type({ ...whole, ...lacking });
    const problems = await problemsOf(owner);
    expect(problems).toHaveLength(1);
    expect(await refusalOf(owner)).toEqual({ non_field_errors: problems });
    const listed = await staff.call(billedMonth, { query: { month } });
    const own = listed.results.find(({ customer }) => customer.id === owner.id)?.problems ?? [];
    expect([...listed.problems, ...own]).toEqual(problems);
  });

  test("a month with nothing in the way is issued", async () => {
    await type(whole);
    const owner = await billable(mandate);
    expect(await problemsOf(owner)).toEqual([]);
    const { id } = await staff.call(issueInvoice, { body: { customer: owner.id, month } });
    expect((await staff.call(getInvoice, { path: { id } })).gross).toBe("57.12");
  });
});

describe("an invoice", () => {
  const exempt = { vat_category: "E", vat_rate: "0.00" } as const;
  const issued = async (owner: Customer) => {
    const { id } = await staff.call(issueInvoice, { body: { customer: owner.id, month } });
    const xml = await staff.download(invoiceXml, { path: { id } });
    return { ...(await staff.call(getInvoice, { path: { id } })), xml: xml.bytes.toString() };
  };
  const hourOf = (owner: Customer, more: object) =>
    staff.call(createServiceEntry, {
      body: {
        customer: owner.id,
        day: `${month}-13`,
        item: "other",
        quantity: "1",
        price: "10.00",
        text: "x",
        ...more,
      },
    });

  test("says why nothing is taxed: as agreed with the customer, else as the archive says, else as always", async () => {
    await type({ ...whole, exemption_reason: "Kleinunternehmer gemäß § 19 UStG" });
    const [usual, special, taxed] = [
      await billable(),
      await billable({ exemption_reason: "§ 4 Nr. 12 UStG" }),
      await billable(),
    ];
    for (const owner of [usual, special]) await hourOf(owner, exempt);
    const reason = (text: string) => `<ram:ExemptionReason>${text}</ram:ExemptionReason>`;
    expect((await issued(usual)).xml).toContain(reason("Kleinunternehmer gemäß § 19 UStG"));
    expect((await issued(special)).xml).toContain(reason("§ 4 Nr. 12 UStG"));
    expect((await issued(taxed)).xml).not.toContain("ExemptionReason");
    await type(whole);
    const plain = await billable();
    await hourOf(plain, exempt);
    expect((await issued(plain)).xml).toContain(reason("Umsatzsteuerfreie Leistung"));
  });

  test("has the customer's further line and discount, by which it is paid with less", async () => {
    await type(whole);
    const terms = { address_extra: "Haus C", payment_days: 14, discount_days: 7, discount_percent: "2.00" };
    const { id, buyer, discount, issued: at, xml, gross } = await issued(await billable(terms));
    expect(buyer).toMatchObject({ street: "Am Wall 1", address_extra: "Haus C" });
    const until = addDays(berlinDay(new Date(at)), 7);
    expect([gross, discount]).toEqual(["57.12", { percent: "2.00", until, amount: "1.14", due: "55.98" }]);
    expect(xml).toContain("<ram:LineTwo>Haus C</ram:LineTwo>");
    const paid = await staff.call(noteInvoice, { path: { id }, body: { paid_on: berlinDay(new Date()) } });
    expect(paid.paid_on).toBe(berlinDay(new Date()));
  });

  test("that charges nothing is issued as always, or, where the archive wants none, is not, and no month waits for it", async () => {
    const free = async () => {
      const owner = await a.customer();
      const address = { address_street: "Am Wall 1", address_postcode: "28195", address_city: "Bremen" };
      await staff.call(editCustomer, { path: { id: owner.id }, body: address });
      await hourOf(owner, { price: "0.00" });
      return owner;
    };
    await type(whole);
    expect((await issued(await free())).gross).toBe("0.00");
    expect((await type({ zero_invoices: false, before: { zero_invoices: true } })).zero_invoices).toBe(false);
    const owner = await free();
    const sentence =
      "Nichts davon kostet etwas. Rechnungen über 0,00 € stellt das Archiv nicht aus (Abrechnung → Unser Archiv).";
    expect(await problemsOf(owner)).toEqual([sentence]);
    expect(await refusalOf(owner)).toEqual({ non_field_errors: [sentence] });
    const thisMonth = addMonths(month, 1);
    await hourOf(owner, { day: `${thisMonth}-01` });
    const later = () => staff.call(previewInvoice, { path: { id: owner.id }, query: { month: thisMonth } });
    const advance = { price_list: null, storage_when: "advance" } as const;
    await staff.call(setTerms, { path: { id: owner.id }, body: advance });
    expect((await later()).warnings).toEqual([]);
    await hourOf(owner, { price: "5.00" });
    expect((await later()).warnings).toContain("months_open");
    expect(await problemsOf(owner)).toEqual([]);
    await type({ zero_invoices: true });
  });
});

describe("the provider's data", () => {
  test("are typed in, and shown with what invoices lack", async () => {
    const empty = await type(nothing);
    expect(empty.problems).toHaveLength(5);
    const { set, problems, name, ...answer } = await type({ ...whole, iban: "de02 1203 0000 0000 2020 51" });
    expect({ set, problems, name }).toEqual({ set: [], problems: [], name: testProvider.name });
    expect(answer).toEqual({ ...whole, zero_invoices: true });
    expect(await staff.call(getProvider, {})).toMatchObject(whole);
  });

  test("are overruled by what is set on the server, which says so", async () => {
    await type({ ...whole, contact: "Herr Anders" });
    const other = await testServer(db, {
      ...unset,
      PROVIDER_CONTACT: "Frau Gesetzt",
      PROVIDER_ADDRESS: "Weg 2|20095 Hamburg",
    });
    const answer = await (await other.asStaff()).call(getProvider, {});
    expect(answer).toMatchObject({ contact: "Frau Gesetzt", street: "Weg 2", postcode: "20095", city: "Hamburg" });
    expect(answer.set).toEqual(["street", "postcode", "city", "contact"]);
  });

  test.each<[RequestBody<typeof editProvider>, string]>([
    [{ postcode: "2819" }, "postcode"],
    [{ contact_email: "rechnung@" }, "contact_email"],
    [{ vat_id: "DE136695977" }, "vat_id"],
    [{ iban: "DE02120300000000202052" }, "iban"],
    [{ creditor_id: "DE98ZZZ09999999998" }, "creditor_id"],
  ])("%j is refused beside its field", async (body, field) => {
    expect(Object.keys((await staff.refusal(editProvider, { body })) as object)).toEqual([field]);
  });

  test("are not overwritten where somebody else has changed them since, and nobody but staff sees them", async () => {
    await type({ ...whole, contact_phone: "0421 1" });
    const refused = await staff.refusal(editProvider, {
      body: { contact_phone: "0421 2", before: { contact_phone: "0421 12345" } },
    });
    expect(Object.keys(refused as object)).toEqual(["contact_phone"]);
    expect((await staff.call(getProvider, {})).contact_phone).toBe("0421 1");
    const user = await server.as(await a.user({ customers: [await a.customer()] }));
    expect((await user.ask(getProvider, {})).status).toBe(403);
  });
});
