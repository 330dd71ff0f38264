import { sql } from "kysely";
import type { listBatches, listBatchLines } from "#contract/calls/destruction/destruction-batches.ts";
import type { Query } from "#contract/route.ts";
import type { BatchLine } from "#contract/schemas/destruction/destruction-batches.ts";
import { pageSize, toPage } from "#rules/lists/paging.ts";
import type { Reader } from "#server/database/database.ts";
import { batchById, batchesOf, seenBatches, type SeenDetail } from "#server/database/destruction/batch-reads.ts";
import { type BatchLine as Line, batchLines } from "#server/database/destruction/line-facts.ts";
import { ownRights, type Scope } from "#server/database/scope.ts";
import { notFound } from "#server/http/errors.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

/** The batches that the caller sees. */
export async function listOfBatches(db: Reader, scope: Scope, query: Query<typeof listBatches>) {
  const { customer, state, box, turn, limit = pageSize, offset = 0 } = query;
  const which = sql`(${customer ?? null}::bigint is null or d.customer_id = ${customer ?? null}::bigint)
    and (${state ?? null}::smallint is null or d.state = ${state ?? null}::smallint)
    and (${box ?? null}::bigint is null or exists (
      select from destruction_lines o where o.batch_id = d.id and o.box_id = ${box ?? null}::bigint))`;
  const { count, batches } = await batchesOf(db, scope, { which, turn, limit, offset });
  const { rows } = await sql`select from ${ownRights(scope)} r where may_approve_destruction limit 1`.execute(db);
  return { ...toPage(batches, count, { limit, offset }), may_approve: rows.length > 0 };
}

/** A batch; a 404 where there is none or it is not the caller's. */
export async function batchOrNone(db: Reader, scope: Scope, id: number): Promise<SeenDetail> {
  const batch = await batchById(db, scope, id);
  if (!batch) throw notFound();
  return batch;
}

const lineOf = (line: Line): BatchLine => ({
  box: line.box,
  code: line.code,
  state: line.state,
  contents: [...line.contents],
  size: line.size,
  year: line.meta_year,
  destroy_year: line.meta_destroy_year,
  ends: line.retain_until,
  early_reason: line.early_reason,
  decision: line.decision,
  reason: line.reason,
  staged: line.staged,
  scanned: line.scanned,
  not_destroyed_reason: line.not_destroyed_reason,
  weight_kg: line.weight_kg === null ? null : Number(line.weight_kg),
  problems: [...line.problems],
});

/** The boxes of a batch, a page of them. */
export async function pageOfLines(
  db: Reader,
  scope: Scope,
  asked: Query<typeof listBatchLines> & { id: number; today: string },
) {
  const { id, today, problems, living, limit = pageSize, offset = 0 } = asked;
  const { rows } = await sql<{ state: SeenDetail["state"] }>`
    select state from destruction_batches d where id = ${id}::int and ${seenBatches(scope)}`.execute(db);
  const [batch] = rows;
  if (!batch) throw notFound();
  const which = living === undefined ? sql`true` : sql`l.living = ${living}::boolean`;
  const asking = { batch: id, state: batch.state, today, which };
  if (problems !== undefined) {
    const lines = (await batchLines(db, asking)).filter((line) => line.problems.length > 0 === problems);
    return toPage(lines.slice(offset, offset + limit).map(lineOf), lines.length, { limit, offset });
  }
  const lineCount = await sql<{ count: number }>`
    select count(*)::int as count from destruction_lines l where batch_id = ${id}::int and ${which}`.execute(db);
  const lines = await batchLines(db, { ...asking, page: sql`limit ${limit} offset ${offset}` });
  return toPage(lines.map(lineOf), lineCount.rows[0]?.count ?? 0, { limit, offset });
}

interface LetterFile {
  content_type: string;
  bytes: Buffer;
  customer: number;
}

const letterFile = selectList<LetterFile>({ ...fromTable("p", "content_type", "bytes"), customer: "c.code" });

/** The last letter of a batch that the customer has signed; a 404 where there is none. */
export async function batchLetter(db: Reader, scope: Scope, id: number) {
  const { rows } = await sql<LetterFile>`
    select ${letterFile} from destruction_papers p
    join destruction_batches d on d.id = p.batch_id join customers c on c.id = d.customer_id
    where d.id = ${id}::int and p.kind = 'approval' and ${seenBatches(scope)} order by p.id desc limit 1`.execute(db);
  const [letter] = rows;
  if (!letter) throw notFound();
  return letter;
}
