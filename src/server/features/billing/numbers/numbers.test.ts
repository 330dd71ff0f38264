import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { listAudit } from "#contract/calls/access/audit.ts";
import { billingArchive } from "#contract/calls/billing/exports.ts";
import { createDebitFile } from "#contract/calls/billing/debit-files.ts";
import { previewInvoice } from "#contract/calls/billing/billing.ts";
import { cancelInvoice, getInvoice, issueInvoice } from "#contract/calls/billing/invoices.ts";
import { nameLastNumber, restoredNumbers } from "#contract/calls/billing/numbers.ts";
import { createBatch } from "#contract/calls/destruction/destruction-batches.ts";
import { home } from "#contract/calls/home/home.ts";
import { createPickup } from "#contract/calls/deliveries/deliveries.ts";
import type { NumberSeries } from "#rules/billing/number-series.ts";
import { berlinDay } from "#rules/dates.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { unzipped } from "#test/support/zip.ts";

// Notes of a restore in the database, without a restore: the command itself is tested in src/cli/backup/invoices-restored.test.ts.
const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();
const by = { id: staff.userId };
const year = berlinDay(new Date()).slice(0, 4);
const taken = "2026-11-01T02:30:00.000Z";
const sentence = (text: string) => ({ non_field_errors: [text] });
const wanted = (what: string) =>
  sentence(
    `Das Archiv wurde aus der Sicherung vom 01.11.2026, 03:30 Uhr wiederhergestellt. Bitte nennen Sie zuerst unter Abrechnung, Buchhaltung, die letzte Nummer, die seitdem das Haus verlassen hat (${what}).`,
  );

const asked = async (series: NumberSeries) => {
  const { results } = await staff.call(restoredNumbers, {});
  const row = results.find((each) => each.series === series);
  if (!row) throw new Error(`Nobody asks for ${series}.`);
  return row;
};
const name = async (series: NumberSeries, body: { number: string | null; confirmed?: boolean }) =>
  staff.call(nameLastNumber, { path: { id: (await asked(series)).id }, body });
const refusalOf = async (series: NumberSeries, body: { number: string | null; confirmed?: boolean }) =>
  staff.refusal(nameLastNumber, { path: { id: (await asked(series)).id }, body });
const bill = async () => {
  const owner = await a.customer();
  return { body: { customer: owner.id, month: await a.billableMonth(owner) } };
};
const batchOf = async () => {
  const owner = await a.customer();
  await a.procedure(owner, 0);
  const box = await a.box({ owner, state: 7 });
  return { body: { customer: { id: owner.id }, boxes: [box.id] } };
};

let first: { readonly id: number; readonly number: string };
let until = "";
beforeAll(async () => {
  first = await a.invoice(await a.customer(), by);
  const debited = await a.debitInvoice(await a.customer(), by);
  until = debited.due;
  const owner = await a.customer();
  await a.batch({ owner, boxes: [await a.box({ owner, state: 7 })], until: "draft" });
  await a.delivery({ owner, boxes: [await a.box({ owner, state: 1 })] });
  await db.write((tx) => sql`select note_restore(${taken}::timestamptz)`.execute(tx));
});

describe("after a restore, until somebody has named the last number that was sent", () => {
  test("no invoice, cancellation, file of direct debits or destruction gets a number, and each says where to name it", async () => {
    const { body } = await bill();
    const refusal = wanted(`Rechnungen, zuletzt bekannt: RE-${year}-00002`);
    const preview = { path: { id: body.customer }, query: { month: body.month } };
    expect({ non_field_errors: (await staff.call(previewInvoice, preview)).problems }).toEqual(refusal);
    expect(await staff.refusal(issueInvoice, { body })).toEqual(refusal);
    const cancelling = { path: { id: first.id }, body: { number: first.number } };
    expect(await staff.refusal(cancelInvoice, cancelling)).toEqual(wanted("Stornorechnungen, zuletzt bekannt: keine"));
    expect(await staff.refusal(createDebitFile, { body: { until } })).toEqual(
      wanted("Dateien mit Lastschriften, zuletzt bekannt: keine"),
    );
    expect(await staff.refusal(createBatch, await batchOf())).toEqual(
      wanted("Vernichtungen und ihre Bescheinigungen, zuletzt bekannt: V-000001"),
    );
    expect((await staff.call(home, {})).waiting.find(({ kind }) => kind === "numbers")).toMatchObject({ count: 4 });
  });

  test("the database itself takes no invoice", async () => {
    const copy = sql`
      insert into invoices (number, kind, customer_id, period_from, period_to, snapshot, net, vat, gross, issued_by, due)
      select ${`RE-${year}-00003`}, kind, customer_id, period_from, period_to, snapshot, net, vat, gross, issued_by, due from invoices where id = ${first.id}`;
    await expect(db.write((tx) => copy.execute(tx))).rejects.toThrow("nobody has said which number was the last");
  });

  test("a delivery is ordered all the same, with a number beyond all that may have been given, which is noted", async () => {
    const owner = await a.customer();
    const customer = await server.asCustomer(owner);
    const box = await a.box({ owner, state: 2 });
    const option = await a.option({ owner });
    const body = { customer: owner.id, delivery_option: option.id, boxes: [box.id] };
    const { code } = await customer.call(createPickup, { body });
    const { known, named, answered, by: nobody } = await asked("delivery");
    expect(code).toBe(Number(named) + 1);
    expect(code % 1000).toBe(1);
    expect(code - Number(known)).toBeGreaterThan(1000);
    expect([nobody, answered]).toEqual([null, expect.any(String)]);
  });

  test("a second restore asks nothing twice", async () => {
    await db.write((tx) => sql`select note_restore(now())`.execute(tx));
    const { results } = await staff.call(restoredNumbers, {});
    expect(results.filter(({ answered }) => answered === null)).toHaveLength(4);
  });
});

describe("the last number", () => {
  test.each(["ST-2026-00009", "RE-2019-00009", "RE-9", "9", "RE-2026-00000", "RE-2026-9999999999", "x"])(
    "is not %s where one of invoices of this year is asked",
    async (number) => {
      expect(await refusalOf("invoice", { number: number.replace("2026", year) })).toEqual({
        number: [`Das ist keine Nummer dieser Art. Gefragt ist eine wie RE-${year}-00002.`],
      });
    },
  );

  test("that is hundreds more than the last known one is asked for again", async () => {
    expect(await refusalOf("invoice", { number: `RE-${year}-09009` })).toEqual({
      number: [
        `Das sind 9.007 Nummern mehr als RE-${year}-00002. Bitte sehen Sie noch einmal nach und bestätigen Sie die Nummer.`,
      ],
    });
  });

  test("is named once, the series goes on after it, and who said so when is kept", async () => {
    expect(await name("invoice", { number: ` re-${year}-00009 ` })).toMatchObject({
      known: `RE-${year}-00002`,
      named: `RE-${year}-00009`,
      by: expect.any(String) as string,
    });
    const { results } = await staff.call(listAudit, {});
    expect(results[0]?.text).toContain(`Rechnungen: RE-${year}-00009, weiter mit RE-${year}-00010`);
    expect((await staff.call(issueInvoice, await bill())).number).toBe(`RE-${year}-00010`);
    expect(await refusalOf("invoice", { number: `RE-${year}-00020` })).toEqual(
      sentence("Diese Nummer ist schon genannt."),
    );
    const forging = sql`update restored_numbers set named = 12 where series = 'invoice'`;
    await expect(db.write((tx) => forging.execute(tx))).rejects.toThrow("never changed");
    await expect(db.write((tx) => sql`delete from restored_numbers`.execute(tx))).rejects.toThrow("never changed");
  });

  test("that is none, or no more than the last known one, lets the series go on as it is", async () => {
    expect(await name("cancellation", { number: null })).toMatchObject({ known: null, named: null });
    const cancelling = { path: { id: first.id }, body: { number: first.number } };
    const { number } = await staff.call(cancelInvoice, cancelling);
    expect(number).toBe(`ST-${year}-00001`);
    expect((await staff.call(getInvoice, { path: { id: first.id } })).cancelled_by).toMatchObject({ number });
    expect(await name("batch", { number: "V-000001/2026" })).toMatchObject({ known: "V-000001", named: null });
    expect((await staff.call(createBatch, await batchOf())).id).toBe(2);
  });

  test("of files for the bank may be read from the name of a file, and a destruction's from its certificate", async () => {
    await name("debit_file", { number: "LS-202611141205-600", confirmed: true });
    expect((await staff.call(createDebitFile, { body: { until } })).id).toBe(601);
    await db.write((tx) => sql`select note_restore(now())`.execute(tx));
    await name("batch", { number: "V-000017/2026" });
    expect((await staff.call(createBatch, await batchOf())).id).toBe(18);
    expect((await staff.call(createBatch, await batchOf())).id).toBe(19);
  });

  test("is shown to the auditor with the archive of the year", async () => {
    const { bytes } = await staff.download(billingArchive, { query: { year: Number(year) } });
    const manifest = JSON.parse(String(unzipped(bytes).get("manifest.json"))) as {
      readonly missing: readonly object[];
    };
    expect(manifest.missing).toEqual([
      expect.objectContaining({
        from: `RE-${year}-00003`,
        to: `RE-${year}-00009`,
        backup: expect.stringContaining("2026-11-01") as string,
      }),
    ]);
  });
});
