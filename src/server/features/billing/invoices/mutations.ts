import { createHash } from "node:crypto";
import { sql } from "kysely";
import type * as contract from "#contract/calls/billing/invoices.ts";
import type { Body } from "#contract/route.ts";
import { AuditKind } from "#rules/access/audit/audit.ts";
import { writeInvoiceXml } from "#rules/billing/e-invoice/write-invoice-xml.ts";
import type { BillingPlan } from "#rules/billing/billing-plan.ts";
import { showPrice } from "#rules/billing/amount-texts.ts";
import { showSeriesNumber } from "#rules/billing/number-series.ts";
import type { Payment } from "#rules/billing/payments.ts";
import type { ProviderSettings } from "#rules/billing/provider.ts";
import type { InvoiceSnapshot } from "#rules/billing/snapshot.ts";
import { berlinDay, showDate } from "#rules/dates.ts";
import { showMonth } from "#rules/months.ts";
import * as refused from "#rules/texts/billing-refusals.ts";
import * as refusedAnywhere from "#rules/texts/refusal-texts.ts";
import { type Actor, record } from "#server/database/audit/audit.ts";
import { unknownNumber } from "#server/database/billing/restored-numbers.ts";
import { type InvoiceDraft, invoiceDrafts, invoicePlans } from "#server/database/billing/invoice-drafts.ts";
import {
  type BilledBuyer,
  billedBuyers,
  reasonsAgainst,
  invoiceSnapshot,
} from "#server/database/billing/invoice-snapshots.ts";
import { storedByMonth } from "#server/database/billing/month-lines.ts";
import { takenServices } from "#server/database/billing/taken-services.ts";
import { providerIn } from "#server/database/billing/provider.ts";
import { unbilledEntries } from "#server/database/billing/served-amounts.ts";
import { readerIn, type Transaction } from "#server/database/database.ts";
import { notifyCustomer } from "#server/database/messages/notify-by-mail.ts";
import type { Scope } from "#server/database/scope.ts";
import { badInput, notFound, refuse } from "#server/http/errors.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

/** The user who issues an invoice, the moment and the provider. */
export interface InvoiceIssue {
  readonly scope: Scope;
  readonly actor: Actor;
  readonly provider: ProviderSettings;
  readonly now: Date;
}

/** A customer as an invoice names them, locked: what else would be charged meanwhile waits, and before that who sets a price, as they lock the list first. */
async function lockBuyer(tx: Transaction, scope: Scope, id: number): Promise<BilledBuyer> {
  await sql`
    select from price_lists where id in (select price_list_id from agreements where customer_id = ${id}::bigint) order by id for share`.execute(
    tx,
  );
  await sql`select from customers where id = ${id}::bigint for update`.execute(tx);
  const buyer = (await billedBuyers(readerIn(tx), scope, [id])).get(id);
  if (!buyer) throw badInput({ customer: [refusedAnywhere.unknownCustomer] });
  return buyer;
}

/** The next number of invoices or of cancellations in a year: none is left out, since it is taken in the transaction that issues. @throws a 400 while nobody knows it */
async function nextNumber(tx: Transaction, kind: 380 | 381, year: number): Promise<string> {
  const series = kind === 380 ? "invoice" : "cancellation";
  const unknown = await unknownNumber(readerIn(tx), series, year);
  if (unknown) throw refuse(unknown);
  const { last } = await tx
    .insertInto("invoice_series")
    .values({ kind, year, last: 1 })
    .onConflict((conflict) =>
      conflict.columns(["kind", "year"]).doUpdateSet({ last: sql<number>`invoice_series.last + 1` }),
    )
    .returning("last")
    .executeTakeFirstOrThrow();
  return showSeriesNumber({ series, year }, last);
}

/** @throws a 400 that says what stands in the way of a right invoice */
function refuseWrong(snapshot: InvoiceSnapshot, provider?: ProviderSettings): void {
  const [reason] = reasonsAgainst(snapshot, provider);
  if (reason) throw refuse(reason);
}

/** Stores what is issued, with its XML; answers its id. */
async function storeInvoice(
  tx: Transaction,
  actor: Actor,
  snapshot: InvoiceSnapshot,
  { customer, corrects }: { readonly customer: number; readonly corrects: number | null },
): Promise<number> {
  const xml = snapshot.form === "paper" ? null : writeInvoiceXml(snapshot);
  const { number, kind, period_from, period_to, net, vat, gross, due_on } = snapshot;
  const { id } = await tx
    .insertInto("invoices")
    .values({
      number,
      kind,
      period_from,
      period_to,
      net,
      vat,
      gross,
      customer_id: customer,
      corrects_id: corrects,
      snapshot: JSON.stringify(snapshot),
      issued_by: actor.userId ?? 0,
      due: due_on,
      xml,
      xml_sha256: xml === null ? null : createHash("sha256").update(xml, "utf8").digest(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Issues the invoice of a customer that a month is billed with: its services are taken, its months are closed, what was billed in advance is settled, the number
 * is drawn, and nothing stays of all that where one of it fails. Answers its id. @throws a 400 for a month that is not over (in advance: has not begun), was
 * billed, goes with another one, or has nothing to bill, for a sum below zero that is not to be paid out, and for what a right invoice lacks
 */
export async function issueInvoice(
  tx: Transaction,
  { scope, actor, provider, now }: InvoiceIssue,
  { customer, month, gross, pay_out: paysOut }: Body<typeof contract.issueInvoice>,
): Promise<number> {
  const today = berlinDay(now);
  const buyer = await lockBuyer(tx, scope, customer);
  const db = readerIn(tx);
  const plans = await invoicePlans(db, scope, { month, today, customer });
  const [draft] = await invoiceDrafts(db, scope, plans, await storedByMonth(db, scope, plans, { withRuns: true }));
  if (!draft) throw badInput({ customer: [refusedAnywhere.unknownCustomer] });
  const plan = duePlan(draft);
  const { settled, served } = draft;
  const number = await nextNumber(tx, 380, Number(today.slice(0, 4)));
  const seller = await providerIn(db, provider);
  const snapshot = invoiceSnapshot(draft, plan, { buyer, provider: seller, number, today, paysOut });
  refuseWrong(snapshot, seller);
  if (gross !== undefined && gross !== snapshot.gross) throw refuse(refused.otherSum(showPrice(snapshot.gross)));
  const id = await storeInvoice(tx, actor, snapshot, { customer, corrects: null });
  await sql`
    update service_entries set invoice_id = ${id}::int
    where customer_id = ${customer}::bigint and ${unbilledEntries(served.from, served.to)}`.execute(tx);
  await closeMonths(tx, { id, customer, settled }, plan);
  const about = `${number}, ${showPrice(snapshot.gross)}`;
  await record(tx, actor, { kind: AuditKind.invoiceIssued, customer: buyer.customer_code, meta: { about } });
  await notifyCustomer(tx, customer, { mail: "invoiceIssued", invoice: id, number }, id);
  return id;
}

/** Returns the plan that can be issued with a month. @throws a 400 that says why it cannot */
function duePlan({ owner: { invoice, storage_when }, plan, isWhole }: InvoiceDraft): BillingPlan {
  if (invoice) {
    const { number, period_from, period_to } = invoice;
    const isOne = period_from.slice(0, 7) === period_to.slice(0, 7);
    throw refuse(
      isOne
        ? refused.billedAlready(number)
        : refused.billedWithin(number, `${showDate(period_from)} bis ${showDate(period_to)}`),
    );
  }
  if (plan && !isWhole) throw badInput({ month: [refused.billedWith(showMonth(plan.month))] });
  if (!plan?.isDue)
    throw badInput({ month: [storage_when === "advance" ? refused.monthNotBegun : refused.monthNotOver] });
  return plan;
}

interface MonthsOfInvoice {
  readonly id: number;
  readonly customer: number;
  readonly settled: readonly string[];
}

/** Notes by which invoice months are billed, and by which what was billed of them in advance is settled. */
async function closeMonths(tx: Transaction, { id, customer, settled }: MonthsOfInvoice, plan: BillingPlan) {
  const firstDay = (month: string) => `${month}-01`;
  await tx
    .insertInto("billed_months")
    .values(
      plan.months.map((month) => ({
        customer_id: customer,
        month: firstDay(month),
        invoice_id: id,
        in_advance: plan.ahead.includes(month),
      })),
    )
    .execute();
  if (settled.length > 0)
    await tx
      .updateTable("billed_months")
      .set({ settled_by: id })
      .where("customer_id", "=", customer)
      .where("month", "in", settled.map(firstDay))
      .execute();
}

interface Cancelling extends Omit<InvoiceIssue, "scope" | "provider">, Body<typeof contract.cancelInvoice> {
  readonly id: number;
}

interface CancelledInvoice {
  customer_id: number;
  code: number;
  snapshot: InvoiceSnapshot;
  cancelled_by: string | null;
}

const cancelledInvoice = selectList<CancelledInvoice>({
  ...fromTable("i", "customer_id", "snapshot"),
  code: "c.code",
  cancelled_by: sql`(select number from invoices where corrects_id = i.id)`,
});

/**
 * Cancels an invoice by a cancellation (381) that says the same with amounts that are positive too (decision 134); its services and its months are open again.
 * Answers the cancellation's id. @throws a 404, a 400 for another number, for a cancellation, for what was cancelled already, and for a file of direct debits
 * that is not named
 */
export async function cancelInvoice(
  tx: Transaction,
  { id, number: repeated, debit_file, actor, now }: Cancelling,
): Promise<number> {
  const { rows } = await sql<CancelledInvoice>`
    select ${cancelledInvoice}
    from invoices i join customers c on c.id = i.customer_id where i.id = ${id}::int for update of c`.execute(tx);
  const [invoice] = rows;
  if (!invoice) throw notFound();
  const { snapshot, customer_id, code } = invoice;
  if (repeated !== snapshot.number) throw badInput({ number: [refused.otherNumber] });
  if (snapshot.kind === 381) throw refuse(refused.cancelCancellation);
  const cancelled = await tx.selectFrom("invoices").select("number").where("corrects_id", "=", id).executeTakeFirst();
  if (cancelled) throw refuse(refused.cancelledAlready(cancelled.number)); // asked anew: the row above was read before it was locked
  await refuseSettled(tx, id);
  await refuseDebited(tx, id, debit_file ?? null);
  const today = berlinDay(now);
  const number = await nextNumber(tx, 381, Number(today.slice(0, 4)));
  const cancellation: InvoiceSnapshot = {
    ...snapshot,
    kind: 381,
    number,
    issued_on: today,
    due_on: today,
    payment_days: 0,
    letters: "latin",
    corrects: { number: snapshot.number, issued_on: snapshot.issued_on },
    services: await takenServices(readerIn(tx), id),
  };
  refuseWrong(cancellation);
  const made = await storeInvoice(tx, actor, cancellation, { customer: customer_id, corrects: id });
  await tx.deleteFrom("billed_months").where("invoice_id", "=", id).execute();
  await tx.updateTable("billed_months").set({ settled_by: null }).where("settled_by", "=", id).execute();
  await tx.updateTable("service_entries").set({ invoice_id: null }).where("invoice_id", "=", id).execute();
  const about = `${snapshot.number} durch ${number}`;
  await record(tx, actor, { kind: AuditKind.invoiceCancelled, customer: code, meta: { about } });
  const mail = { mail: "invoiceCancelled", invoice: made, number, corrects: snapshot.number } as const;
  await notifyCustomer(tx, customer_id, mail, made);
  return made;
}

/** @throws a 400 while another invoice settles what this one billed in advance: that one goes first */
async function refuseSettled(tx: Transaction, id: number): Promise<void> {
  const settling = await tx
    .selectFrom("billed_months")
    .innerJoin("invoices", "invoices.id", "billed_months.settled_by")
    .select("number")
    .where("billed_months.invoice_id", "=", id)
    .orderBy("month", "desc")
    .limit(1)
    .executeTakeFirst();
  if (settling) throw refuse(refused.settledBy(settling.number));
}

/** @throws a 400 where an invoice stands in a file of direct debits that was not named: what its cancellation does not call back must be known */
async function refuseDebited(tx: Transaction, id: number, named: number | null): Promise<void> {
  const debit = await tx
    .selectFrom("debited_invoices")
    .select(["file_id", "collect_on"])
    .where("invoice_id", "=", id)
    .executeTakeFirst(); // who makes a file locks the customers, too: it stands there by now, or leaves the invoice out
  if (debit && debit.file_id !== named)
    throw refuse(refused.debitedMeanwhile(debit.file_id, showDate(debit.collect_on)));
}

/** Notes beside an invoice when it was paid, and that it was sent; of what was issued nothing changes. @throws 404 */
export async function noteInvoice(
  tx: Transaction,
  actor: Actor,
  id: number,
  { paid_on, is_sent: sent }: Body<typeof contract.noteInvoice>,
): Promise<void> {
  const invoice = await tx
    .selectFrom("invoices")
    .innerJoin("customers", "customers.id", "invoices.customer_id")
    .select(["number", "code"])
    .where("invoices.id", "=", id)
    .executeTakeFirst();
  if (!invoice) throw notFound();
  if (paid_on === undefined && sent === undefined) throw refuse(refusedAnywhere.nothingToChange);
  const set = {
    ...(paid_on !== undefined && { paid_on }),
    ...(sent !== undefined && { sent: sent ? sql<string>`now()` : null }),
  };
  await tx
    .insertInto("invoice_notes")
    .values({ invoice_id: id, sent: null, paid_on: null, ...set })
    .onConflict((conflict) => conflict.column("invoice_id").doUpdateSet(set))
    .execute();
  const notes = [
    ...(paid_on === undefined ? [] : [paid_on === null ? "nicht bezahlt" : `bezahlt am ${showDate(paid_on)}`]),
    ...(sent === undefined ? [] : [sent ? "versandt" : "nicht versandt"]),
  ];
  const about = `${invoice.number}: ${notes.join(", ")}`;
  await record(tx, actor, { kind: AuditKind.invoiceNoted, customer: invoice.code, meta: { about } });
}

interface PaidInvoice {
  id: number;
  number: string;
  code: number;
}

const paidInvoice = selectList<PaidInvoice>({ ...fromTable("i", "id", "number"), code: "c.code" });

/**
 * Notes of invoices, by their numbers, when each was paid; answers how many there were.
 * @throws a 400 that names the numbers that no invoice has, or one that stands twice with two days; then none is noted
 */
export async function notePayments(
  tx: Transaction,
  actor: Actor,
  payments: readonly Payment[],
): Promise<{ changed: number }> {
  const days = new Map<string, string>();
  for (const { number, paid_on } of payments) {
    if ((days.get(number) ?? paid_on) !== paid_on) throw badInput({ payments: [refused.paidTwice(number)] });
    days.set(number, paid_on);
  }
  const { rows } = await sql<PaidInvoice>`
    select ${paidInvoice} from invoices i join customers c on c.id = i.customer_id
    where i.kind = 380 and i.number = any(${[...days.keys()]}::text[]) order by i.id`.execute(tx);
  const found = new Set(rows.map(({ number }) => number));
  const unknown = [...days.keys()].filter((number) => !found.has(number));
  if (unknown.length > 0) throw badInput({ payments: [refused.unknownInvoices(unknown)] });
  const notes = rows.map(({ id, number, code }) => ({ id, number, code, paid_on: days.get(number) ?? "" }));
  await sql`
    insert into invoice_notes (invoice_id, paid_on)
    select n.id, n.paid_on from jsonb_to_recordset(${JSON.stringify(notes)}::jsonb) n(id int, paid_on date)
    on conflict (invoice_id) do update set paid_on = excluded.paid_on`.execute(tx);
  const entries = notes.map(({ number, code, paid_on }) => ({
    kind: AuditKind.invoiceNoted,
    customer: code,
    meta: { about: `${number}: bezahlt am ${showDate(paid_on)}` },
  }));
  await record(tx, actor, ...entries);
  return { changed: notes.length };
}
