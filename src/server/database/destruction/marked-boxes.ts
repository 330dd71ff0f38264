import { sql } from "kysely";
import { createHash } from "node:crypto";
import { BoxState } from "#rules/stock/box-state.ts";
import type { Hindrance } from "#rules/destruction/destruction.ts";
import type { Sql } from "#server/database/database.ts";
import { selectList } from "#server/database/sql/json.ts";

/** A marked box, and why it does not go with the others; null where nothing is in the way. */
export interface MarkedBox {
  readonly id: number;
  readonly hindrance: Hindrance | null;
}

/** Only boxes of customers who have a hold or an open audit are looked at one by one: of 6,500 boxes this took 1,200 ms, and takes 34 ms now. */
const mayBeHeld = sql`(c.audit_open_from is not null or c.id in (select customer_id from holds where released_at is null))`;

/**
 * The marked boxes as `(id, hindrance)`, by id: those marked up to the instant `until` (SQL, timestamptz), on the day `today` (SQL, date in
 * Berlin). The list that people see, the question, the action and its report all ask this one statement.
 */
export const markedBoxesSql = (until: Sql, today: Sql) => sql<MarkedBox>`
  select ${selectList<MarkedBox>({
    id: "b.id",
    hindrance: sql`case
      when c.destruction_procedure = 1 then 'unapproved'
      when ${mayBeHeld} and exists (select from holds_on(b.id)) then 'held'
      when b.retain_until >= ${today} then 'kept' end`,
  })}
  from boxes b join customers c on c.id = b.customer_id where b.state = ${sql.lit(BoxState.marked)} and (${until} is null or b.marked <= ${until}) order by b.id`;

/** By what a list of marked boxes is known again: another box, or another reason, is another list. */
export function digestOf(boxes: readonly MarkedBox[]): string {
  const hash = createHash("sha256");
  for (const { id, hindrance } of boxes) hash.update(`${id} ${hindrance ?? ""}\n`);
  return hash.digest("hex");
}
