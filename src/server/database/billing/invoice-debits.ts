import { sql } from "kysely";
import type { Reader } from "#server/database/database.ts";
import type { Scope } from "#server/database/scope.ts";

/** A file of direct debits that an invoice stands in, or stood in until it was taken back: `created` and `taken_back` are ISO instants, `collect_on` is `YYYY-MM-DD`. */
export interface InvoiceDebitFile {
  readonly file: number;
  readonly created: string;
  readonly collect_on: string;
  readonly taken_back: string | null;
}

/** The files of an invoice, the newest first: of them one at most is not taken back. Only staff see them. */
export async function invoiceDebits(db: Reader, scope: Scope, id: number): Promise<InvoiceDebitFile[]> {
  if (!scope.isStaff) return [];
  const debits = sql<InvoiceDebitFile>`
    select f.id as file, f.created, d.collect_on, null::timestamptz as taken_back
    from debited_invoices d join debit_files f on f.id = d.file_id where d.invoice_id = ${id}::int
    union all
    select file_id, created, collect_on, taken_back from debits_taken_back where invoice_id = ${id}::int
    order by file desc`;
  return db.list("invoice-debits", debits);
}
