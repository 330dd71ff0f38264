import { createHash } from "node:crypto";
import { sql } from "kysely";
import { MalformedOperation, Operation, type OperationResult, scanId } from "#contract/schemas/scanning/scans.ts";
import { scanInstant } from "#rules/scanning/scan-instant.ts";
import { bareCode, parseBoxCode, showBoxCode } from "#rules/stock/box-code.ts";
import { parseRowScan } from "#rules/stock/positions.ts";
import { severalCalled } from "#rules/texts/delivery-refusals.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { isAboutWork, type Reason } from "#rules/texts/refusals.ts";
import { codesCalled } from "#server/database/boxes/box-numbers.ts";
import { lastChange } from "#server/database/last-change.ts";
import type { Database, Transaction } from "#server/database/database.ts";
import type { ScanAuthor, StoringUndo } from "#server/database/tables.ts";
import { perform, type ScanRules } from "#server/features/scanning/actions/mutations.ts";
import { badInput, brokenConstraint, Refusal, refuse, refuseIssues } from "#server/http/errors.ts";

/** The user who sends scans, and the device. */
export interface ScanSender extends ScanRules {
  readonly userId: number;
  readonly device?: string | undefined;
  /** Version of the device's program. */
  readonly app?: string | undefined;
  /** When the scans came, and what the device's clock said then. */
  readonly now: Date;
  readonly clock?: string | undefined;
}

/** An answer as it is kept. */
type Outcome = Pick<OperationResult, "status" | "state" | "code" | "message" | "by">;
/** An answer without the box, which is read when all are there. */
export type ScanResult = Omit<OperationResult, "box">;

const refusal = ({ code, message }: Reason, by: ScanAuthor | null = null): Outcome => ({
  status: "refused",
  state: null,
  code,
  message,
  by,
});

/**
 * Carries out scans in order, each on its own: a later one may depend on an earlier one, and one that is malformed is refused
 * alone.
 */
export async function carryOutAll(
  db: Database,
  sender: ScanSender,
  operations: readonly (Operation | MalformedOperation)[],
): Promise<ScanResult[]> {
  const results = [];
  for (const [index, operation] of operations.entries()) {
    const isMalformed = operation instanceof MalformedOperation;
    results.push(isMalformed ? answerMalformed(operation, index) : await carryOut(db, sender, operation));
  }
  return results;
}

/** Not kept: it says the same each time, and a later version may understand it. Without a usable id the index stands for it. */
function answerMalformed({ given }: MalformedOperation, index: number): ScanResult {
  const id = scanId.safeParse((given as { id?: unknown } | null)?.id).data ?? String(index);
  const issues = Operation.safeParse(given).error?.issues ?? [];
  return { id, again: false, ...refusal(refuseIssues(issues, given)) };
}

/**
 * Carries out one scan in a transaction of its own. The id is kept with the answer in the same transaction, so that a
 * scan that is sent again answers the same and changes nothing (product 7).
 */
async function carryOut(db: Database, sender: ScanSender, operation: Operation): Promise<ScanResult> {
  const previousAnswer = await answeredBefore(db, operation);
  if (previousAnswer) return { id: operation.id, ...previousAnswer };
  try {
    return await db.write(async (tx) => {
      const meant = await withCode(tx, operation);
      const box = await claim(tx, sender, operation, meant);
      const isUnseen = await hasChangedUnseen(tx, sender, operation, box);
      const { state, undo } = await perform(tx, sender.userId, meant, sender); // its own refusal says more
      if (isUnseen) throw refuse(refused.boxChanged);
      return keep(tx, operation.id, { status: "done", state, code: null, message: null, by: null }, undo);
    });
  } catch (error) {
    return afterFailure(db, sender, operation, error);
  }
}

/**
 * The operation with the code of its box, where it has a number of other people that exactly one box has (decision 117); a new box's label is none.
 * @throws a 400 where several boxes have the number, of one customer or of several
 */
async function withCode(tx: Transaction, operation: Operation): Promise<Operation> {
  if (operation.kind === "create" || !("code" in operation) || operation.code === undefined) return operation;
  if (parseBoxCode(operation.code) !== null || parseRowScan(operation.code) !== null) return operation;
  const [code, other] = await codesCalled(tx, bareCode(operation.code));
  if (code === undefined) return operation;
  if (other !== undefined)
    throw badInput({ code: [severalCalled(bareCode(operation.code), [code, other].map(showBoxCode))] });
  return { ...operation, code };
}

async function afterFailure(
  db: Database,
  sender: ScanSender,
  operation: Operation,
  error: unknown,
): Promise<ScanResult> {
  const constraint = brokenConstraint(error);
  // the same id or the same place at the same moment: the other one was first, its answer stands now
  if (constraint === "scans_pkey" || constraint === "boxes_place") return carryOut(db, sender, operation);
  if (!(error instanceof Refusal) || error.status !== 400) throw error;
  try {
    return await db.write(async (tx) => {
      const box = await claim(tx, sender, operation);
      const by = isAboutWork(error.code) ? await lastChange(tx, parseBoxCode(error.about ?? "") ?? box) : null;
      return keep(tx, operation.id, refusal(error, by));
    });
  } catch (second) {
    if (brokenConstraint(second) === "scans_pkey") return carryOut(db, sender, operation);
    throw second;
  }
}

async function answeredBefore(db: Database, operation: Operation): Promise<Omit<ScanResult, "id"> | undefined> {
  const scan = await db.read
    .selectFrom("scans")
    .select(["hash", "result"])
    .where("id", "=", operation.id)
    .executeTakeFirst();
  if (!scan) return undefined;
  if (scan.hash && !scan.hash.equals(hashOf(operation))) return { again: false, ...refusal(refused.scanIdReused) };
  const { undo: _, status, ...outcome } = scan.result;
  if (!status) return { again: true, ...refusal(refused.scanForgotten) };
  return { again: true, code: null, by: null, status, ...outcome };
}

/**
 * Hashes the content of an operation, in whatever order its fields come. A value that says no more than an omitted field does not count. So a field
 * that a later version adds does not change an operation that waits in a phone.
 */
function hashOf({
  id: _,
  at: _at,
  seq: _seq,
  seen: _seen,
  offset: _offset,
  after: _after,
  ...asked
}: Operation): Buffer {
  const options = Object.entries(asked).filter(([, value]) => value !== undefined && value !== false && value !== "");
  const canonical = options.toSorted(([one], [other]) => (one < other ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(canonical)).digest();
}

/**
 * Holds back anybody who sends the same id until this transaction has ended, and says to it by which device and when its entries
 * happened: as the device's clock is wrong, but neither before what this device did before nor after now. Answers the code of the
 * box that it is about; null where there is none.
 */
async function claim(
  tx: Transaction,
  sender: ScanSender,
  operation: Operation,
  meant = operation,
): Promise<string | null> {
  const { id, kind, at = null, seq = null } = operation;
  const { userId, device = null, app = null } = sender;
  const batch = kind === "store" ? (operation.of ?? null) : null;
  const { rows } = await sql<{ box: string | null }>`
    with claimed as (
      insert into scans (id, user_id, hash, result, device, app, seq, at, happened, kind, box, batch)
      select ${id}::uuid, ${userId}::bigint, ${hashOf(operation)}::bytea, '{}', ${device}::uuid, ${app}::text, ${seq}::int, ${at}::timestamptz,
        case when n.happened is not null then
          least(now(), greatest(n.happened, (select max(happened) from scans where device = ${device}::uuid))) end,
        ${kind}::text, ${boxOf(meant)}, ${batch}::uuid
      from (select ${happenedAt(sender, operation)}::timestamptz as happened) n
      returning box, device, happened)
    select box, set_config('magazin.device', coalesce(device::text, ''), true), set_config('magazin.happened', coalesce(happened::text, ''), true)
    from claimed`.execute(tx);
  return rows[0]?.box ?? null;
}

/** By our clock; null where the device did not say what its own one says, or where that cannot be. */
function happenedAt({ now, clock }: ScanSender, { at, offset, after }: Operation): string | null {
  if (at === undefined || clock === undefined) return null;
  const clocks = { at: Date.parse(at), clock: Date.parse(clock), now: now.getTime(), offset };
  const instant = scanInstant({ ...clocks, after: after === undefined ? undefined : Date.parse(after) });
  return instant === null ? null : new Date(instant).toISOString();
}

/** The box that a scan is about, as SQL. */
function boxOf(operation: Operation) {
  if (operation.kind === "undo") return sql`(select box from scans where id = ${operation.of}::uuid)`;
  if ("content" in operation && operation.content !== undefined)
    return sql`(select b.code from contents c join boxes b on b.id = c.box_id where c.id = ${operation.content}::bigint)`;
  return sql`${"code" in operation ? parseBoxCode(operation.code ?? "") : null}::text`;
}

/** Operations that are refused on a box that somebody has changed since its worker saw it. */
const needsSeen: Readonly<Partial<Record<Operation["kind"], true>>> = {
  swap: true,
  pick: true,
  receive: true,
  release: true,
  missing: true,
  undo: true,
};

/** Whoever changed a box by this very device last knows what it is, also while the answer is still on its way. */
async function hasChangedUnseen(tx: Transaction, { device }: ScanSender, operation: Operation, code: string | null) {
  const { seen } = operation;
  if (seen === undefined || code === null) return false;
  if (!needsSeen[operation.kind] && !(operation.kind === "store" && operation.move)) return false;
  const { rows } = await sql<{ version: number; device: string | null }>`
    select b.history_count as version, h.device from boxes b left join history h on h.box_id = b.id and h.seq = b.history_count
    where b.code = ${code} for update of b`.execute(tx);
  const [box] = rows;
  if (!box || box.version <= seen) return false;
  return device === undefined || box.device !== device.toLowerCase();
}

/** With what takes it back, where it can be taken back. */
async function keep(tx: Transaction, id: string, outcome: Outcome, undo?: StoringUndo): Promise<ScanResult> {
  await tx
    .updateTable("scans")
    .set({ result: JSON.stringify({ ...outcome, undo }) })
    .where("id", "=", id)
    .execute();
  return { id, again: false, ...outcome };
}
