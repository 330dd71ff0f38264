import { sql } from "kysely";
import type { listDocuments } from "#contract/calls/paper/documents.ts";
import type { Query } from "#contract/route.ts";
import type { KeptDocument } from "#contract/schemas/paper/documents.ts";
import { pageSize } from "#rules/lists/paging.ts";
import { type DocumentKind, documentKinds } from "#rules/paper/document-kinds.ts";
import type { Reader, Sql } from "#server/database/database.ts";
import { type Scope, seenBy } from "#server/database/scope.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

/** The documents of one customer, whose id is `customer` in SQL: `at`, `id`, and which thing each is about. */
const documentsOf: Readonly<Record<DocumentKind, (customer: Sql, scope: Scope) => Sql>> = {
  certificate: (customer) => sql`
    select certified_at as at, id, null::bigint as delivery, id as batch, null::int as import
    from destruction_batches where customer_id = ${customer} and certified_at is not null`,
  letter: (customer, { isStaff }) => sql`
    select p.created as at, d.id, null::bigint as delivery, d.id as batch, null::int as import
    from destruction_batches d cross join lateral (
      select created from destruction_papers where batch_id = d.id and kind = 'approval' order by id desc limit 1) p
    where ${isStaff} and d.customer_id = ${customer}`,
  proof: (customer) => sql`
    select created as at, id, delivery_id as delivery, null::int as batch, null::int as import
    from delivery_proofs where customer_id = ${customer}`,
  receipt: (customer, { isStaff }) => sql`
    select committed as at, id, null::bigint as delivery, null::int as batch, id as import
    from imports where customer_id = ${customer} and committed is not null and (${isStaff} or by_customer)`,
};

const addressOf: Readonly<Record<DocumentKind, (id: number) => string>> = {
  certificate: (id) => `/destruction-batches/${id}/certificate/`,
  letter: (id) => `/destruction-batches/${id}/letter/`,
  proof: (id) => `/proofs/${id}/file/`,
  receipt: (id) => `/imports/${id}/receipt/`,
};

type DocumentRow = Omit<KeptDocument, "customer" | "address"> & {
  customer_id: number;
  code: number;
  name: string;
  micros: string;
};

interface Place {
  readonly at: string;
  readonly kind: string;
  readonly id: string;
}

/** Returns SQL for what follows a place, of each kind and customer, at most `limit`: an index knows them by time. */
const following = (kind: DocumentKind, scope: Scope, { at, kind: placeKind, id }: Place, limit: number) => sql`
  select ${kind}::text as kind, x.* from (
    select * from (${documentsOf[kind](sql`c.id`, scope)}) d
    where d.at >= timestamptz 'epoch' + ${at}::bigint * interval '1 microsecond'
      and (d.at, ${kind}::text, d.id) > (timestamptz 'epoch' + ${at}::bigint * interval '1 microsecond', ${placeKind}::text, ${id}::bigint)
    order by d.at, d.id limit ${limit}::int) x`;

const documentRow = selectList<DocumentRow>({
  ...fromTable("k", "kind", "id", "delivery", "batch", "import"),
  ...fromTable("c", "code", "name"),
  created: "k.at",
  customer_id: "c.id",
  micros: sql`(extract(epoch from k.at) * 1000000)::bigint::text`,
});

/** A page of the documents that the caller sees, the oldest first. */
export async function pageOfDocuments(db: Reader, scope: Scope, query: Query<typeof listDocuments>, origin: string) {
  const { kind, owner, owner_id, after, limit = pageSize } = query;
  const [at = "0", placeKind = "", placeId = "0"] = after?.split("-") ?? [];
  const place = { at, kind: placeKind, id: placeId };
  const kinds = documentKinds.filter((each) => kind === undefined || each === kind);
  const pieces = kinds.map((each) => following(each, scope, place, limit + 1));
  const customers = scope.isStaff
    ? sql`customers c`
    : sql`unnest(${scope.customerIds}::bigint[]) mine(customer) join customers c on c.id = mine.customer`;
  const statement = sql<DocumentRow>`
    select ${documentRow}
    from ${customers} cross join lateral (${sql.join(pieces, sql` union all `)}) k
    where ${seenBy(scope, sql`c.id`)} and (${owner_id ?? null}::bigint is null or c.id = ${owner_id ?? null}::bigint)
      and (${owner ?? null}::int is null or c.code = ${owner ?? null}::int)
    order by k.at, k.kind collate "C", k.id limit ${limit + 1}::int`;
  const rows = await db.list(`documents-${kinds.length}-${kinds[0]}-${scope.isStaff}`, statement);
  const results = rows.slice(0, limit).map((row) => documentOf(row, origin));
  const last = rows[limit - 1];
  return { results, after: rows.length > limit && last ? `${last.micros}-${last.kind}-${last.id}` : null };
}

function documentOf({ customer_id, code, name, micros: _, ...row }: DocumentRow, origin: string): KeptDocument {
  const address = `${origin}/api/v1${addressOf[row.kind](row.id)}`;
  return { ...row, customer: { id: customer_id, code, name }, address };
}
