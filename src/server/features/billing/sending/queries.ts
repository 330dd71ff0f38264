import { sql } from "kysely";
import type { InvoiceSnapshot } from "#rules/billing/snapshot.ts";
import type { Reader } from "#server/database/database.ts";
import { type Scope, seenBy } from "#server/database/scope.ts";
import { notFound } from "#server/http/errors.ts";

interface IssuedFile {
  readonly number: string;
  readonly snapshot: InvoiceSnapshot;
  readonly xml: string | null;
}

/** Returns the data that the files of several invoices are made of, in the order of their numbers, for staff. @throws 404 where one is none */
export async function issuedFiles(db: Reader, scope: Scope, ids: readonly number[]) {
  const files = sql<IssuedFile>`
    select number, snapshot - 'services' as snapshot, xml from invoices where id = any(${ids}::int[]) and ${seenBy(scope, sql`customer_id`)} order by number`;
  const found = await db.list("issued-files", files);
  if (found.length < new Set(ids).size) throw notFound();
  return found;
}
