import { sql } from "kysely";
import type { previewMeta } from "#contract/calls/stock/meta.ts";
import type { Body } from "#contract/route.ts";
import type { Reader } from "#server/database/database.ts";
import { type Scope, visibleTo } from "#server/database/scope.ts";
import { fieldValue } from "#server/database/boxes/box-fields.ts";
import { metaBoxes, metaChanges, nextValue } from "./mutations.ts";

/** Counts the boxes that a change of meta data concerns, and those that already have the new values. */
export async function previewOfMeta(db: Reader, scope: Scope, body: Body<typeof previewMeta>) {
  const differs = sql.join(
    metaChanges(body).map((change) => sql`${fieldValue(change.field)} is distinct from ${nextValue(change)}`),
    sql` or `,
  );
  const { rows } = await sql<{ boxes: number; unchanged: number }>`
    select count(*)::int as boxes, (count(*) filter (where not (${differs})))::int as unchanged
    from boxes where ${metaBoxes(body)} and ${visibleTo(scope, "customer_id")}`.execute(db);
  return rows[0] ?? { boxes: 0, unchanged: 0 };
}
