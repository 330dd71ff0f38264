import { sql } from "kysely";
import type { InvoiceLine } from "#rules/billing/invoice-lines.ts";
import type { Reader } from "#server/database/database.ts";
import { json } from "#server/database/sql/json.ts";
import { type Scope, seenBy } from "#server/database/scope.ts";

/** A line of storage that was billed in advance, as its invoice has it. */
export interface AdvanceLine {
  readonly customer_id: number;
  /** `YYYY-MM` */
  readonly month: string;
  readonly line: InvoiceLine;
  /** What it stands on. */
  readonly invoice: { readonly id: number; readonly number: string };
}

/** What customers were billed in advance for months that are not settled yet: the lines of what was issued, which nobody changes. */
export function advanceLines(db: Reader, scope: Scope, customers: readonly number[]): Promise<AdvanceLine[]> {
  const lines = sql<AdvanceLine>`
    select m.customer_id, to_char(m.month, 'YYYY-MM') as month, l.line, ${json<AdvanceLine["invoice"]>({ id: "i.id", number: "i.number" })} as invoice
    from billed_months m join invoices i on i.id = m.invoice_id
    cross join lateral jsonb_array_elements(i.snapshot -> 'lines') with ordinality l(line, position)
    where m.in_advance and m.settled_by is null and m.customer_id = any(${customers}::bigint[]) and ${seenBy(scope, sql`m.customer_id`)}
      and l.line ->> 'item' = 'storage' and date_trunc('month', (l.line ->> 'from')::date) = m.month
    order by 1, 2, l.position`;
  return db.list("advance-lines", lines);
}
