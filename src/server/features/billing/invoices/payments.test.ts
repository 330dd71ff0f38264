import { describe, expect, test } from "vitest";
import { listAudit } from "#contract/calls/access/audit.ts";
import { cancelInvoice, getInvoice, notePayments } from "#contract/calls/billing/invoices.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();
const by = { id: staff.userId };

describe("payments from a spreadsheet", () => {
  const paidOn = async (id: number) => (await staff.call(getInvoice, { path: { id } })).paid_on;

  test("are noted of all invoices at once, each with its own entry in the audit trail", async () => {
    const [first, second] = [await a.invoice(await a.customer(), by), await a.invoice(await a.customer(), by)];
    const payments = [
      { number: first.number, paid_on: "2026-11-02" },
      { number: second.number, paid_on: "2026-11-03" },
      { number: first.number, paid_on: "2026-11-02" },
    ];
    expect(await staff.call(notePayments, { body: { payments } })).toEqual({ changed: 2 });
    expect([await paidOn(first.id), await paidOn(second.id)]).toEqual(["2026-11-02", "2026-11-03"]);
    const { results } = await staff.call(listAudit, {});
    const texts = results.map(({ text }) => text);
    expect(texts).toContain(`Rechnung vermerkt: ${first.number}: bezahlt am 02.11.2026`);
    expect(texts).toContain(`Rechnung vermerkt: ${second.number}: bezahlt am 03.11.2026`);
  });

  test("are noted of none where one number is none, is a cancellation's, or stands with two days", async () => {
    const { id, number } = await a.invoice(await a.customer(), by);
    const other = await a.invoice(await a.customer(), by);
    const cancelled = await staff.call(cancelInvoice, { path: { id: other.id }, body: { number: other.number } });
    const payment = { number, paid_on: "2026-11-02" };
    const refusal = (more: { number: string; paid_on: string }) =>
      staff.refusal(notePayments, { body: { payments: [payment, more] } });
    expect(await refusal({ number: "RE-1999-00001", paid_on: "2026-11-02" })).toEqual({
      payments: ["Keine Rechnung hat diese Nummer: RE-1999-00001."],
    });
    expect(await refusal({ number: cancelled.number, paid_on: "2026-11-02" })).toHaveProperty("payments");
    expect(await refusal({ number, paid_on: "2026-11-03" })).toEqual({
      payments: [`${number} steht mit zwei verschiedenen Tagen in der Liste.`],
    });
    expect(await paidOn(id)).toBeNull();
  });
});
