import { sql } from "kysely";
import { createHash } from "node:crypto";
import { BoxState } from "#rules/stock/box-state.ts";
import type { Hindrance } from "#rules/destruction/destruction.ts";
import type { Reader, Sql } from "#server/database/database.ts";
import { type Scope, seenBy } from "#server/database/scope.ts";
import { selectList } from "#server/database/sql/json.ts";

/** A marked box, and why it does not go with the others; null where nothing is in the way. */
export interface MarkedBox {
  readonly id: number;
  readonly hindrance: Hindrance | null;
}

/**
 * The marked boxes as `(id, hindrance)`, by id: those marked up to the instant `until` (SQL, timestamptz), on the day `today` (SQL, date in
 * Berlin). The list that people see, the question, the action and its report all ask this one statement.
 */
export const markedBoxesSql = (until: Sql, today: Sql) => sql<MarkedBox>`
  select ${selectList<MarkedBox>({
    id: "b.id",
    hindrance: sql`case
      when (select destruction_procedure = 1 from customers c where c.id = b.customer_id) then 'unapproved'
      when exists (select from holds_on(b.id)) then 'held'
      when b.retain_until >= ${today} then 'kept' end`,
  })}
  from boxes b where b.state = ${sql.lit(BoxState.marked)} and (${until} is null or b.marked <= ${until}) order by b.id`;

/** By what a list of marked boxes is known again: another box, or another reason, is another list. */
export function digestOf(boxes: readonly MarkedBox[]): string {
  const hash = createHash("sha256");
  for (const { id, hindrance } of boxes) hash.update(`${id} ${hindrance ?? ""}\n`);
  return hash.digest("hex");
}

const soon = sql`(date_trunc('milliseconds', clock_timestamp()) + interval '1 ms')`;
interface MarkedRow {
  readonly boxes: readonly MarkedBox[];
  readonly until: string;
}
const markedList = (scope: Scope, today: string) => sql<MarkedRow>`
  with list as materialized (${markedBoxesSql(sql`null::timestamptz`, sql`${today}::date`)})
  select ${selectList<MarkedRow>({
    boxes: sql`(select coalesce(json_agg(json_build_object('id', l.id, 'hindrance', l.hindrance)
      order by l.id), '[]') from list l
      join boxes b on b.id = l.id where ${seenBy(scope, sql`b.customer_id`)})`,
    until: sql`to_char(${soon} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  })}`;

/** Every marked box with what is in its way on a day (`YYYY-MM-DD` in Berlin), up to which instant that is all of them, and the list's digest. */
export async function markedListOf(db: Reader, scope: Scope, today: string) {
  const [row] = await db.list("marked-list", markedList(scope, today));
  const { boxes = [], until = "" } = row ?? {};
  return { boxes, until, list: digestOf(boxes) };
}
