import { sql } from "kysely";
import { HistoryKind } from "#rules/stock/history.ts";
import type { Reader } from "#server/database/database.ts";
import type { Fault, VerifiedPart } from "./verify-history.ts";
import { selectList } from "#server/database/sql/json.ts";

/** Result of the proof of entries that were taken over. It shows that the entries are those that arrived, not that their content is true. */
export interface TakenProof {
  readonly entries: number;
  readonly boxes: number;
  /** Boxes of which texts were blanked: their digest is not over what is left. */
  readonly blanked: number;
  readonly faults: readonly Fault[];
}

interface TakenBox {
  readonly box: number;
  readonly entries: number;
  readonly blanked: boolean;
  readonly wrong: boolean;
}

const takenBox = selectList<TakenBox>({
  box: sql`coalesce(there.box_id, recorded.box_id)`,
  entries: sql`coalesce(there.entries, 0)`,
  blanked: sql`coalesce(blanked, false)`,
  wrong: sql`coalesce(there.entries, 0) is distinct from recorded.entries or there.sum is distinct from recorded.sum and not blanked`,
});

/** Makes the digest of each box's entries anew, and compares it with the one that its history began with, which is chained and sealed. */
export async function proveTaken(db: Reader, part: VerifiedPart = "all"): Promise<TakenProof> {
  const which = (box: string) => {
    const id = sql.ref(box);
    if (part === "all") return sql`true`;
    if ("box" in part) return sql`${id} = ${part.box}::bigint`;
    return sql`${id} in (select id from boxes where customer_id = ${part.customer}::bigint
      union all select box_id from deleted_boxes where customer_id = ${part.customer}::bigint)`;
  };
  const { rows } = await sql<TakenBox>`
    with there as (
      select box_id, count(*)::int as entries, bool_or(blanked is not null) as blanked,
        encode(sha256(string_agg(taken_bytes(t), ''::bytea order by id)), 'hex') as sum
      from taken_entries t where ${which("t.box_id")} group by box_id),
    recorded as (select box_id, meta ->> 'sum' as sum, coalesce((meta ->> 'entries')::int, 0) as entries from history h
      where kind = ${HistoryKind.takenOver}::smallint and seq = 1 and ${which("h.box_id")})
    select ${takenBox}
    from there full join recorded using (box_id)`.execute(db);
  const faults = rows
    .filter(({ wrong }) => wrong)
    .map(({ box }) => ({ boxId: box, what: "the entries that were taken over are not those that came" }));
  const kept = rows.filter(({ entries }) => entries > 0);
  return {
    entries: kept.reduce((sum, { entries }) => sum + entries, 0),
    boxes: kept.length,
    blanked: rows.filter(({ blanked }) => blanked).length,
    faults,
  };
}
