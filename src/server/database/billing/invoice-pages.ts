import { sql } from "kysely";
import type { InvoiceForm } from "#rules/billing/snapshot.ts";
import { pageSize, toPage } from "#rules/lists/paging.ts";
import { statementName } from "#server/database/boxes/box-selection.ts";
import type { Reader, Sql } from "#server/database/database.ts";
import { joinById, ownRights, ownRows, type Scope } from "#server/database/scope.ts";
import { fromTable, json, selectList } from "#server/database/sql/json.ts";

interface Named {
  readonly id: number;
  readonly number: string;
}

/** Issued document, as lists have it: amounts are decimal strings in euro, days `YYYY-MM-DD`, moments ISO instants. */
export interface ListedInvoice extends Named {
  readonly kind: 380 | 381;
  readonly customer: { readonly id: number; readonly code: number; readonly name: string };
  readonly period_from: string;
  readonly period_to: string;
  readonly net: string;
  readonly vat: string;
  readonly gross: string;
  readonly issued: string;
  readonly due: string;
  readonly form: InvoiceForm;
  readonly corrects: Named | null;
  readonly cancelled_by: Named | null;
  readonly sent: string | null;
  readonly paid_on: string | null;
  readonly mail: InvoiceMail;
}

/** Where an invoice would go by mail as agreed, and how it stands with the one that was sent. */
interface InvoiceMail {
  readonly agreed: string | null;
  readonly to: string | null;
  readonly state: "waiting" | "sent" | "failed" | null;
  readonly failure: string | null;
}

interface InvoicePage {
  readonly customer?: number | undefined;
  /** `YYYY-MM`. */
  readonly month?: string | undefined;
  /** Asked by staff only: whether somebody noted that it was sent; of what was cancelled nobody asks. */
  readonly is_sent?: boolean | undefined;
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
}

/** The customers whose invoices somebody sees: those of theirs at whom they have the right; null for staff, who see everybody's. */
export async function invoicedCustomers(db: Reader, scope: Scope): Promise<readonly number[] | null> {
  if (scope.isStaff) return null;
  const rights = sql<{ customer_id: number }>`select r.customer_id from ${ownRights(scope)} r where r.may_see_invoices`;
  return (await db.list("invoiced-customers", rights)).map(({ customer_id }) => customer_id);
}

/** The columns of a `ListedInvoice`, where `listedJoins` follow the rows `i` of `invoices`. */
export const invoiceFields = {
  ...fromTable("i", "id", "number", "kind", "period_from", "period_to", "issued", "due"),
  ...fromTable("n", "sent", "paid_on"),
  customer: json<ListedInvoice["customer"]>({ id: "c.id", code: "c.code", name: "c.name" }),
  net: sql`i.net::text`,
  vat: sql`i.vat::text`,
  gross: sql`i.gross::text`,
  form: sql`i.snapshot ->> 'form'`,
  corrects: sql`case when o.id is not null then ${json<Named>({ id: "o.id", number: "o.number" })} end`,
  cancelled_by: sql`case when x.id is not null then ${json<Named>({ id: "x.id", number: "x.number" })} end`,
  mail: json<InvoiceMail>({ agreed: "t.address", to: "n.mail_to", state: "n.mail_state", failure: "n.mail_failure" }),
};
const listedInvoice = selectList<ListedInvoice>(invoiceFields);
export const listedJoins = sql`
  cross join lateral ${joinById("customers", sql`id, code, name`, sql`i.customer_id`)} c
  left join lateral ${joinById("invoices", sql`id, number`, sql`i.corrects_id`)} o on true
  left join lateral (select id, number, snapshot ? 'services' as keeps_services from invoices where corrects_id = i.id offset 0) x on true
  left join lateral (select sent, paid_on, mail_to, mail_state, mail_failure from invoice_notes where invoice_id = i.id offset 0) n on true
  left join lateral (
    select nullif(e_address, '') as address from customer_terms where customer_id = i.customer_id and e_scheme = 'EM' offset 0) t on true`;

const sentOrNot = (is: boolean): Sql =>
  is
    ? sql`exists (select from invoice_notes where invoice_id = i.id and sent is not null)`
    : sql`(i.kind = 381 or not exists (select from invoices where corrects_id = i.id))
        and not exists (select from invoice_notes where invoice_id = i.id and sent is not null)`;

/** A page of what was issued, the newest first: of the customers whose invoices the caller sees. */
export async function pageOfInvoices(db: Reader, scope: Scope, query: InvoicePage) {
  const { customer, month, is_sent, limit = pageSize, offset = 0 } = query;
  const mine = await invoicedCustomers(db, scope);
  const from = mine === null ? sql`invoices i` : ownRows("invoices", sql`*`, mine, sql`i`);
  const conditions: Sql[] = [
    sql`true`,
    ...(customer === undefined ? [] : [sql`i.customer_id = ${customer}::bigint`]),
    ...(month === undefined ? [] : [sql`${`${month}-01`}::date between i.period_from and i.period_to`]),
  ];
  if (is_sent !== undefined && scope.isStaff) conditions.push(sentOrNot(is_sent));
  const which = sql`${from} where ${sql.join(conditions, sql` and `)}`;
  const page = sql<ListedInvoice>`
    select ${listedInvoice}
    from (select i.* from ${which} order by issued desc, number desc limit ${limit}::int offset ${offset}::int) i
    ${listedJoins} order by i.issued desc, i.number desc`;
  const [results, counts] = await Promise.all([
    db.list(statementName, page),
    db.list(statementName, sql<{ count: number }>`select count(*)::int as count from ${which}`),
  ]);
  return toPage(results, counts[0]?.count ?? 0, { limit, offset });
}
