import { sql } from "kysely";
import type * as contract from "#contract/calls/billing/invoices.ts";
import type { Body, Reply } from "#contract/route.ts";
import { AuditKind } from "#rules/access/audit/audit.ts";
import { isMailbox } from "#rules/access/mailbox.ts";
import { mailsOff } from "#rules/texts/access-refusals.ts";
import * as refused from "#rules/texts/billing-refusals.ts";
import { type Actor, record } from "#server/database/audit/audit.ts";
import type { Transaction } from "#server/database/database.ts";
import type { InvoiceFileMail } from "#server/database/messages/mail-facts.ts";
import { queueMessages } from "#server/database/messages/queue-message.ts";
import { notFound } from "#server/http/errors.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

interface SentRow {
  readonly id: number;
  readonly number: string;
  readonly customer: number;
  readonly code: number;
  /** An address of e-mail, as agreed; null where there is none. */
  readonly address: string | null;
  readonly is_cancelled: boolean;
  readonly sent: string | null;
  readonly waits: boolean;
}

const sentRow = selectList<SentRow>({
  ...fromTable("i", "id", "number"),
  customer: "i.customer_id",
  code: "c.code",
  sent: "n.sent",
  waits: sql`coalesce(n.mail_state = 'waiting', false)`,
  address: sql`case when t.e_scheme = 'EM' then nullif(t.e_address, '') end`,
  is_cancelled: sql`exists (select from invoices x where x.corrects_id = i.id)`,
});

/** The invoices with these ids, their notes locked in the order of their ids: who sends them twice at once sends them once. @throws 404 where one is none */
async function lockNotes(tx: Transaction, ids: readonly number[]): Promise<readonly SentRow[]> {
  await sql`
    insert into invoice_notes (invoice_id) select id from invoices where id = any(${ids}::int[]) order by id on conflict do nothing`.execute(
    tx,
  );
  await sql`select from invoice_notes where invoice_id = any(${ids}::int[]) order by invoice_id for update`.execute(tx);
  const { rows } = await sql<SentRow>`
    select ${sentRow}
    from invoices i join customers c on c.id = i.customer_id join invoice_notes n on n.invoice_id = i.id
    left join customer_terms t on t.customer_id = i.customer_id
    where i.id = any(${ids}::int[]) order by i.number`.execute(tx);
  if (rows.length < new Set(ids).size) throw notFound();
  return rows;
}

/** Why an invoice does not go out by mail; null where it does. */
function reasonAgainst({ address, is_cancelled, sent, waits }: SentRow, again: boolean, sendsMails: boolean) {
  if (!sendsMails) return mailsOff.message;
  if (waits) return refused.mailWaits.message;
  if (is_cancelled) return refused.mailOfCancelled.message;
  if (sent !== null && !again) return refused.mailedAlready.message;
  if (address === null || !isMailbox(address)) return refused.noMailAgreed.message;
  return null;
}

interface Sending {
  readonly actor: Actor;
  readonly now: Date;
  readonly sendsMails: boolean;
}

/** Queues invoices to be sent by mail, to the addresses that are agreed; answers which are left, and why. @throws 404 where one is none */
export async function sendInvoices(
  tx: Transaction,
  { actor, now, sendsMails }: Sending,
  { invoices, again = false }: Body<typeof contract.sendInvoices>,
): Promise<Reply<typeof contract.sendInvoices>> {
  const judged = (await lockNotes(tx, invoices)).map((row) => ({
    ...row,
    reason: reasonAgainst(row, again, sendsMails),
  }));
  const going = judged.flatMap(({ reason, address, ...row }) =>
    reason === null && address !== null ? [{ ...row, address }] : [],
  );
  const notes = JSON.stringify(going.map(({ id, address }) => ({ id, address })));
  await sql`
    update invoice_notes n set mail_to = g.address, mail_state = 'waiting', mail_failure = null
    from jsonb_to_recordset(${notes}::jsonb) g(id int, address text) where n.invoice_id = g.id`.execute(tx);
  await queueMessages(
    tx,
    going.map(({ id, number, customer, address }) => {
      const payload: InvoiceFileMail = { mail: "invoiceFile", invoice: id, number, address };
      return {
        kind: "mail",
        target: `invoices:${customer}`,
        payload,
        dedupe: `invoiceFile ${id} ${now.toISOString()}`,
        customer,
      };
    }),
  );
  const entries = going.map(({ number, code, address }) => ({
    kind: AuditKind.invoiceNoted,
    customer: code,
    meta: { about: `${number}: per E-Mail an ${address}` },
  }));
  await record(tx, actor, ...entries);
  return {
    queued: going.length,
    left: judged.flatMap(({ id, number, reason }) => (reason === null ? [] : [{ id, number, reason }])),
  };
}

/** Notes of invoices that they were sent in another way, or not. @throws 404 where one is none */
export async function noteSent(
  tx: Transaction,
  actor: Actor,
  { invoices, is_sent }: Body<typeof contract.noteSent>,
): Promise<{ changed: number }> {
  const changing = (await lockNotes(tx, invoices)).filter(({ sent }) => (sent !== null) !== is_sent);
  const ids = changing.map(({ id }) => id);
  await sql`
    update invoice_notes set sent = case when ${is_sent} then now() end where invoice_id = any(${ids}::int[])`.execute(
    tx,
  );
  const entries = changing.map(({ number, code }) => ({
    kind: AuditKind.invoiceNoted,
    customer: code,
    meta: { about: `${number}: ${is_sent ? "versandt" : "nicht versandt"}` },
  }));
  await record(tx, actor, ...entries);
  return { changed: changing.length };
}
