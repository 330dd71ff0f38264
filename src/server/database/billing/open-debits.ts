import { sql } from "kysely";
import type { Sql } from "#server/database/database.ts";

/**
 * Returns the condition that an invoice (`i`) is to be collected by direct debit until a day (`YYYY-MM-DD`). It has a mandate, costs something, is
 * due by then, is neither paid nor cancelled, and is in no file yet.
 */
export const openDebits = (until: string): Sql => sql`
  i.kind = 380 and i.snapshot ? 'debit' and i.gross > 0 and i.due <= ${until}::date
  and not exists (select from invoices x where x.corrects_id = i.id)
  and not exists (select from debited_invoices d where d.invoice_id = i.id)
  and not exists (select from invoice_notes n where n.invoice_id = i.id and n.paid_on is not null)`;
