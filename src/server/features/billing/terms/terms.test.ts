import { expect, test } from "vitest";
import { listAudit } from "#contract/calls/access/audit.ts";
import { setTerms } from "#contract/calls/billing/terms.ts";
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
      /^Konditionen vereinbart: Preisliste Meterpreis → Preisliste .*, mindestens 50,00\s€ → nichts, Zahlungsziel 14 Tage → 30 Tage$/,
    ),
    expect.stringMatching(
      /^Konditionen vereinbart: mindestens nichts → 50,00\s€, Rechnung als ZUGFeRD → XRechnung, elektronische Adresse keine → rechnung@kunde\.example$/,
    ),
  ]);
});
