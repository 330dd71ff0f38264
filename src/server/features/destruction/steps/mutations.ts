import { type RawBuilder, sql } from "kysely";
import type {
  completeBatch as CompleteBatch,
  decideBatch as DecideBatch,
} from "#contract/calls/destruction/destruction-batches.ts";
import type { Body } from "#contract/route.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { BoxState } from "#rules/stock/box-state.ts";
import { BatchEvent, BatchState, LineDecision, parseBatch, showBatch } from "#rules/destruction/batch-state.ts";
import { type BatchAction, batchActionRefusal } from "#rules/destruction/batch-steps.ts";
import { normProblem } from "#rules/destruction/norm.ts";
import { HistoryKind } from "#rules/stock/history.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { changeBoxes } from "#server/database/boxes/box-changes.ts";
import { readerIn, type Transaction } from "#server/database/database.ts";
import { lockBatch, lockBoxes, type LockedBatch, recordBatchEvent } from "#server/database/destruction/batches.ts";
import { oneWith, viewOf } from "#server/database/destruction/batch-reads.ts";
import { type BatchLine, batchLines } from "#server/database/destruction/line-facts.ts";
import type { Scope } from "#server/database/scope.ts";
import { pickSent } from "#server/database/sent-fields.ts";
import { notifyCustomer } from "#server/database/messages/notify-by-mail.ts";
import { badInput, notFound, refuse } from "#server/http/errors.ts";
import { selectList } from "#server/database/sql/json.ts";

/** The user who takes a step, by a call or by a scan. */
export type Stepper = Pick<Scope, "userId" | "isStaff" | "customerIds">;

/** Highest number of lines that a refusal names. */
const codeLimit = 10;

const worst = {
  waits: true,
  one_proposed: true,
  one_approved: true,
  one_shredded: true,
  has_letter: false,
  left_over: 0,
};

/**
 * Locks a batch for a step of somebody, by the rights that they have now. @throws a 404 where it is not theirs to see, a 400 that says why
 * the step is not theirs to take
 */
export async function beginStep(tx: Transaction, who: Stepper, id: number, action: BatchAction): Promise<LockedBatch> {
  // looked at before it is locked: nobody waits for, or keeps waiting, what is not theirs to see
  const proposal = tx.selectFrom("destruction_batches").select("proposed_by").where("id", "=", id);
  const theirs = who.isStaff
    ? proposal
    : proposal.where("customer_id", "in", [0, ...who.customerIds]).where("proposed_by", "is not", null);
  if (!(await theirs.executeTakeFirst())) throw notFound();
  const batch = await lockBatch(tx, id);
  if (!batch) throw notFound();
  const right = await tx
    .selectFrom("customer_users")
    .select("may_approve_destruction as may")
    .where("user_id", "=", who.userId)
    .where("customer_id", "=", batch.customer_id)
    .forShare()
    .executeTakeFirst();
  const { rows } = await sql<typeof worst>`
    select ${selectList<typeof worst>({
      ...oneWith(who.userId),
      waits: sql`coalesce(d.wait_until > now(), false)`,
      has_letter: sql`exists (select from destruction_papers where batch_id = ${id}::int and kind = 'approval')`,
      left_over: sql`(select count(*)::int from destruction_lines
        where batch_id = ${id}::int and living and decision = ${LineDecision.approved}::smallint)`,
    })}
    from destruction_batches d where d.id = ${id}::int`.execute(tx);
  const [facts = worst] = rows;
  const why = batchActionRefusal(action, viewOf(who, { ...batch, ...facts, may_approve: right?.may ?? false }));
  if (why) throw refuse(refused.batchStep(why));
  return batch;
}

const living = sql`l.living`;

/** Refuses where something speaks against one of these lines, and names the first of them. */
export function refuseProblems(lines: readonly BatchLine[], field = "boxes"): void {
  const wrong = lines.filter(({ problems }) => problems.length > 0).slice(0, codeLimit);
  if (wrong.length === 0) return;
  throw badInput({ [field]: wrong.map(problemOf) });
}

const problemOf = ({ code, held, problems }: BatchLine) =>
  held === null
    ? refused.lineProblem(showBoxCode(code), problems.join(", "))
    : refused.boxHeld(showBoxCode(code), held);

/** The boxes of these lines, as a condition on `boxes`. */
const boxesOf = (lines: readonly BatchLine[]) => sql`id = any(${lines.map(({ box }) => box)}::bigint[])`;

/** Says whether papers about people are in a batch: papers of no known class may be. */
async function isPersonal(tx: Transaction, batch: number): Promise<boolean> {
  const { rows } = await sql<{ personal: boolean }>`
    select exists (
      select from destruction_lines l join boxes b on b.id = l.box_id left join retention_classes k on k.id = b.retention_class_id
      where l.batch_id = ${batch}::int and (coalesce(k.personal, true) or exists (
        select from contents i join retention_classes o on o.id = i.retention_class_id where i.box_id = b.id and o.personal))) as personal`.execute(
    tx,
  );
  return rows[0]?.personal ?? true;
}

/** @throws a 400 where its class and level do not go together, or not with papers about people */
async function refuseNorm(tx: Transaction, batch: LockedBatch): Promise<void> {
  const problem = normProblem(batch, await isPersonal(tx, batch.id));
  if (problem) throw badInput({ security_level: [problem] });
}

/** Proposes a draft: what its boxes hold is what the customer decides of. */
export async function proposeBatch(tx: Transaction, who: Stepper, id: number, today: string): Promise<void> {
  const batch = await beginStep(tx, who, id, "propose");
  await lockBoxes(tx, id);
  const lines = await batchLines(readerIn(tx), { batch: id, state: batch.state, today });
  refuseProblems(lines);
  await refuseNorm(tx, batch);
  const { userId } = who;
  const set = sql`state = ${BoxState.marked}::smallint, marked_from = state, marked = now()`;
  const unmarkedLines = lines.filter(({ state }) => state !== BoxState.marked);
  await changeBoxes(tx, boxesOf(unmarkedLines), { userId, kind: HistoryKind.marked, set });
  await changeBoxes(tx, boxesOf(lines), { userId, kind: HistoryKind.proposed, meta: { batch: id } });
  await sql`
    update destruction_lines l set metres_mm = b.size, contents_snapshot = coalesce(
      (select jsonb_agg(text order by i.id) from contents i where i.box_id = b.id), '[]')
    from boxes b where b.id = l.box_id and l.batch_id = ${id}::int`.execute(tx);
  await tx
    .updateTable("destruction_batches")
    .set({ state: BatchState.proposed, proposed_by: userId, proposed_at: sql`now()` })
    .where("id", "=", id)
    .execute();
  await recordBatchEvent(tx, id, userId, { kind: BatchEvent.proposed, meta: { boxes: lines.length } });
  await notifyCustomer(tx, batch.customer_id, { mail: "destructionProposed", batch: id, boxes: lines.length }, id);
}

type Decision = Body<typeof DecideBatch>;

/** Decides of every box of a batch, once. Rejected ones lose their mark; where all are, the batch ends. */
export async function decideBatch(
  tx: Transaction,
  who: Stepper,
  id: number,
  body: Decision,
  today: string,
): Promise<void> {
  const batch = await beginStep(tx, who, id, "decide");
  const letter = who.isStaff ? await lastLetter(tx, id) : undefined;
  if (body.rest && parseBatch(body.number ?? "") !== id)
    throw badInput({ number: [refused.wrongBatchNumber(showBatch(id))] });
  await lockBoxes(tx, id);
  const lines = await batchLines(readerIn(tx), { batch: id, state: batch.state, today });
  const { approved, rejected } = decisionsOf(id, lines, body);
  refuseProblems(approved, "lines");
  await keepDecisions(tx, who.userId, id, { approved, rejected });
  if (approved.length === 0) return endBatch(tx, who.userId, id, "Alle Boxen abgelehnt");
  await tx
    .updateTable("destruction_batches")
    .set({ state: BatchState.approved, approved_by: who.userId, approved_at: sql`now()` })
    .set({ approver_name: letter?.signer ?? null, approver_reference: letter?.reference ?? null })
    .where("id", "=", id)
    .execute();
  const { rows } = await sql<{
    decisions: string;
  }>`select encode(destruction_decisions(${id}::int), 'hex') as decisions`.execute(tx);
  const meta = { approved: approved.length, rejected: rejected.length, decisions: rows[0]?.decisions };
  const text = letter && `${letter.signer}, ${letter.reference}`;
  await recordBatchEvent(tx, id, who.userId, { kind: BatchEvent.approved, meta, text });
}

/** The last letter in which somebody signed for the customer. */
const lastLetter = (tx: Transaction, batch: number) =>
  tx
    .selectFrom("destruction_papers")
    .select(["signer", "reference"])
    .where("batch_id", "=", batch)
    .where("kind", "=", "approval")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();

interface LineDecisions {
  readonly approved: readonly BatchLine[];
  readonly rejected: readonly (BatchLine & { readonly why: string })[];
}

/**
 * Returns the decision on each line. @throws a 400 that names the first line that is not of this batch, named twice, undecided, or without a reason
 */
function decisionsOf(id: number, lines: readonly BatchLine[], { lines: given, rest }: Decision): LineDecisions {
  const byBox = new Map(given.map((decision) => [decision.box, decision]));
  const linesByBox = new Map(lines.map((line) => [line.box, line]));
  for (const { box, approved, reason } of given) {
    const line = linesByBox.get(box);
    if (!line) throw badInput({ lines: [refused.unknownBox] });
    if (!approved && reason === "")
      throw badInput({ lines: [refused.lineProblem(showBoxCode(line.code), "Bitte geben Sie einen Grund an")] });
  }
  if (byBox.size < given.length) throw badInput({ lines: [refused.lineTwice(showBatch(id))] });
  for (const { box, code, early_reason } of lines) {
    if (byBox.has(box)) continue;
    if (!rest) throw badInput({ lines: [refused.lineProblem(showBoxCode(code), "Bitte entscheiden Sie")] });
    if (early_reason !== null) throw badInput({ lines: [refused.earlyUndecided(showBoxCode(code))] });
  }
  const isApproved = (line: BatchLine) => byBox.get(line.box)?.approved ?? true;
  return {
    approved: lines.filter(isApproved),
    rejected: lines
      .filter((line) => !isApproved(line))
      .map((line) => ({ ...line, why: byBox.get(line.box)?.reason ?? "" })),
  };
}

async function keepDecisions(
  tx: Transaction,
  userId: number,
  id: number,
  { approved, rejected }: LineDecisions,
): Promise<void> {
  const decision = sql`decided_by = ${userId}::bigint, decided_at = now()`;
  await sql`
    update destruction_lines set decision = ${LineDecision.approved}::smallint, ${decision}
    where batch_id = ${id}::int and box_id = any(${approved.map(({ box }) => box)}::bigint[])`.execute(tx);
  await sql`
    update destruction_lines l set decision = ${LineDecision.rejected}::smallint, ${decision}, reason = r.why
    from unnest(${rejected.map(({ box }) => box)}::bigint[], ${rejected.map(({ why }) => why)}::text[]) r (box, why)
    where l.batch_id = ${id}::int and l.box_id = r.box`.execute(tx);
  const kind = HistoryKind.decided;
  await changeBoxes(tx, boxesOf(approved), { userId, kind, meta: { batch: id, to: "approved" } });
  for (const [text, lines] of Map.groupBy(rejected, ({ why }) => why))
    await changeBoxes(tx, boxesOf(lines), { userId, kind, meta: { batch: id, to: "rejected" }, text });
  await resetMarks(tx, userId, boxesOf(rejected));
}

async function resetMarks(tx: Transaction, userId: number, which: RawBuilder<unknown>): Promise<void> {
  const set = sql`state = marked_from, marked_from = null, marked = null`;
  const markedCondition = sql`${which} and state = ${BoxState.marked}::smallint`;
  await changeBoxes(tx, markedCondition, { userId, kind: HistoryKind.markReset, set });
}

/** Confirms an approved batch, as another person than the one who proposed it: from now on it waits. */
export async function confirmBatch(
  tx: Transaction,
  who: Stepper,
  id: number,
  number: string,
  today: string,
): Promise<void> {
  const batch = await beginStep(tx, who, id, "confirm");
  if (parseBatch(number) !== id) throw badInput({ number: [refused.wrongBatchNumber(showBatch(id))] });
  await lockBoxes(tx, id);
  const lines = await batchLines(readerIn(tx), { batch: id, state: batch.state, today, which: living });
  if (lines.length === 0) throw refuse(refused.nothingLeft);
  refuseProblems(lines);
  await changeBoxes(tx, boxesOf(lines), { userId: who.userId, kind: HistoryKind.confirmed, meta: { batch: id } });
  await tx
    .updateTable("destruction_batches")
    .set({ state: BatchState.confirmed, confirmed_by: who.userId, confirmed_at: sql`now()` }) // until when it waits the database says
    .where("id", "=", id)
    .execute();
  await recordBatchEvent(tx, id, who.userId, { kind: BatchEvent.confirmed, meta: { boxes: lines.length } });
}

/** Takes boxes out that are not to be destroyed after all; the certificate names them with the reason. */
export async function closeLines(
  tx: Transaction,
  who: Stepper,
  id: number,
  { boxes, reason, today }: { readonly boxes: readonly number[]; readonly reason: string; readonly today: string },
): Promise<void> {
  const batch = await beginStep(tx, who, id, "close");
  await lockBoxes(tx, id);
  const all = await batchLines(readerIn(tx), {
    batch: id,
    state: batch.state,
    today,
    which: sql`l.box_id = any(${boxes}::bigint[])`,
  });
  if (all.length < new Set(boxes).size) throw badInput({ boxes: [refused.unknownBox] });
  const destroyedLine = all.find((line) => !line.living);
  if (destroyedLine) throw badInput({ boxes: [refused.lineDone(showBoxCode(destroyedLine.code))] });
  await sql`
    update destruction_lines set not_destroyed_reason = ${reason}::text
    where batch_id = ${id}::int and box_id = any(${boxes}::bigint[])`.execute(tx);
  await resetMarks(tx, who.userId, boxesOf(all));
  await recordBatchEvent(tx, id, who.userId, {
    kind: BatchEvent.closed,
    meta: { boxes: all.map(({ code }) => code) },
    text: reason,
  });
}

/** Bears witness that every box is destroyed or taken out, as another person than the one at the shredder. */
export async function completeBatch(
  tx: Transaction,
  who: Stepper,
  id: number,
  given: Body<typeof CompleteBatch>,
): Promise<void> {
  const batch = await beginStep(tx, who, id, "complete");
  const set = pickSent(given);
  const { place, subcontractor } = { ...batch, ...set };
  if (place === "subcontractor" && subcontractor === "")
    throw badInput({ subcontractor: [refused.subcontractorMissing] });
  await tx
    .updateTable("destruction_batches")
    .set({ ...set, state: BatchState.destroyed, witness_by: who.userId, shredded_at: sql`now()` })
    .where("id", "=", id)
    .execute();
  await recordBatchEvent(tx, id, who.userId, { kind: BatchEvent.shredded });
}

/** Aborts a batch of which nothing was destroyed yet; every box goes back to the state that it had. */
export async function abortBatch(tx: Transaction, who: Stepper, id: number, reason: string): Promise<void> {
  await beginStep(tx, who, id, "abort");
  await lockBoxes(tx, id);
  await endBatch(tx, who.userId, id, reason);
}

async function endBatch(tx: Transaction, userId: number, id: number, reason: string): Promise<void> {
  await resetMarks(
    tx,
    userId,
    sql`id in (select box_id from destruction_lines where batch_id = ${id}::int and living)`,
  );
  await tx
    .updateTable("destruction_batches")
    .set({ state: BatchState.aborted, aborted_by: userId, aborted_at: sql`now()`, abort_reason: reason })
    .where("id", "=", id)
    .execute();
  await recordBatchEvent(tx, id, userId, { kind: BatchEvent.aborted, text: reason });
}
