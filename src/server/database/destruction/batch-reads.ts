import { type RawBuilder, sql } from "kysely";
import { berlinDay } from "#rules/dates.ts";
import { type BatchEvent, BatchState, LineDecision, showBatch } from "#rules/destruction/batch-state.ts";
import {
  type BatchAction,
  batchActions,
  type BatchView,
  isTheirTurn,
  nextStep,
  batchActionRefusal,
} from "#rules/destruction/batch-steps.ts";
import type { Carrier } from "#rules/destruction/norm.ts";
import { archiveAuthor } from "#rules/stock/history.ts";
import type { Reader } from "#server/database/database.ts";
import type { Scope } from "#server/database/scope.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

/** A draft is the archive's own; a customer's user sees what was proposed to their customers. */
export const seenBatches = ({ isStaff, customerIds }: Scope): RawBuilder<boolean> =>
  isStaff ? sql`true` : sql`(d.customer_id = any(${customerIds}::bigint[]) and d.proposed_at is not null)`;

/** A batch as who asks sees it. */
export interface SeenBatch {
  readonly id: number;
  readonly number: string;
  readonly customer: { readonly id: number; readonly code: number; readonly name: string };
  readonly state: BatchState;
  readonly created: string;
  readonly boxes: number;
  readonly metres: number;
  readonly wait_until: string | null;
  readonly from_day: string | null;
  readonly next: string;
  readonly turn: boolean;
}

/** The same with all that is known of it, and why they may not do what they may not do. */
export interface SeenDetail extends SeenBatch {
  readonly protection_class: number;
  readonly security_level: number;
  readonly carrier: Carrier;
  readonly place: "house" | "subcontractor";
  readonly machine: string;
  readonly subcontractor: string;
  readonly contents: number;
  readonly approved: number;
  readonly rejected: number;
  readonly staged: number;
  readonly scanned: number;
  readonly closed: number;
  readonly left: number;
  readonly approver: { readonly name: string; readonly reference: string | null } | null;
  readonly letter: boolean;
  readonly certificate: { readonly number: string; readonly sha256: string; readonly digest: string } | null;
  readonly abort_reason: string | null;
  readonly events: { kind: BatchEvent; at: string; who: string; text: string | null }[];
  readonly actions: Record<BatchAction, string | null>;
}

interface Row {
  readonly id: number;
  readonly customer_id: number;
  readonly customer_code: number;
  readonly customer_name: string;
  readonly state: BatchState;
  readonly created: string;
  readonly proposed_by: number | null;
  readonly shredded_by: number | null;
  readonly wait_until: string | null;
  readonly waits: boolean;
  readonly may_approve: boolean;
  readonly one_proposed: boolean;
  readonly one_approved: boolean;
  readonly one_shredded: boolean;
  readonly has_letter: boolean;
  readonly boxes: number;
  readonly mm: number;
  readonly approved: number;
  readonly rejected: number;
  readonly staged: number;
  readonly scanned: number;
  readonly closed: number;
  readonly left_over: number;
  readonly contents: number;
  readonly count: number;
}

/** Returns SQL that says whether somebody and the person who took the step before may be one person, where that matters. */
export const oneWith = (userId: number) => ({
  one_proposed: sql`d.state in (${BatchState.proposed}::smallint, ${BatchState.approved}::smallint)
    and may_be_one(d.proposed_by, ${userId}::bigint)`,
  one_approved: sql`d.state = ${BatchState.approved}::smallint and d.approver_reference is null
    and may_be_one(d.approved_by, ${userId}::bigint)`,
  one_shredded: sql`d.state = ${BatchState.shredding}::smallint and may_be_one(d.shredded_by, ${userId}::bigint)`,
});

const batchFields = (scope: Scope) => ({
  ...fromTable("d", "id", "customer_id", "state", "created", "proposed_by", "shredded_by", "wait_until"),
  ...fromTable("n", "boxes", "mm", "approved", "rejected", "staged", "scanned", "closed", "left_over", "contents"),
  ...oneWith(scope.userId),
  customer_code: "c.code",
  customer_name: "c.name",
  waits: sql`coalesce(d.wait_until > now(), false)`,
  may_approve: sql`exists (
    select from customer_users u
    where u.user_id = ${scope.userId}::bigint and u.customer_id = d.customer_id and u.may_approve_destruction)`,
  has_letter: sql`exists (select from destruction_papers p where p.batch_id = d.id and p.kind = 'approval')`,
});

const tables = sql`
  destruction_batches d join customers c on c.id = d.customer_id
  cross join lateral (
    select count(*)::int as boxes, coalesce(sum(coalesce(l.metres_mm, b.size)), 0)::int as mm,
      (count(*) filter (where l.decision = ${LineDecision.approved}))::int as approved,
      (count(*) filter (where l.decision = ${LineDecision.rejected}))::int as rejected,
      (count(*) filter (where l.living and l.staged_at is not null))::int as staged,
      (count(*) filter (where l.scanned_at is not null))::int as scanned,
      (count(*) filter (where l.not_destroyed_reason is not null))::int as closed,
      (count(*) filter (where l.living and l.decision = ${LineDecision.approved}))::int as left_over,
      coalesce(sum((select count(*) from contents where box_id = b.id)), 0)::int as contents
    from destruction_lines l join boxes b on b.id = l.box_id where l.batch_id = d.id) n`;

/** Returns the facts of a batch and its viewer, for the table of steps. */
export const viewOf = (
  scope: Pick<Scope, "userId" | "isStaff">,
  row: Pick<
    Row,
    | "state"
    | "proposed_by"
    | "shredded_by"
    | "wait_until"
    | "waits"
    | "may_approve"
    | "one_proposed"
    | "one_approved"
    | "one_shredded"
    | "has_letter"
    | "left_over"
  >,
): BatchView => ({
  state: row.state,
  isStaff: scope.isStaff,
  mayApprove: !scope.isStaff && row.may_approve,
  hasProposed: row.proposed_by === scope.userId,
  hasShredded: row.shredded_by === scope.userId,
  isOneWithProposer: row.one_proposed,
  isOneWithApprover: row.one_approved,
  isOneWithShredder: row.one_shredded,
  hasLetter: row.has_letter,
  left: row.left_over,
  waitsFor: row.waits ? berlinDay(new Date(row.wait_until ?? "")) : null,
});

function batchOf(scope: Scope, row: Row): SeenBatch {
  const view = viewOf(scope, row);
  return {
    id: row.id,
    number: showBatch(row.id),
    customer: { id: row.customer_id, code: row.customer_code, name: row.customer_name },
    state: row.state,
    created: row.created,
    boxes: row.boxes,
    metres: row.mm / 1000,
    wait_until: row.wait_until,
    from_day: view.waitsFor,
    next: nextStep[row.state],
    turn: isTheirTurn(view),
  };
}

interface LineRequest {
  readonly which: RawBuilder<unknown>;
  readonly turn?: boolean | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** Batches that the caller sees, the newest first, and how many there are. */
export async function batchesOf(db: Reader, scope: Scope, { which, turn, limit, offset }: LineRequest) {
  const seen = sql`${tables} where ${seenBatches(scope)} and ${which}`;
  if (turn === undefined) {
    const { rows } = await sql<Row>`
      select ${selectList<Row>({ ...batchFields(scope), count: sql`count(*) over ()::int` })} from ${seen}
      order by d.id desc limit ${limit} offset ${offset}`.execute(db);
    return { count: rows[0]?.count ?? 0, batches: rows.map((row) => batchOf(scope, row)) };
  }
  // what is on somebody is decided by the table of steps; few batches are open at a time
  const { rows } = await sql<Row>`
    select ${selectList<Row>({ ...batchFields(scope), count: sql`0` })} from ${seen}
      and d.state not in (6, 9) order by d.id desc`.execute(db);
  const theirs = rows.map((row) => batchOf(scope, row)).filter((batch) => batch.turn === turn);
  return { count: theirs.length, batches: theirs.slice(offset, offset + limit) };
}

interface Details {
  readonly protection_class: number;
  readonly security_level: number;
  readonly carrier: Carrier;
  readonly place: "house" | "subcontractor";
  readonly machine: string;
  readonly subcontractor: string;
  readonly approver: string | null;
  readonly approver_reference: string | null;
  readonly certificate_number: string | null;
  readonly sha256: string | null;
  readonly digest: string | null;
  readonly abort_reason: string | null;
  readonly events: { kind: BatchEvent; at: string; who: string; is_staff: boolean; text: string | null }[];
}

const detailFields = {
  ...fromTable("d", "protection_class", "security_level", "carrier", "place", "machine", "subcontractor"),
  ...fromTable("d", "approver_reference", "certificate_number", "abort_reason"),
  approver: sql`coalesce(d.approver_name, (select trim(first_name || ' ' || last_name) from users
    where id = d.approved_by))`,
  sha256: sql`encode(d.certificate_sha256, 'hex')`,
  digest: sql`encode(d.certificate_digest, 'hex')`,
  events: sql`(select coalesce(json_agg(json_build_object('kind', e.kind, 'at', e.created, 'who', trim(u.first_name
    || ' ' || u.last_name),
      'is_staff', u.is_staff, 'text', e.text) order by e.seq), '[]')
    from destruction_events e join users u on u.id = e.user_id where e.batch_id = d.id)`,
};

/** A batch with what the caller may do to it; undefined where there is none or it is not theirs to see. */
export async function batchById(db: Reader, scope: Scope, id: number): Promise<SeenDetail | undefined> {
  const { rows } = await sql<Row & Details>`
    select ${selectList<Row & Details>({ ...batchFields(scope), ...detailFields, count: sql`0` })} from ${tables}
    where ${seenBatches(scope)} and d.id = ${id}::int`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const view = viewOf(scope, row);
  const { approver: name, approver_reference: reference, certificate_number: number, sha256, digest } = row;
  return {
    ...batchOf(scope, row),
    protection_class: row.protection_class,
    security_level: row.security_level,
    carrier: row.carrier,
    place: row.place,
    machine: row.machine,
    subcontractor: row.subcontractor,
    contents: row.contents,
    approved: row.approved,
    rejected: row.rejected,
    staged: row.staged,
    scanned: row.scanned,
    closed: row.closed,
    left: row.left_over,
    approver: name !== null ? { name, reference } : null,
    letter: row.has_letter,
    certificate: number !== null && sha256 !== null && digest !== null ? { number, sha256, digest } : null,
    abort_reason: row.abort_reason,
    events: row.events.map(({ kind, at, who, is_staff, text }) => ({
      kind,
      at: new Date(at).toISOString(),
      who: scope.isStaff || !is_staff ? who : archiveAuthor,
      text,
    })),
    actions: Object.fromEntries(
      batchActions.map((action) => [action, batchActionRefusal(action, view)]),
    ) as SeenDetail["actions"],
  };
}
