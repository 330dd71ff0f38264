import { type RawBuilder, sql } from "kysely";
import { ContentState } from "#rules/stock/content-state.ts";
import type { BatchState, LineDecision } from "#rules/destruction/batch-state.ts";
import { type LineFacts, findProblems } from "#rules/destruction/line-problems.ts";
import { auditOpen } from "#rules/texts/refusal-texts.ts";
import type { Reader } from "#server/database/database.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

/** A line of a batch with all that decides whether its box may go on. */
export interface BatchLine extends LineFacts {
  readonly box: number;
  readonly code: string;
  readonly size: number;
  readonly meta_year: number | null;
  readonly contents: readonly string[];
  readonly decision: LineDecision;
  readonly reason: string | null;
  /** When it was made ready for the shredder, and by whom. */
  readonly staged: { readonly at: string; readonly by: string } | null;
  readonly scanned: string | null;
  readonly not_destroyed_reason: string | null;
  readonly weight_kg: string | null;
  readonly living: boolean;
  /** Objections to destroying the box. */
  readonly problems: readonly string[];
}

interface Row extends Omit<BatchLine, "held" | "problems" | "staged"> {
  readonly staged_at: string | null;
  readonly staged_by: string | null;
  readonly label: string | null;
  readonly audit_from: number | null;
}

/** Where a box or one of its contents is promised to somebody. */
export const isOrdered = sql`(exists (select from delivery_boxes o where o.box_id = b.id and o.open and o.missing is null)
  or exists (select from delivery_contents o where o.box_id = b.id and o.open and o.missing is null))`;

/** Lines `l` of boxes `b`; whether they are closed does not matter here. */
const lineRow = selectList<Row>({
  ...fromTable("b", "code", "size", "state", "marked_from", "meta_year", "meta_destroy_year", "retain_until"),
  ...fromTable("l", "early_reason", "decision", "reason", "staged_at", "not_destroyed_reason", "living"),
  ...fromTable("h", "label", "audit_from"),
  box: "l.box_id",
  ordered: isOrdered,
  contents: sql`coalesce(i.texts, '[]')`,
  outside: sql`coalesce(i.outside, '{}')`,
  changed: sql`l.contents_snapshot is not null and l.contents_snapshot <> coalesce(i.texts, '[]')`,
  elsewhere: sql`null::int`,
  unclear: sql`exists (select from cases k where k.box_id = b.id and k.state <> 4)`,
  staged_by: sql`(select trim(first_name || ' ' || last_name) from users where id = l.staged_by)`,
  scanned: "l.scanned_at",
  weight_kg: sql`l.weight_kg::text`,
});
const lines = sql`
  destruction_lines l join boxes b on b.id = l.box_id
  left join lateral (select * from holds_on(b.id) limit 1) h on true
  left join lateral (
    select jsonb_agg(text order by id) as texts, array_agg(text order by id) filter (where state = ${sql.lit(ContentState.outside)}) as outside
    from contents where box_id = b.id) i on true`;

interface Asking {
  readonly batch: number;
  readonly state: BatchState;
  /** `YYYY-MM-DD`, in Berlin. */
  readonly today: string;
  /** Selection among the batch's lines; all by default. */
  readonly which?: RawBuilder<unknown>;
  readonly page?: RawBuilder<unknown>;
}

/** The lines of a batch by code, with what speaks against each. */
export async function batchLines(db: Reader, { batch, state, today, which, page }: Asking): Promise<BatchLine[]> {
  const { rows } = await sql<Row>`
    select ${lineRow} from ${lines}
    where l.batch_id = ${batch}::int${which ? sql` and ${which}` : sql``}
    order by b.code ${page ?? sql``}`.execute(db);
  return rows.map(({ label, audit_from, staged_at: at, staged_by: by, ...row }) => {
    const reason = label ?? (audit_from === null ? null : auditOpen(audit_from));
    const line = { ...row, held: reason, staged: at === null || by === null ? null : { at, by } };
    // what has left the batch is nobody's problem any more
    return { ...line, problems: row.living ? findProblems(line, { state, today }) : [] };
  });
}
