import { sql } from "kysely";
import type { InvoiceSnapshot } from "#rules/billing/snapshot.ts";
import type { Reader } from "#server/database/database.ts";
import { type Scope, seenBy } from "#server/database/scope.ts";
import { notFound } from "#server/http/errors.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

interface IssuedFile {
  readonly number: string;
  readonly snapshot: InvoiceSnapshot;
  readonly xml: string | null;
}

const issuedFile = selectList<IssuedFile>({
  ...fromTable("invoices", "number", "xml"),
  snapshot: sql`snapshot - 'services'`,
});

/** Returns the data that the files of several invoices are made of, in the order of their numbers, for staff. @throws 404 where one is none */
export async function issuedFiles(db: Reader, scope: Scope, ids: readonly number[]) {
  const files = sql<IssuedFile>`
    select ${issuedFile}
    from invoices
    where id = any(${ids}::int[]) and ${seenBy(scope, sql`customer_id`)}
    order by number`;
  const found = await db.list("issued-files", files);
  if (found.length < new Set(ids).size) throw notFound();
  return found;
}
