import { describe, expect, test } from "vitest";
import * as invoices from "#contract/calls/billing/invoices.ts";
import { listAudit } from "#contract/calls/access/audit.ts";
import { changeRights } from "#contract/calls/access/rights.ts";
import { getUser } from "#contract/calls/access/users.ts";
import type { CustomerMail } from "#server/database/messages/mail-facts.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import type { Customer } from "#test/support/factories.ts";
import { expensive } from "#test/support/tiers.ts";
import { programOf } from "#test/tokens/token-clients.ts";

const { db } = await testDatabase({ mails: true });
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();
const issuer = await a.user({ isStaff: true, lastName: "Kassenwart" });

/** A customer's user who may see its invoices. */
async function readerOf(...owners: Customer[]) {
  const user = await a.user({ customers: owners });
  for (const owner of owners) await a.invoiceReader(user, owner);
  return { user, client: await server.as(user) };
}
const reads = [invoices.getInvoice, invoices.invoicePdf, invoices.invoiceXml] as const;
const noRight = { status: 403, body: { detail: refused.noRight.message } };

describe("a customer's user with the right", () => {
  expensive("an invoice on paper, as XML and in a sheet")(
    "lists, reads and downloads what was issued to their customer",
    async () => {
      const owner = await a.customer();
      const { user, client } = await readerOf(owner);
      const { id, number } = await a.invoice(owner, issuer);
      const { count, results } = await client.call(invoices.listInvoices, {});
      expect([count, results.map((each) => each.number)]).toEqual([1, [number]]);
      const read = await client.call(invoices.getInvoice, { path: { id } });
      expect(read).toMatchObject({ number, gross: "57.12", lines: [{ net: "48.00" }], paid_on: null });
      const pdf = await client.download(invoices.invoicePdf, { path: { id } });
      expect(pdf.bytes.subarray(0, 5).toString()).toBe("%PDF-");
      const xml = await client.download(invoices.invoiceXml, { path: { id } });
      expect(xml.bytes.toString()).toContain(number);
      const sheet = await client.download(invoices.sheetOfInvoices, { query: { format: "csv" } });
      expect(sheet.bytes.toString()).toContain(`${number};Rechnung;`);
      const { results: trail } = await staff.call(listAudit, { query: { customer: owner.code } });
      const theirs = trail.filter((entry) => entry.user?.id === user.id).map(({ text }) => text);
      expect(theirs.filter((text) => text.includes(number))).toEqual([
        expect.stringContaining("Rechnung als XML"),
        expect.stringContaining("Rechnung"),
      ]);
    },
  );

  test("sees the day of payment, and not what staff note for themselves or who issued it", async () => {
    const owner = await a.customer();
    const { client } = await readerOf(owner);
    const { id } = await a.invoice(owner, issuer);
    const body = { paid_on: "2026-11-20", is_sent: true };
    expect((await staff.call(invoices.noteInvoice, { path: { id }, body })).sent).toMatch(/Z$/);
    const read = await client.ask(invoices.getInvoice, { path: { id } });
    const sheet = await client.download(invoices.sheetOfInvoices, { query: { format: "csv" } });
    expect(read.body).toMatchObject({ paid_on: "2026-11-20" });
    expect(read.body).not.toHaveProperty("sent");
    for (const text of [read.text, sheet.bytes.toString()]) {
      expect(text).not.toContain("Kassenwart");
      expect(text).not.toContain("Versandt");
    }
  });

  test("reads another customer's invoice as one that is not there, by every call", async () => {
    const [owner, stranger] = [await a.customer(), await a.customer()];
    const { client } = await readerOf(owner);
    const theirs = await a.invoice(stranger, issuer);
    await a.invoice(owner, issuer);
    for (const call of reads) {
      const [foreign, missing] = [
        await client.ask(call, { path: { id: theirs.id } }),
        await client.ask(call, { path: { id: 7 } }),
      ];
      expect([foreign.status, foreign.text]).toEqual([404, missing.text]);
    }
    for (const query of [{ customer: stranger.id }, { customer: 2_000_000_000 }]) {
      expect(await client.call(invoices.listInvoices, { query })).toMatchObject({ count: 0, results: [] });
      const { bytes } = await client.download(invoices.sheetOfInvoices, { query: { ...query, format: "csv" } });
      expect(bytes.toString().split("\r\n")).toHaveLength(2);
    }
    const { results } = await client.call(invoices.listInvoices, {});
    expect(results.map(({ customer }) => customer.id)).toEqual([owner.id]);
  });

  test("at one of two customers does not see what was issued to the other one", async () => {
    const [one, other] = [await a.customer(), await a.customer()];
    const user = await a.user({ customers: [one, other] });
    await a.invoiceReader(user, one);
    const client = await server.as(user);
    const [{ id }, seen] = [await a.invoice(other, issuer), await a.invoice(one, issuer)];
    for (const call of reads) expect(await client.ask(call, { path: { id } })).toMatchObject(noRight);
    const { results } = await client.call(invoices.listInvoices, {});
    expect(results.map(({ number }) => number)).toEqual([seen.number]);
    for (const call of [invoices.listInvoices, invoices.sheetOfInvoices])
      expect(await client.ask(call, { query: { customer: other.id } })).toMatchObject(noRight);
  });

  test("issues, cancels and notes nothing", async () => {
    const owner = await a.customer();
    const { client } = await readerOf(owner);
    const { id, number } = await a.invoice(owner, issuer);
    const path = { id };
    for (const answer of [
      await client.ask(invoices.cancelInvoice, { path, body: { number } }),
      await client.ask(invoices.noteInvoice, { path, body: { paid_on: "2026-11-20" } }),
      await client.ask(invoices.issueInvoice, { body: { customer: owner.id, month: await a.billableMonth(owner) } }),
    ])
      expect(answer.status).toBe(403);
  });

  test("loses it as soon as it is taken, and is reported by their own user", async () => {
    const owner = await a.customer();
    const { user, client } = await readerOf(owner);
    const { id } = await a.invoice(owner, issuer);
    const own = { path: { id: user.id } };
    expect((await client.call(getUser, own)).sees_invoices).toBe(true);
    const body = { user: user.id, may_see_invoices: false };
    await staff.call(changeRights, { path: { id: owner.id }, body });
    expect((await client.call(getUser, own)).sees_invoices).toBe(false);
    for (const call of reads) expect(await client.ask(call, { path: { id } })).toMatchObject(noRight);
    for (const call of [invoices.listInvoices, invoices.sheetOfInvoices])
      expect(await client.ask(call, {})).toMatchObject(noRight);
    const { results } = await staff.call(listAudit, { query: { customer: owner.code } });
    expect(results.map(({ text }) => text)).toContain("Rechnungen sehen: ja → nein");
  });
});

test("who has the right at no customer, or no customer at all, is refused the lists, and learns nothing of a customer by them", async () => {
  const [owner, stranger] = [await a.customer(), await a.customer()];
  await a.invoice(owner, issuer);
  for (const customers of [[owner], []]) {
    const client = await server.as(await a.user({ customers }));
    for (const call of [invoices.listInvoices, invoices.sheetOfInvoices])
      for (const query of [{}, { customer: owner.id }, { customer: stranger.id }, { customer: 2_000_000_000 }])
        expect(await client.ask(call, { query })).toMatchObject(noRight);
  }
});

describe("a program of a customer", () => {
  test("reads its own invoices with the scope of billing, and no other one's", async () => {
    const [owner, stranger] = [await a.customer(), await a.customer()];
    const service = await a.user({ customers: [owner], service: true });
    await a.invoiceReader(service, owner);
    const [own, foreign] = [await a.invoice(owner, issuer), await a.invoice(stranger, issuer)];
    const program = await programOf(server, service, { scopes: ["billing"] });
    const { results } = await program.call(invoices.listInvoices, { query: {} });
    expect(results.map(({ number }) => number)).toEqual([own.number]);
    for (const call of reads) {
      expect((await program.ask(call, { path: { id: own.id } })).status).toBe(200);
      expect((await program.ask(call, { path: { id: foreign.id } })).status).toBe(404);
    }
    const body = { customer: stranger.id, month: await a.billableMonth(stranger) };
    expect((await program.ask(invoices.issueInvoice, { body })).status).toBe(403);
    const looking = await programOf(server, service, { scopes: ["read"] });
    expect((await looking.ask(invoices.listInvoices, {})).status).toBe(403);
  });
});

describe("that an invoice or a cancellation was issued", () => {
  const mailsTo = async (user: { id: number }) => {
    const messages = await db.read.selectFrom("messages").select("payload").where("user_id", "=", user.id).execute();
    return messages.map(({ payload }) => payload as CustomerMail);
  };

  test("is sent to who may see it and wants it, and to nobody else of the customer", async () => {
    const [owner, stranger] = [await a.customer(), await a.customer()];
    const { user } = await readerOf(owner);
    const others = [await a.user({ customers: [owner] }), (await readerOf(stranger)).user];
    const body = { customer: owner.id, month: await a.billableMonth(owner) };
    const { id, number } = await staff.call(invoices.issueInvoice, { body });
    const cancelled = await staff.call(invoices.cancelInvoice, { path: { id }, body: { number } });
    expect(await mailsTo(user)).toEqual([
      { mail: "invoiceIssued", invoice: id, number },
      { mail: "invoiceCancelled", invoice: cancelled.id, number: cancelled.number, corrects: number },
    ]);
    for (const other of others) expect(await mailsTo(other)).toEqual([]);
  });

  test("is sent to nobody where nothing was issued", async () => {
    const owner = await a.customer();
    const { user } = await readerOf(owner);
    const body = { customer: owner.id, month: await a.billableMonth(owner), gross: "1.00" };
    expect((await staff.ask(invoices.issueInvoice, { body })).status).toBe(400);
    expect(await mailsTo(user)).toEqual([]);
  });
});
