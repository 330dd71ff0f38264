import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, inject } from "vitest";
import { seedArchive } from "#cli/seed/load-archive.ts";
import { createDebitFile, debitFile, deleteDebitFile, listDebitFiles } from "#contract/calls/billing/debit-files.ts";
import { billingArchive } from "#contract/calls/billing/exports.ts";
import {
  cancelInvoice,
  getInvoice,
  invoicePdf,
  invoiceXml,
  issueInvoice,
  listInvoices,
  noteInvoice,
} from "#contract/calls/billing/invoices.ts";
import { nameLastNumber, restoredNumbers } from "#contract/calls/billing/numbers.ts";
import { billedMonth } from "#contract/calls/billing/billing.ts";
import { setTerms } from "#contract/calls/billing/terms.ts";
import { berlinDay } from "#rules/dates.ts";
import { addMonths } from "#rules/months.ts";
import { Database } from "#server/database/database.ts";
import { sealHistory } from "#server/database/seal-history.ts";
import { command, urlOf } from "#test/restore/commands.ts";
import { type Client, testServer } from "#test/support/client.ts";
import { emptyDatabase, testDatabase } from "#test/support/database.ts";
import { unzipped } from "#test/support/zip.ts";
import { expensive } from "#test/support/tiers.ts";

// An archive that has billed: issued in every form, paid, cancelled, settled, collected, and taken back from the bank.
const today = berlinDay(new Date());
const year = Number(today.slice(0, 4));
const { db, connection } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();
const by = { id: staff.userId };
const folder = mkdtempSync(join(tmpdir(), "magazin-billed-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function billed() {
  await seedArchive(connection, { boxes: 400, seed: 1, add: true, now: new Date(), say: () => {} });
  const [onPaper, paying] = [await a.customer(), await a.customer()];
  await staff.call(setTerms, { path: { id: onPaper.id }, body: { price_list: null, invoice_form: "paper" } });
  await a.invoice(onPaper, by);
  const most = sql<{
    id: number;
  }>`select customer_id as id from storage_periods group by 1 order by count(*) desc, 1 limit 1`;
  await a.settledMonth((await most.execute(db.read)).rows[0] ?? { id: 0 }, by);
  const [collected, cancelled] = [await a.debitInvoice(paying, by), await a.debitInvoice(await a.customer(), by)];
  const takenBack = await staff.call(createDebitFile, { body: { until: collected.due } });
  await staff.call(deleteDebitFile, { path: { id: takenBack.id } });
  const file = await staff.call(createDebitFile, { body: { until: collected.due } });
  const body = { number: cancelled.number, debit_file: file.id };
  await staff.call(cancelInvoice, { path: { id: cancelled.id }, body });
  await staff.call(noteInvoice, { path: { id: collected.id }, body: { paid_on: today, is_sent: true } });
  const open = await a.debitInvoice(await a.customer(), by);
  return { collected, cancelled, open, file: file.id, takenBack: takenBack.id };
}

/** All that people and the bank receive of it, every document byte by byte. */
async function invoiceFacts(client: Client) {
  const { results } = await client.call(listInvoices, { query: { limit: 100 } });
  const details = await Promise.all(results.map(({ id }) => client.call(getInvoice, { path: { id } })));
  const bytesOf = async (route: typeof invoicePdf | typeof invoiceXml | typeof debitFile, id: number) =>
    (await client.download(route, { path: { id } })).bytes.toString("base64");
  const pdfs = [];
  for (const { id } of results) pdfs.push(await bytesOf(invoicePdf, id));
  const xmls = await Promise.all(results.map(({ id }) => bytesOf(invoiceXml, id)));
  const files = await client.call(listDebitFiles, { query: { until: "2099-12-31" } });
  const archive = unzipped((await client.download(billingArchive, { query: { year } })).bytes);
  archive.delete("manifest.json"); // it says when it was taken
  // a restored archive asks for its last numbers first
  const { problems: _, ...month } = await client.call(billedMonth, {
    query: { month: addMonths(today.slice(0, 7), -1) },
  });
  const forBank = await Promise.all(files.results.map(({ id }) => bytesOf(debitFile, id)));
  return { details, pdfs, xmls, files, forBank, archive, month };
}

/** The archive, and what was restored from its backup. */
async function restoredFromIt() {
  const made = await billed();
  const before = await invoiceFacts(staff);
  const here = { DATABASE_URL: urlOf(connection), DATA_DIR: server.dataDir };
  const sealed = await command(["seal", "--export", join(folder, "seals.json")], here);
  const backup = await command(["backup", join(folder, "place")], here);
  const target = await emptyDatabase();
  const there = { DATABASE_URL: urlOf(target), DATA_DIR: join(folder, "there") };
  const restore = await command(["restore", join(folder, "place"), "--into", there.DATABASE_URL], {
    DATA_DIR: there.DATA_DIR,
  });
  expect(restore.out).toContain("Which numbers have been used since");
  await sealHistory({ ...inject("postgres").superuser, database: target.database }, target.user);
  const restored = new Database(target);
  const again = await testServer(restored);
  return { made, before, sealed, backup, there, restored, again, clerk: await again.as(by) };
}

describe("an archive that has billed, restored from its backup", () => {
  let both: Awaited<ReturnType<typeof restoredFromIt>>;
  beforeAll(async () => {
    both = await restoredFromIt();
    return () => both.restored.close();
  });

  expensive("a billed archive restored, each document compared")(
    "has all invoices, cancellations, payments and files for the bank, and each document to the byte",
    async () => {
      const { made, before, sealed, backup, clerk } = both;
      expect([sealed.code, backup.code]).toEqual([0, 0]);
      const { details, forBank } = before;
      expect(details.map(({ kind }) => kind)).toEqual(expect.arrayContaining([380, 381]));
      expect(details.find(({ id }) => id === made.cancelled.id)).toMatchObject({
        cancelled_by: { number: expect.stringMatching(/^ST-/) as string },
        debits: [
          { file: made.file, taken_back: null },
          { file: made.takenBack, taken_back: expect.any(String) as string },
        ],
      });
      expect(forBank).toHaveLength(1);
      expect(await invoiceFacts(clerk)).toEqual(before);
    },
  );

  expensive("a billed archive restored and proven by commands")(
    "stands by `check` and `verify`, with the seals that were kept elsewhere",
    async () => {
      const { there } = both;
      expect(await command(["check"], there)).toMatchObject({ code: 0 });
      expect(await command(["verify"], there)).toMatchObject({
        code: 0,
        out: expect.stringContaining("invoices") as string,
      });
      expect(await command(["verify", "--seals", join(folder, "seals.json")], there)).toMatchObject({ code: 0 });
    },
  );

  expensive("a billed archive restored and billed again")(
    "asks for the numbers used since, goes on after it without a gap that nobody explains, and collects nothing a second time",
    async () => {
      const { made, before, there, again, clerk } = both;
      const lost = await a.invoice(await a.customer(), by); // after the backup, and with a customer
      const wanting = { customer: (await again.a.customer()).id, month: "" };
      wanting.month = await again.a.billableMonth({ id: wanting.customer });
      expect(await clerk.refusal(issueInvoice, { body: wanting })).toEqual({
        non_field_errors: [expect.stringContaining("die letzte Nummer, die seitdem das Haus verlassen hat") as string],
      });
      expect(await command(["check"], there)).toMatchObject({ code: 0 });
      const { results } = await clerk.call(restoredNumbers, {});
      for (const { id, series, answered } of results) {
        const body = { number: series === "invoice" ? lost.number : null };
        if (answered === null) await clerk.call(nameLastNumber, { path: { id }, body });
      }
      const [last] = before.details.filter(({ kind }) => kind === 380).map(({ number }) => number);
      const customer = await again.a.customer();
      const month = await again.a.billableMonth(customer);
      const { number } = await clerk.call(issueInvoice, { body: { customer: customer.id, month } });
      expect(Number(lost.number.slice(-5))).toBe(Number(last?.slice(-5)) + 1);
      const next = Number(lost.number.slice(-5)) + 1;
      expect(number).toBe(`RE-${year}-${String(next).padStart(5, "0")}`);
      const file = await clerk.call(createDebitFile, { body: { until: "2099-12-31" } });
      expect([file.id > made.file, file.invoices]).toEqual([true, 1]);
      const { bytes } = await clerk.download(debitFile, { path: { id: file.id } });
      expect(bytes.toString()).toContain(made.open.number);
      expect(await command(["check"], there)).toMatchObject({ code: 0 });
    },
  );
});
