import { type RawBuilder, sql } from "kysely";
import type {
  createBatch as CreateBatch,
  editBatch as EditBatch,
} from "#contract/calls/destruction/destruction-batches.ts";
import type { Body } from "#contract/route.ts";
import { maxBatchLines } from "#contract/limits.ts";
import { showCount } from "#rules/amounts.ts";
import { showBoxCode } from "#rules/stock/box-code.ts";
import { BoxState } from "#rules/stock/box-state.ts";
import { BatchEvent, BatchState, showBatch } from "#rules/destruction/batch-state.ts";
import { keptFor, findProblems } from "#rules/destruction/line-problems.ts";
import { normProblem } from "#rules/destruction/norm.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { unknownNumber } from "#server/database/billing/restored-numbers.ts";
import { readerIn, type Transaction } from "#server/database/database.ts";
import { recordBatchEvent } from "#server/database/destruction/batches.ts";
import { batchLines } from "#server/database/destruction/line-facts.ts";
import { pickSent } from "#server/database/sent-fields.ts";
import { beginStep, refuseProblems, type Stepper } from "#server/features/destruction/steps/mutations.ts";
import { badInput, refuse } from "#server/http/errors.ts";

/** Makes a draft; answers its number. @throws a 400 that names a box that must not be destroyed, and after a restore while nobody knows the next number */
export async function createBatch(
  tx: Transaction,
  userId: number,
  { customer: customerId, boxes, of, early_reason: earlyReason }: Body<typeof CreateBatch>,
  today: string,
): Promise<number> {
  if ((boxes === undefined) === (of === undefined)) throw badInput({ boxes: [refused.boxesOrKind] });
  const customer = await tx
    .selectFrom("customers")
    .select(["destruction_procedure", "protection_class", "security_level"])
    .where("id", "=", customerId)
    .forShare()
    .executeTakeFirst();
  if (!customer) throw badInput({ customer: [refused.unknownCustomer] });
  const { destruction_procedure, ...norm } = customer;
  if (destruction_procedure === 0) throw badInput({ customer: [refused.noProcedure] });
  await sql`lock table destruction_batches in share row exclusive mode`.execute(tx); // of two at once each has the next number
  const unknown = await unknownNumber(readerIn(tx), "batch", null);
  if (unknown) throw refuse(unknown);
  const next = sql<number>`(
    select greatest(coalesce(max(id), 0), (select max(named) from restored_numbers where series = 'batch')) + 1 from destruction_batches)`;
  const { id } = await tx
    .insertInto("destruction_batches")
    .values({ id: next, customer_id: customerId, created_by: userId, ...norm })
    .returning("id")
    .executeTakeFirstOrThrow();
  const adding = { batch: id, customerId, today, earlyReason };
  if (boxes) await addNamed(tx, boxes, adding);
  else await addAll(tx, of === "due" ? isDue(today) : sql`b.state = ${BoxState.marked}::smallint`, adding);
  await recordBatchEvent(tx, id, userId, { kind: BatchEvent.created });
  return id;
}

interface Adding {
  readonly batch: number;
  readonly customerId: number;
  readonly today: string;
  readonly earlyReason: string | undefined;
}

const isDue = (today: string) => sql`
  (b.retain_until < ${today}::date or b.retain_until is null and b.meta_destroy_year is not null)
  and coalesce(b.meta_destroy_year <= extract(year from ${today}::date), true)
  and b.state not in (${BoxState.destroyed}::smallint, ${BoxState.ordered}::smallint)`;

const isInBatch = sql`exists (select from destruction_lines o where o.box_id = b.id and o.living)`;

/** Adds boxes `b`; answers how many. Whoever adds one of them at the same moment is waited for. */
async function insertLines(
  tx: Transaction,
  which: RawBuilder<unknown>,
  { batch, customerId }: Adding,
): Promise<number> {
  await sql`select from boxes b where b.customer_id = ${customerId}::bigint and ${which} order by b.id for update`.execute(
    tx,
  );
  const { numAffectedRows } = await sql`
    insert into destruction_lines (batch_id, box_id, customer_id)
    select ${batch}::int, b.id, b.customer_id from boxes b where b.customer_id = ${customerId}::bigint and ${which} order by b.id`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0);
}

/** All or none of the boxes that somebody named. */
async function addNamed(tx: Transaction, boxes: readonly number[], adding: Adding): Promise<void> {
  const which = sql`b.id = any(${boxes}::bigint[])`;
  const { rows } = await sql<{ code: string; batch: number }>`
    select b.code, l.batch_id as batch from boxes b join destruction_lines l on l.box_id = b.id and l.living
    where b.customer_id = ${adding.customerId}::bigint and ${which} order by b.code limit 1`.execute(tx);
  const [taken] = rows;
  if (taken)
    throw badInput({ boxes: [refused.lineProblem(showBoxCode(taken.code), `steht in ${showBatch(taken.batch)}`)] });
  const addedCount = await insertLines(tx, which, adding);
  if (addedCount < new Set(boxes).size) throw badInput({ boxes: [refused.unknownBox] });
  await judge(tx, adding, sql`l.box_id = any(${boxes}::bigint[])`, true);
  await refuseTooMany(tx, adding.batch);
}

/** Those of many boxes that nothing speaks against. */
async function addAll(tx: Transaction, which: RawBuilder<unknown>, adding: Adding): Promise<void> {
  await insertLines(tx, sql`${which} and not ${isInBatch}`, adding);
  await judge(tx, adding, sql`true`, false);
  await refuseTooMany(tx, adding.batch);
}

/** Boxes that must be kept for longer go in with the reason that was given; any other problem refuses the call, or leaves the box out. */
async function judge(tx: Transaction, adding: Adding, which: RawBuilder<unknown>, all: boolean): Promise<void> {
  const { batch, today, earlyReason } = adding;
  const asking = { state: BatchState.draft, today };
  const lines = await batchLines(readerIn(tx), { batch, ...asking, which });
  const early =
    earlyReason === undefined ? [] : lines.filter((line) => keptFor(line, today) !== null).map(({ box }) => box);
  await sql`
    update destruction_lines set early_reason = ${earlyReason ?? null}::text
    where batch_id = ${batch}::int and box_id = any(${early}::bigint[])`.execute(tx);
  const verdicts = lines.map((line) => {
    const early_reason = early.includes(line.box) ? (earlyReason ?? null) : line.early_reason;
    return { ...line, problems: findProblems({ ...line, early_reason }, asking) };
  });
  if (all) return refuseProblems(verdicts);
  const rejectedBoxes = verdicts.filter(({ problems }) => problems.length > 0).map(({ box }) => box);
  await sql`delete from destruction_lines where batch_id = ${batch}::int and box_id = any(${rejectedBoxes}::bigint[])`.execute(
    tx,
  );
}

async function refuseTooMany(tx: Transaction, batch: number): Promise<void> {
  const { rows } = await sql<{ lines: number }>`
    select count(*)::int as lines from destruction_lines where batch_id = ${batch}::int`.execute(tx);
  const lines = rows[0]?.lines ?? 0;
  if (lines === 0) throw badInput({ boxes: [refused.nothingToDestroy] });
  if (lines > maxBatchLines) throw badInput({ boxes: [refused.tooManyLines(showCount(maxBatchLines))] });
}

/** Changes a draft. */
export async function editBatch(
  tx: Transaction,
  who: Stepper,
  id: number,
  { add, remove, early_reason: earlyReason, ...given }: Body<typeof EditBatch>,
  today: string,
): Promise<void> {
  const batch = await beginStep(tx, who, id, "edit");
  const set = pickSent(given);
  const problem = normProblem({ ...batch, ...set }, false); // what is in it decides when it is proposed
  if (problem) throw badInput({ security_level: [problem] });
  if (Object.keys(set).length > 0) await tx.updateTable("destruction_batches").set(set).where("id", "=", id).execute();
  if (remove)
    await sql`delete from destruction_lines where batch_id = ${id}::int and box_id = any(${remove}::bigint[])`.execute(
      tx,
    );
  if (add) await addNamed(tx, add, { batch: id, customerId: batch.customer_id, today, earlyReason });
  await refuseTooMany(tx, id);
  const meta = { ...set, ...(add && { added: add.length }), ...(remove && { removed: remove.length }) };
  await recordBatchEvent(tx, id, who.userId, { kind: BatchEvent.changed, meta });
}

/** A paper as it was uploaded. */
export interface Letter {
  readonly type: string;
  readonly bytes: Buffer;
  readonly signer: string;
  readonly reference: string;
}

/** Keeps the letter that the customer has signed; the last one counts. */
export async function attachLetter(
  tx: Transaction,
  who: Stepper,
  id: number,
  { type, bytes, ...signed }: Letter,
): Promise<void> {
  await beginStep(tx, who, id, "attach");
  const { sha256 } = await tx
    .insertInto("destruction_papers")
    .values({ batch_id: id, kind: "approval", content_type: type, bytes, ...signed, user_id: who.userId })
    .returning("sha256")
    .executeTakeFirstOrThrow();
  await recordBatchEvent(tx, id, who.userId, {
    kind: BatchEvent.letter,
    meta: { sha256: sha256.toString("hex"), ...signed },
  });
}
