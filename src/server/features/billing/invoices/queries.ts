import { sql } from "kysely";
import type { listInvoices as contract } from "#contract/calls/billing/invoices.ts";
import type { Query } from "#contract/route.ts";
import type { Invoice, InvoiceDetail } from "#contract/schemas/billing/invoices.ts";
import type { InvoiceSnapshot } from "#rules/billing/snapshot.ts";
import { pageSize, toPage } from "#rules/lists/paging.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { statementName } from "#server/database/boxes/box-selection.ts";
import type { Reader, Sql } from "#server/database/database.ts";
import { joinById, ownRights, ownRows, type Scope, seenBy } from "#server/database/scope.ts";
import { json } from "#server/database/sql/json.ts";
import { notFound, refuse } from "#server/http/errors.ts";

type Named = NonNullable<Invoice["corrects"]>;

/** The customers whose invoices somebody sees: those of theirs at whom they have the right; null for staff, who see everybody's. */
async function invoicedCustomers(db: Reader, scope: Scope): Promise<readonly number[] | null> {
  if (scope.isStaff) return null;
  const rights = sql<{ customer_id: number }>`select r.customer_id from ${ownRights(scope)} r where r.may_see_invoices`;
  return (await db.list("invoiced-customers", rights)).map(({ customer_id }) => customer_id);
}

/** Whether somebody may ask for invoices at all; who sees no customer finds none. */
export const seesInvoices = async (db: Reader, scope: Scope): Promise<boolean> =>
  scope.customerIds.length === 0 || (await invoicedCustomers(db, scope))?.length !== 0;

/** @throws a 400 where an invoice is of a customer of theirs at whom somebody lacks the right */
async function refuseWithoutRight(db: Reader, scope: Scope, customer: number): Promise<void> {
  const mine = await invoicedCustomers(db, scope);
  if (mine !== null && !mine.includes(customer)) throw refuse(refused.noRight);
}

const columns = sql`
  i.id, i.number, i.kind, ${json<Invoice["customer"]>({ id: "c.id", code: "c.code", name: "c.name" })} as customer, i.period_from, i.period_to,
  i.net::text, i.vat::text, i.gross::text, i.issued, i.due, i.snapshot ->> 'form' as form,
  case when o.id is not null then ${json<Named>({ id: "o.id", number: "o.number" })} end as corrects,
  case when x.id is not null then ${json<Named>({ id: "x.id", number: "x.number" })} end as cancelled_by, n.sent, n.paid_on`;
const joins = sql`
  cross join lateral ${joinById("customers", sql`id, code, name`, sql`i.customer_id`)} c
  left join lateral ${joinById("invoices", sql`id, number`, sql`i.corrects_id`)} o on true
  left join lateral (select id, number from invoices where corrects_id = i.id offset 0) x on true
  left join lateral (select sent, paid_on from invoice_notes where invoice_id = i.id offset 0) n on true`;

/** A page of what was issued, the newest first: of the customers whose invoices the caller sees. */
export async function pageOfInvoices(db: Reader, scope: Scope, query: Query<typeof contract>) {
  const { customer, month, limit = pageSize, offset = 0 } = query;
  const mine = await invoicedCustomers(db, scope);
  const from = mine === null ? sql`invoices i` : ownRows("invoices", sql`*`, mine, sql`i`);
  const conditions: Sql[] = [
    sql`true`,
    ...(customer === undefined ? [] : [sql`i.customer_id = ${customer}::bigint`]),
    ...(month === undefined ? [] : [sql`i.period_from = ${`${month}-01`}::date`]),
  ];
  const which = sql`${from} where ${sql.join(conditions, sql` and `)}`;
  const page = sql<Invoice>`
    select ${columns} from (select i.* from ${which} order by issued desc, number desc limit ${limit}::int offset ${offset}::int) i
    ${joins} order by i.issued desc, i.number desc`;
  const [results, counts] = await Promise.all([
    db.list(statementName, page),
    db.list(statementName, sql<{ count: number }>`select count(*)::int as count from ${which}`),
  ]);
  return toPage(results, counts[0]?.count ?? 0, { limit, offset });
}

type InvoiceRow = Invoice & { readonly snapshot: InvoiceSnapshot };

/** The one with an id, where it is of a customer whom somebody sees. */
const invoiceOf = (scope: Scope, id: number): Sql =>
  sql`(select * from invoices where id = ${id}::int and ${seenBy(scope, sql`customer_id`)} offset 0) i`;

/** An invoice with all that it says. @throws 404, and a 400 without the right */
export async function invoiceById(db: Reader, scope: Scope, id: number): Promise<InvoiceDetail> {
  const invoice = sql<InvoiceRow>`select ${columns}, i.snapshot from ${invoiceOf(scope, id)} ${joins}`;
  const [found] = await db.list("invoice", invoice);
  if (!found) throw notFound();
  const { snapshot, ...row } = found;
  await refuseWithoutRight(db, scope, row.customer.id);
  const { name, street, postcode, city } = snapshot.buyer;
  return { ...row, buyer: { name, street, postcode, city }, lines: [...snapshot.lines], vats: [...snapshot.vats] };
}

interface IssuedFile {
  readonly number: string;
  readonly customer_id: number;
  /** The customer's number. */
  readonly customer: number;
  readonly snapshot: InvoiceSnapshot;
  readonly xml: string | null;
}

/** What the files of an invoice are made of. @throws 404, and a 400 without the right */
export async function issuedFile(db: Reader, scope: Scope, id: number): Promise<IssuedFile> {
  const file = sql<IssuedFile>`
    select i.number, i.customer_id, c.code as customer, i.snapshot, i.xml
    from ${invoiceOf(scope, id)} cross join lateral ${joinById("customers", sql`code`, sql`i.customer_id`)} c`;
  const [found] = await db.list("issued-file", file);
  if (!found) throw notFound();
  await refuseWithoutRight(db, scope, found.customer_id);
  return found;
}
