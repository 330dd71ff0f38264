import { sql } from "kysely";
import { showBatch } from "#rules/destruction/batch-state.ts";
import { batchActionRefusal, isTheirTurn } from "#rules/destruction/batch-steps.ts";
import { whyNotChange } from "#rules/destruction/procedure-changes.ts";
import { daysToAnswer, type WaitingKind, type WaitingThings } from "#rules/waiting-lines.ts";
import type { Reader, Sql } from "#server/database/database.ts";
import { joinById, ownRows, type Scope } from "#server/database/scope.ts";
import { oneWith, viewOf } from "./batch-reads.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

type BatchRow = Parameters<typeof viewOf>[1] & {
  readonly id: number;
  readonly since: string;
  readonly unanswered: boolean;
  /** True where the batch waits for an approval that no user of the customer can give: none who may can sign in any more. */
  readonly nobody: boolean;
  readonly customer_id: number;
  readonly customer_name: string;
};

const batchColumns = sql`
  id, customer_id, state, proposed_by, approved_by, approver_reference, shredded_by, wait_until, created, proposed_at, approved_at, confirmed_at, begun_at, shredded_at`;

const mayApprove = (userId: number, of: Sql) => sql`exists (
  select from customer_users u where u.user_id = ${userId}::bigint and u.customer_id = ${of}.customer_id and u.may_approve_destruction)`;

const canApprove = sql`exists (
  select from customer_users k cross join lateral ${joinById("users", sql`active, is_staff, service`, sql`k.user_id`)} u
  where k.customer_id = d.customer_id and k.may_approve_destruction and u.active and not u.is_staff and not u.service)`;

const openBatches = (userId: number, from: Sql, which: Sql) => sql<BatchRow>`
  select ${selectList<BatchRow>({
    ...fromTable("d", "id", "customer_id", "state", "proposed_by", "shredded_by", "wait_until"),
    ...oneWith(userId),
    customer_name: "c.name",
    nobody: sql`d.state = 1 and not ${canApprove}`,
    waits: sql`coalesce(d.wait_until > now(), false)`,
    may_approve: mayApprove(userId, sql`d`),
    has_letter: sql`exists (select from destruction_papers p where p.batch_id = d.id and p.kind = 'approval')`,
    left_over: sql`(exists (select from destruction_lines l
      where l.batch_id = d.id and l.living and l.decision = 1))::int`,
    since: sql`case d.state when 0 then d.created when 1 then d.proposed_at when 2 then d.approved_at
      when 3 then greatest(d.confirmed_at, d.wait_until)
      when 4 then d.begun_at else d.shredded_at end`,
    unanswered: sql`coalesce(d.proposed_at < now() - make_interval(days => ${sql.lit(daysToAnswer)}), false)`,
  })}
  from ${from} cross join lateral ${joinById("customers", sql`name`, sql`d.customer_id`)} c
  where d.state not in (6, 9) and ${which} order by since, d.id`;

/** Returns the caller's task on a batch; undefined where the batch waits for somebody else. */
function batchKind(scope: Scope, row: BatchRow): WaitingKind | undefined {
  const view = viewOf(scope, row);
  if (isTheirTurn(view))
    return (
      {
        0: "batch_draft",
        1: "batch_approve",
        2: "batch_confirm",
        3: "batch_shred",
        4: row.left_over > 0 ? "batch_shred" : "batch_witness",
        5: "batch_certify",
        6: undefined,
        9: undefined,
      } as const
    )[row.state];
  if (scope.isStaff && row.state === 1 && batchActionRefusal("decide", view) === null) return "batch_letter";
  if (row.nobody) return "batch_nobody";
  if (!scope.isStaff || row.state !== 1) return undefined;
  return row.unanswered ? "batch_unanswered" : undefined;
}

const mostNamed = 5;

/** The names of the customers whose batches wait. */
function namesOf(batches: readonly BatchRow[]): string {
  const names = [...new Map(batches.map((batch) => [batch.customer_id, batch.customer_name])).values()];
  return `${names.slice(0, mostNamed).join(", ")}${names.length > mostNamed ? " und weitere" : ""}`;
}

/** Returns the work on destructions with approval that waits for the caller; for those that nobody can approve, the customers. */
export async function batchesFor(db: Reader, scope: Scope): Promise<WaitingThings[]> {
  const rows = scope.isStaff
    ? await db.list("home-batches", openBatches(scope.userId, sql`destruction_batches d`, sql`true`))
    : await db.list(
        "home-batches-seen",
        openBatches(
          scope.userId,
          ownRows("destruction_batches", batchColumns, scope.customerIds, sql`d`),
          sql`d.proposed_at is not null`,
        ),
      );
  const byKind = Map.groupBy(rows, (row) => batchKind(scope, row));
  return [...byKind].flatMap(([kind, its]) => {
    const [oldest] = its;
    if (!kind || !oldest) return [];
    const first =
      kind === "batch_nobody"
        ? { id: oldest.customer_id, name: namesOf(its) }
        : { id: oldest.id, name: showBatch(oldest.id) };
    return [{ kind, count: its.length, since: oldest.since, first }];
  });
}

interface ChangeRow {
  readonly customer_id: number;
  readonly name: string;
  readonly asked_at: string;
  readonly is_open: boolean;
  readonly is_agreed: boolean;
  readonly has_asked: boolean;
  readonly is_one: boolean;
}

const changeColumns = sql`customer_id, asked_by, asked_at, agreed_at, done_at, withdrawn_at`;
const isOpen = sql`p.withdrawn_at is null and p.done_at is null`;

/** Changes `p` that have not taken effect, and those that did within thirty days, the one that was asked for first before the others. */
const changes = (userId: number, from: Sql, which: Sql) => sql<ChangeRow>`
  select ${selectList<ChangeRow>({
    ...fromTable("p", "customer_id", "asked_at"),
    name: "c.name",
    is_open: isOpen,
    is_agreed: sql`p.agreed_at is not null`,
    has_asked: sql`p.asked_by = ${userId}::bigint`,
    is_one: sql`p.agreed_at is null and may_be_one(p.asked_by, ${userId}::bigint)`,
  })}
  from ${from} cross join lateral ${joinById("customers", sql`name`, sql`p.customer_id`)} c
  where (${isOpen} or p.done_at > now() - interval '30 days') and ${which} order by p.asked_at`;

/** Returns the changes of procedures that wait for the caller as their second person, and the number of others to report. */
export async function procedureChangesFor(db: Reader, { userId, isStaff, customerIds }: Scope) {
  const rows = isStaff
    ? await db.list("home-procedures", changes(userId, sql`procedure_changes p`, sql`true`))
    : await db.list(
        "home-procedures-seen",
        changes(userId, ownRows("procedure_changes", changeColumns, customerIds, sql`p`), mayApprove(userId, sql`p`)),
      );
  const mine = rows.filter(
    (row) =>
      row.is_open &&
      !row.is_agreed &&
      whyNotChange("agree", {
        isClosed: false,
        isAgreed: false,
        hasAsked: row.has_asked,
        isOneWithAsker: row.is_one,
      }) === null,
  );
  const [oldest] = mine;
  const lines: WaitingThings[] = oldest
    ? [
        {
          kind: "procedure",
          count: mine.length,
          since: oldest.asked_at,
          first: { id: oldest.customer_id, name: oldest.name },
        },
      ]
    : [];
  return { lines, news: rows.length - mine.length };
}
