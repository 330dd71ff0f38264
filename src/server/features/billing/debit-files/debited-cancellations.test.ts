import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { createDebitFile, debitFile, deleteDebitFile, listDebitFiles } from "#contract/calls/billing/debit-files.ts";
import { cancelInvoice, getInvoice } from "#contract/calls/billing/invoices.ts";
import { berlinDay, showDate } from "#rules/dates.ts";
import type { Transaction } from "#server/database/database.ts";
import { cancelInvoice as cancel } from "#server/features/billing/invoices/mutations.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { createDebitFile as collect } from "./mutations.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();
const by = { id: staff.userId };
const actor = { userId: staff.userId, address: "" };
const today = berlinDay(new Date());
const sentence = (text: string) => ({ non_field_errors: [text] });

const invoiceOf = (id: number) => staff.call(getInvoice, { path: { id } });
const cancelling = (id: number, number: string, debit_file?: number | null) =>
  ({ path: { id }, body: { number, debit_file } }) as const;
const numbersIn = async (id: number) => {
  const { bytes } = await staff.download(debitFile, { path: { id } });
  return [...bytes.toString().matchAll(/<EndToEndId>(.*?)<\/EndToEndId>/g)].map(([, number]) => number);
};
const stands = (file: number, day: string) =>
  sentence(
    `Die Rechnung steht in der Datei ${file} mit Lastschriften und wird am ${showDate(day)} eingezogen, auch wenn sie storniert ist. Bitte sehen Sie sie noch einmal an.`,
  );

describe("an invoice that stands in a file of direct debits", () => {
  test("says in which one, since when and for which day, and still says so when that is taken back", async () => {
    const { id, due } = await a.debitInvoice(await a.customer(), by);
    expect((await invoiceOf(id)).debits).toEqual([]);
    const first = await staff.call(createDebitFile, { body: { until: due } });
    const debit = { file: first.id, created: first.created, collect_on: first.collect_from, taken_back: null };
    expect((await invoiceOf(id)).debits).toEqual([debit]);
    await staff.call(deleteDebitFile, { path: { id: first.id } });
    const takenBack = { ...debit, taken_back: expect.stringContaining(new Date().toISOString().slice(0, 10)) };
    expect((await invoiceOf(id)).debits).toEqual([takenBack]);
    const again = await staff.call(createDebitFile, { body: { until: due } });
    expect((await invoiceOf(id)).debits).toEqual([
      expect.objectContaining({ file: again.id, taken_back: null }),
      takenBack,
    ]);
  });

  test("is shown to nobody but staff", async () => {
    const owner = await a.customer();
    const reader = await a.user({ password: "passwort1", customers: [owner] });
    await a.invoiceReader(reader, owner);
    const { id, due } = await a.debitInvoice(owner, by);
    await staff.call(createDebitFile, { body: { until: due } });
    const { body } = await (await server.as(reader)).ask(getInvoice, { path: { id } });
    expect(body).not.toHaveProperty("debits");
    expect(body).toHaveProperty("gross");
  });

  test("is cancelled only by who names the file, which goes on having it and says so", async () => {
    const { id, number, due } = await a.debitInvoice(await a.customer(), by);
    const file = await staff.call(createDebitFile, { body: { until: due } });
    const refused = stands(file.id, file.collect_from);
    expect(await staff.refusal(cancelInvoice, cancelling(id, number))).toEqual(refused);
    expect(await staff.refusal(cancelInvoice, cancelling(id, number, null))).toEqual(refused);
    expect(await staff.refusal(cancelInvoice, cancelling(id, number, file.id + 1))).toEqual(refused);
    expect((await invoiceOf(id)).cancelled_by).toBeNull();
    await staff.call(cancelInvoice, cancelling(id, number, file.id));
    expect(await numbersIn(file.id)).toContain(number);
    const { results } = await staff.call(listDebitFiles, {});
    expect(results.find((each) => each.id === file.id)).toMatchObject({ cancelled: 1 });
    await staff.call(deleteDebitFile, { path: { id: file.id } });
    await a.debitInvoice(await a.customer(), by);
    const next = await staff.call(createDebitFile, { body: { until: due } });
    expect(await numbersIn(next.id)).not.toContain(number);
    expect(next.cancelled).toBe(0);
  });

  test("is cancelled as any other once the file is taken back, also by who saw it there", async () => {
    const { id, number, due } = await a.debitInvoice(await a.customer(), by);
    const file = await staff.call(createDebitFile, { body: { until: due } });
    await staff.call(deleteDebitFile, { path: { id: file.id } });
    const made = await staff.call(cancelInvoice, cancelling(id, number, file.id));
    expect(made).toMatchObject({ kind: 381, corrects: { id }, debits: [] });
  });
});

describe("a file that is made while one of its invoices is cancelled", () => {
  /** Does something, and lets it wait before it is committed until whoever waits for it has been seen. */
  async function before<T, O>(first: (tx: Transaction) => Promise<T>, second: () => Promise<O>): Promise<[T, O]> {
    const [done, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holding = db.write(async (tx) => {
      const made = await first(tx);
      done.resolve();
      await go.promise;
      return made;
    });
    await Promise.race([done.promise, holding]);
    const waiting = second();
    try {
      await expect.poll(waitingForLocks, { interval: 10 }).toBe(1);
    } finally {
      go.resolve();
    }
    return Promise.all([holding, waiting]);
  }
  const waitingForLocks = async () =>
    (
      await sql<{ n: number }>`
        select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        db.read,
      )
    ).rows[0]?.n;

  test("waits for the cancellation that came first, and leaves the invoice out", async () => {
    const [wrong, right] = [await a.debitInvoice(await a.customer(), by), await a.debitInvoice(await a.customer(), by)];
    const [, file] = await before(
      (tx) => cancel(tx, { id: wrong.id, number: wrong.number, actor, now: new Date() }),
      () => staff.call(createDebitFile, { body: { until: right.due } }),
    );
    expect(await numbersIn(file.id)).toContain(right.number);
    expect(await numbersIn(file.id)).not.toContain(wrong.number);
    expect((await invoiceOf(wrong.id)).debits).toEqual([]);
  });

  test("keeps the cancellation that came second waiting, which then knows the file", async () => {
    const { id, number, due } = await a.debitInvoice(await a.customer(), by);
    const [file, answer] = await before(
      (tx) => collect(tx, actor, { until: due, first: today }),
      () => staff.ask(cancelInvoice, cancelling(id, number)),
    );
    const [debit] = (await invoiceOf(id)).debits ?? [];
    expect(debit).toMatchObject({ file, taken_back: null });
    expect(answer).toMatchObject({ status: 400, body: stands(file, debit?.collect_on ?? "") });
    expect(await numbersIn(file)).toContain(number);
    expect((await invoiceOf(id)).cancelled_by).toBeNull();
  });
});
