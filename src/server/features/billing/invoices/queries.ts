import { sql } from "kysely";
import type { listInvoices as contract } from "#contract/calls/billing/invoices.ts";
import type { Query } from "#contract/route.ts";
import type { Invoice, InvoiceDetail } from "#contract/schemas/billing/invoices.ts";
import type { InvoiceSnapshot } from "#rules/billing/snapshot.ts";
import { pageSize, toPage } from "#rules/lists/paging.ts";
import { statementName } from "#server/database/boxes/box-selection.ts";
import type { Reader, Sql } from "#server/database/database.ts";
import { type Scope, seenBy } from "#server/database/scope.ts";
import { json } from "#server/database/sql/json.ts";
import { notFound } from "#server/http/errors.ts";

type Named = NonNullable<Invoice["corrects"]>;

const columns = sql`
  i.id, i.number, i.kind, ${json<Invoice["customer"]>({ id: "c.id", code: "c.code", name: "c.name" })} as customer, i.period_from, i.period_to,
  i.net::text, i.vat::text, i.gross::text, i.issued, i.due, i.snapshot ->> 'form' as form,
  case when o.id is not null then ${json<Named>({ id: "o.id", number: "o.number" })} end as corrects,
  case when x.id is not null then ${json<Named>({ id: "x.id", number: "x.number" })} end as cancelled_by, n.sent, n.paid_on`;
const joins = sql`
  join customers c on c.id = i.customer_id left join invoices o on o.id = i.corrects_id left join invoices x on x.corrects_id = i.id
  left join invoice_notes n on n.invoice_id = i.id`;

/** A page of what was issued, the newest first. */
export async function pageOfInvoices(db: Reader, scope: Scope, query: Query<typeof contract>) {
  const { customer, month, limit = pageSize, offset = 0 } = query;
  const conditions: Sql[] = [
    sql`${seenBy(scope, sql`i.customer_id`)}`,
    ...(customer === undefined ? [] : [sql`i.customer_id = ${customer}::bigint`]),
    ...(month === undefined ? [] : [sql`i.period_from = ${`${month}-01`}::date`]),
  ];
  const which = sql.join(conditions, sql` and `);
  const page = sql<Invoice>`
    select ${columns} from (select * from invoices i where ${which} order by issued desc, number desc limit ${limit}::int offset ${offset}::int) i
    ${joins} order by i.issued desc, i.number desc`;
  const [results, counts] = await Promise.all([
    db.list(statementName, page),
    db.list(statementName, sql<{ count: number }>`select count(*)::int as count from invoices i where ${which}`),
  ]);
  return toPage(results, counts[0]?.count ?? 0, { limit, offset });
}

type InvoiceRow = Invoice & { readonly snapshot: InvoiceSnapshot };

/** An invoice with all that it says. @throws 404 */
export async function invoiceById(db: Reader, scope: Scope, id: number): Promise<InvoiceDetail> {
  const invoice = sql<InvoiceRow>`
    select ${columns}, i.snapshot from invoices i ${joins} where i.id = ${id}::int and ${seenBy(scope, sql`i.customer_id`)}`;
  const [found] = await db.list("invoice", invoice);
  if (!found) throw notFound();
  const { snapshot, ...row } = found;
  const { name, street, postcode, city } = snapshot.buyer;
  return { ...row, buyer: { name, street, postcode, city }, lines: [...snapshot.lines], vats: [...snapshot.vats] };
}

interface IssuedFile {
  readonly number: string;
  readonly customer: number;
  readonly snapshot: InvoiceSnapshot;
  readonly xml: string | null;
}

/** What the files of an invoice are made of. @throws 404 */
export async function issuedFile(db: Reader, scope: Scope, id: number): Promise<IssuedFile> {
  const file = sql<IssuedFile>`
    select i.number, c.code as customer, i.snapshot, i.xml from invoices i join customers c on c.id = i.customer_id
    where i.id = ${id}::int and ${seenBy(scope, sql`i.customer_id`)}`;
  const [found] = await db.list("issued-file", file);
  if (!found) throw notFound();
  return found;
}
