import { sql } from "kysely";
import type { listDebitFiles as contract } from "#contract/calls/billing/debit-files.ts";
import type { Query } from "#contract/route.ts";
import type { DebitFile } from "#contract/schemas/billing/debit-files.ts";
import type { InvoiceSnapshot } from "#rules/billing/snapshot.ts";
import { pageSize, toPage } from "#rules/lists/paging.ts";
import { openDebits } from "#server/database/billing/open-debits.ts";
import { statementName } from "#server/database/boxes/box-selection.ts";
import type { Reader, Sql } from "#server/database/database.ts";
import { type Scope, seenBy } from "#server/database/scope.ts";
import { notFound } from "#server/http/errors.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

const debitFile = selectList<DebitFile>({
  ...fromTable("f", "id", "created"),
  invoices: sql`count(*)::int`,
  cancelled: sql`count(x.id)::int`,
  gross: sql`sum(i.gross)::text`,
  collect_from: sql`min(d.collect_on)`,
  collect_to: sql`max(d.collect_on)`,
});

const files = (scope: Scope, which: Sql, page: Sql) => sql<DebitFile>`
  select ${debitFile}
  from (select * from debit_files f where ${which} order by id desc ${page}) f
  join debited_invoices d on d.file_id = f.id
  join invoices i on i.id = d.invoice_id
  left join invoices x on x.corrects_id = i.id
  where ${seenBy(scope, sql`i.customer_id`)}
  group by f.id, f.created order by f.id desc`;

/** A page of files, the newest first, and what is open until a day (`YYYY-MM-DD`; `today` unless named). */
export async function pageOfDebitFiles(db: Reader, scope: Scope, query: Query<typeof contract>, today: string) {
  const { until = today, limit = pageSize, offset = 0 } = query;
  const open = sql<{ invoices: number; gross: string }>`
    select count(*)::int as invoices, coalesce(sum(i.gross), 0.00)::text as gross from invoices i
    where ${openDebits(until)} and ${seenBy(scope, sql`i.customer_id`)}`;
  const [results, counts, [left]] = await Promise.all([
    db.list(statementName, files(scope, sql`true`, sql`limit ${limit}::int offset ${offset}::int`)),
    db.list(statementName, sql<{ count: number }>`select count(*)::int as count from debit_files`),
    db.list("open-debits", open),
  ]);
  return {
    ...toPage(results, counts[0]?.count ?? 0, { limit, offset }),
    open: left ?? { invoices: 0, gross: "0.00" },
  };
}

/** A file. @throws 404 */
export async function debitFileById(db: Reader, scope: Scope, id: number): Promise<DebitFile> {
  const [found] = await db.list("debit-file", files(scope, sql`f.id = ${id}::int`, sql``));
  if (!found) throw notFound();
  return found;
}

interface DebitedInvoice {
  readonly created: string;
  readonly snapshot: InvoiceSnapshot;
  readonly collect_on: string;
}

const debitedInvoice = selectList<DebitedInvoice>({
  created: "f.created",
  snapshot: "i.snapshot",
  collect_on: "d.collect_on",
});

/** Returns the invoices that the file for the bank is made of, by number. @throws 404 */
export async function debitedInvoices(db: Reader, scope: Scope, id: number): Promise<DebitedInvoice[]> {
  const invoices = sql<DebitedInvoice>`
    select ${debitedInvoice}
    from debit_files f join debited_invoices d on d.file_id = f.id join invoices i on i.id = d.invoice_id
    where f.id = ${id}::int and ${seenBy(scope, sql`i.customer_id`)} order by i.number`;
  const found = await db.list("debited-invoices", invoices);
  if (found.length === 0) throw notFound();
  return found;
}
