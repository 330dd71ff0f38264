import { sql } from "kysely";
import type { InvoiceSnapshot } from "#rules/billing/snapshot.ts";
import { addDays } from "#rules/dates.ts";
import type { Reader } from "#server/database/database.ts";
import { type Scope, seenBy } from "#server/database/scope.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

/** Days in Berlin, `YYYY-MM-DD`; `to` is the day after the last one. */
interface Days {
  readonly from: string;
  readonly to: string;
}

interface IssuedInvoice {
  readonly id: number;
  readonly snapshot: InvoiceSnapshot;
  readonly xml: string | null;
}

const invoicesAtOnce = 20; // each may have thousands of lines

const issuedInvoice = selectList<IssuedInvoice>(fromTable("i", "id", "snapshot", "xml"));

/** All that was issued on some days, by number, a few at a time. The day is the one that stands on the invoice; the index knows it but for a day. */
export async function* invoicesOf(db: Reader, scope: Scope, { from, to }: Days): AsyncGenerator<IssuedInvoice[]> {
  for (let after = ""; ; ) {
    const page = sql<IssuedInvoice>`
      select ${issuedInvoice} from invoices i
      where i.issued >= ${addDays(from, -1)}::date and i.issued < ${addDays(to, 2)}::date
        and i.snapshot ->> 'issued_on' >= ${from} and i.snapshot ->> 'issued_on' < ${to}
        and i.number > ${after} and ${seenBy(scope, sql`i.customer_id`)}
      order by i.number limit ${invoicesAtOnce}`;
    const invoices = await db.list("issued-invoices", page);
    const last = invoices.at(-1);
    if (!last) return;
    yield invoices;
    after = last.snapshot.number;
  }
}
