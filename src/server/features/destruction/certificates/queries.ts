import { sql } from "kysely";
import { addDays, berlinDay } from "#rules/dates.ts";
import { BatchState, showBatch } from "#rules/destruction/batch-state.ts";
import { type Carrier, showNorm } from "#rules/destruction/norm.ts";
import { BoxState } from "#rules/stock/box-state.ts";
import { HistoryKind } from "#rules/stock/history.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import type { Reader } from "#server/database/database.ts";
import { fromTable, json, selectList } from "#server/database/sql/json.ts";
import { seenBatches } from "#server/database/destruction/batch-reads.ts";
import { batchLines } from "#server/database/destruction/line-facts.ts";
import { customerFields } from "#server/database/list-data.ts";
import type { Scope } from "#server/database/scope.ts";
import type { DestroyRequestData } from "#server/documents/destroy-request.ts";
import type { CertificateData } from "#server/documents/destruction-certificate.ts";
import type { Customer } from "#server/documents/paper/customer-head.ts";
import { notFound, refuse } from "#server/http/errors.ts";

const customerOf = json<Customer>(customerFields);
const sealOf = json<NonNullable<CertificateData["seal"]>>({ number: "number", hash: sql`encode(hash, 'hex')` });
const nameOf = (column: string) =>
  sql`(select trim(first_name || ' ' || last_name) from users where id = ${sql.ref(`d.${column}`)})`;

interface Head {
  readonly state: BatchState;
  readonly customer: Customer;
  readonly protection_class: number;
  readonly security_level: number;
  readonly carrier: Carrier;
  readonly place: "house" | "subcontractor";
  readonly machine: string;
  readonly subcontractor: string;
  readonly proposed_at: string;
  readonly proposed_by: string;
  readonly approved_at: string;
  readonly approved_by: string;
  readonly approver_name: string | null;
  readonly approver_reference: string | null;
  readonly confirmed_at: string;
  readonly confirmed_by: string;
  readonly begun_at: string;
  readonly shredded_at: string;
  readonly executed_by: string;
  readonly witness: string;
  readonly chain: string;
  readonly seal: { number: number; hash: string } | null;
  readonly now: string;
}

const headColumns = selectList<Head>({
  ...fromTable("d", "state", "protection_class", "security_level", "carrier", "place", "machine", "subcontractor"),
  ...fromTable("d", "proposed_at", "approved_at", "approver_name", "approver_reference", "confirmed_at"),
  ...fromTable("d", "begun_at", "shredded_at"),
  customer: customerOf,
  proposed_by: nameOf("proposed_by"),
  approved_by: nameOf("approved_by"),
  confirmed_by: nameOf("confirmed_by"),
  executed_by: sql`(select string_agg(name, ', ' order by first, name) from (
    select trim(u.first_name || ' ' || u.last_name) as name, min(l.scanned_at) as first
    from destruction_lines l join users u on u.id = l.scanned_by where l.batch_id = d.id group by 1) s)`,
  witness: nameOf("witness_by"),
  chain: sql`(select encode(hash, 'hex') from destruction_events where batch_id = d.id order by seq desc limit 1)`,
  seal: sql`(select ${sealOf} from seals order by number desc limit 1)`,
  now: sql`now()`,
});

async function headOf(db: Reader, scope: Scope, id: number): Promise<Head> {
  const { rows } = await sql<Head>`
    select ${headColumns}
    from destruction_batches d
    join customers c on c.id = d.customer_id
    where d.id = ${id}::int and ${seenBatches(scope)}`.execute(db);
  const [head] = rows;
  if (!head) throw notFound();
  return head;
}

type CertifiedLine = CertificateData["boxes"][number] & { readonly early: string | null };

const certifiedLine = selectList<CertifiedLine>({
  code: "b.code",
  contents: sql`jsonb_array_length(l.contents_snapshot)`,
  year: "b.meta_year",
  metres: sql`l.metres_mm / 1000.0::float8`,
  kg: sql`l.weight_kg::float8`,
  scanned: "l.scanned_at",
  early: "l.early_reason",
});

/** Returns the lines that were scanned and have not come back since. */
async function destroyedIn(db: Reader, id: number): Promise<CertifiedLine[]> {
  const { rows } = await sql<CertifiedLine>`
    select ${certifiedLine}
    from destruction_lines l join boxes b on b.id = l.box_id
    where l.batch_id = ${id}::int and l.scanned_at is not null and b.state = ${BoxState.destroyed}::smallint and not ${isBack}
    order by b.code`.execute(db);
  return rows;
}

/** A box that was scanned and reactivated since: it is not destroyed, whatever it is now. */
const isBack = sql`exists (
  select from history h where h.box_id = b.id and h.kind = ${sql.lit(HistoryKind.reactivated)} and h.created >= l.scanned_at)`;

async function keptIn(db: Reader, id: number): Promise<{ code: string; reason: string }[]> {
  const { rows } = await sql<{ code: string; reason: string }>`
    select b.code, case when l.scanned_at is not null then 'Nach dem Scannen reaktiviert'
      when l.decision = 2 then 'Abgelehnt: ' || l.reason else l.not_destroyed_reason end as reason
    from destruction_lines l join boxes b on b.id = l.box_id
    where l.batch_id = ${id}::int and (l.scanned_at is null or b.state <> ${BoxState.destroyed}::smallint or ${isBack}) order by b.code`.execute(
    db,
  );
  return rows;
}

const sum = (values: readonly number[]) => Math.round(values.reduce((all, value) => all + value, 0) * 1000) / 1000;

/** All that a certificate says. @throws a 400 where the batch is not destroyed, or is certified */
export async function certificateData(
  db: Reader,
  scope: Scope,
  id: number,
  provider: string,
): Promise<CertificateData> {
  const head = await headOf(db, scope, id);
  if (head.state !== BatchState.destroyed) throw refuse(refused.notToCertify);
  const [lines, kept] = [await destroyedIn(db, id), await keptIn(db, id)];
  const weights = lines.flatMap(({ kg }) => kg ?? []);
  const { protection_class, security_level, carrier } = head;
  return {
    number: `${showBatch(id)}/${berlinDay(new Date(head.now)).slice(0, 4)}`,
    batch: id,
    issued: head.now,
    provider,
    customer: head.customer,
    order: {
      proposed: head.proposed_at,
      proposedBy: head.proposed_by,
      approved: head.approved_at,
      approvedBy: head.approver_name ?? head.approved_by,
      reference: head.approver_reference,
      confirmed: head.confirmed_at,
      confirmedBy: head.confirmed_by,
    },
    norm: { protection_class, security_level, carrier },
    subcontractor: head.place === "subcontractor" ? head.subcontractor : null,
    machine: head.machine,
    begun: head.begun_at,
    ended: head.shredded_at,
    executedBy: head.executed_by,
    witness: head.witness,
    boxes: lines.map(({ early: _, ...line }) => line),
    kept,
    early: lines.flatMap(({ code, early }) => (early === null ? [] : [{ code, reason: early }])),
    totals: {
      boxes: lines.length,
      contents: lines.reduce((all, { contents }) => all + contents, 0),
      metres: sum(lines.map(({ metres }) => metres)),
      kg: weights.length === 0 ? null : sum(weights),
    },
    chain: head.chain,
    seal: head.seal,
  };
}

/** Days in which the customer is asked to answer the letter. */
const answerDays = 28;

type RequestHead = Pick<Head, "state" | "customer" | "protection_class" | "security_level" | "carrier"> & {
  proposed_at: string | null;
};

const requestHead = selectList<RequestHead>({
  ...fromTable("d", "state", "protection_class", "security_level", "carrier", "proposed_at"),
  customer: customerOf,
});

/** The letter that asks a customer to approve a batch. */
export async function requestOf(
  db: Reader,
  scope: Scope,
  { id, today, link }: { readonly id: number; readonly today: string; readonly link: string | null },
): Promise<{ data: DestroyRequestData; customer: number }> {
  const { rows } = await sql<RequestHead>`
    select ${requestHead}
    from destruction_batches d
    join customers c on c.id = d.customer_id
    where d.id = ${id}::int and ${seenBatches(scope)}`.execute(db);
  const [batch] = rows;
  if (!batch) throw notFound();
  const lines = await batchLines(db, { batch: id, state: batch.state, today });
  const requestDay = batch.proposed_at === null ? today : berlinDay(new Date(batch.proposed_at));
  const data = {
    customer: batch.customer,
    boxes: lines.map((line) => ({
      code: line.code,
      contents: line.contents,
      year: line.meta_year,
      destroyYear: line.meta_destroy_year,
      keptUntil: line.retain_until,
      marked: line.state === BoxState.marked,
    })),
    batch: { number: showBatch(id), norm: showNorm(batch), until: addDays(requestDay, answerDays), link },
    totals: {
      boxes: lines.length,
      contents: lines.reduce((all, { contents }) => all + contents.length, 0),
      metres: sum(lines.map(({ size }) => size / 1000)),
    },
  };
  return { data, customer: batch.customer.code };
}

interface CertificateFile {
  bytes: Buffer;
  number: string;
  customer: number;
}

const certificateFile = selectList<CertificateFile>({
  bytes: "p.bytes",
  number: "d.certificate_number",
  customer: "c.code",
});

/** The certificate of a batch as it was made; a 404 where there is none or it is not the caller's. */
export async function certificateOf(db: Reader, scope: Scope, id: number) {
  const { rows } = await sql<CertificateFile>`
    select ${certificateFile} from destruction_papers p
    join destruction_batches d on d.id = p.batch_id join customers c on c.id = d.customer_id
    where d.id = ${id}::int and p.kind = 'certificate' and ${seenBatches(scope)}`.execute(db);
  const [certificate] = rows;
  if (!certificate) throw notFound();
  return certificate;
}
