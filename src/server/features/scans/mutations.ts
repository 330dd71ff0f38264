import { createHash } from "node:crypto";
import { Malformed, Operation, type OperationResult, scanId } from "#contract/schemas/scans.ts";
import { parseBoxCode } from "#rules/box-code.ts";
import { refused } from "#rules/texts/refusal-texts.ts";
import type { Reason } from "#rules/texts/refusals.ts";
import type { Database, Transaction } from "#server/database/database.ts";
import type { StoringUndo } from "#server/database/tables.ts";
import { putBackContent, reportContentMissing } from "#server/features/contents/mutations.ts";
import { pickLine, reportBoxMissing, reportLineMissing, type Thing } from "#server/features/deliveries/mutations.ts";
import { receiveBox, releaseBox, storeBox } from "#server/features/positions/mutations.ts";
import { undoStoring } from "#server/features/storing-undo/mutations.ts";
import { badInput, brokenConstraint, Refusal, refuse, refuseIssues } from "#server/http/errors.ts";

type Outcome = Omit<OperationResult, "id">;
interface Performed {
  readonly state: number;
  readonly undo?: StoringUndo;
}

const refusal = ({ code, message }: Reason): Outcome => ({ status: "refused", state: null, code, message });

/**
 * Carries out scans in order, each on its own: a later one may depend on an earlier one, and one that is malformed is refused
 * alone.
 */
export async function carryOutAll(
  db: Database,
  userId: number,
  operations: readonly (Operation | Malformed)[],
): Promise<OperationResult[]> {
  const results = [];
  for (const [index, operation] of operations.entries()) {
    const isMalformed = operation instanceof Malformed;
    results.push(isMalformed ? answerMalformed(operation, index) : await carryOut(db, userId, operation));
  }
  return results;
}

/** Not kept: it says the same each time, and a later version may understand it. Without a usable id the index stands for it. */
function answerMalformed({ given }: Malformed, index: number): OperationResult {
  const id = scanId.safeParse((given as { id?: unknown } | null)?.id).data ?? String(index);
  const issues = Operation.safeParse(given).error?.issues ?? [];
  return { id, ...refusal(refuseIssues(issues, given)) };
}

/**
 * Carries out one scan in a transaction of its own. The id is kept with the answer in the same transaction, so that a
 * scan that is sent again answers the same and changes nothing (product 7).
 */
async function carryOut(db: Database, userId: number, operation: Operation): Promise<OperationResult> {
  const known = await answeredBefore(db, operation);
  if (known) return { id: operation.id, ...known };
  try {
    return await db.write(async (tx) => {
      await claim(tx, userId, operation);
      const { state, undo } = await perform(tx, userId, operation);
      return keep(tx, operation.id, { status: "done", state, code: null, message: null }, undo);
    });
  } catch (error) {
    return afterFailure(db, userId, operation, error);
  }
}

async function afterFailure(
  db: Database,
  userId: number,
  operation: Operation,
  error: unknown,
): Promise<OperationResult> {
  const constraint = brokenConstraint(error);
  // the same id or the same place at the same moment: the other one was first, its answer stands now
  if (constraint === "scans_pkey" || constraint === "boxes_place") return carryOut(db, userId, operation);
  if (!(error instanceof Refusal) || error.status !== 400) throw error;
  try {
    return await db.write(async (tx) => {
      await claim(tx, userId, operation);
      return keep(tx, operation.id, refusal(error));
    });
  } catch (second) {
    if (brokenConstraint(second) === "scans_pkey") return carryOut(db, userId, operation);
    throw second;
  }
}

async function answeredBefore(db: Database, operation: Operation): Promise<Outcome | undefined> {
  const scan = await db.read
    .selectFrom("scans")
    .select(["hash", "result"])
    .where("id", "=", operation.id)
    .executeTakeFirst();
  if (scan?.hash && !scan.hash.equals(hashOf(operation))) return refusal(refused.scanIdReused);
  if (!scan) return undefined;
  const { undo: _, ...outcome } = scan.result;
  return { code: null, ...outcome };
}

/**
 * What an operation asks for, whatever its fields' order. What says no more than a field that is left out does not count, so that a
 * field that a later version adds does not make another operation of one that waits in a phone.
 */
function hashOf({ id: _, ...asked }: Operation): Buffer {
  const said = Object.entries(asked).filter(([, value]) => value !== undefined && value !== false && value !== "");
  const canonical = said.toSorted(([one], [other]) => (one < other ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(canonical)).digest();
}

/** Holds back anybody who sends the same id until this transaction has ended. */
async function claim(tx: Transaction, userId: number, operation: Operation): Promise<void> {
  const { id } = operation;
  await tx
    .insertInto("scans")
    .values({ id, user_id: userId, hash: hashOf(operation), result: "{}" })
    .execute();
}

/** With what takes it back, where it can be taken back. */
async function keep(tx: Transaction, id: string, outcome: Outcome, undo?: StoringUndo): Promise<OperationResult> {
  await tx
    .updateTable("scans")
    .set({ result: JSON.stringify({ ...outcome, undo }) })
    .where("id", "=", id)
    .execute();
  return { id, ...outcome };
}

/** Answers the new state of the box or content. */
async function perform(tx: Transaction, userId: number, operation: Operation): Promise<Performed> {
  if (operation.kind !== "store") return { state: await performOther(tx, userId, operation) };
  const { row: rowId, part, height, move } = operation;
  return storeBox(tx, userId, { code: codeOf(operation.code), rowId, part, height, move });
}

async function performOther(
  tx: Transaction,
  userId: number,
  operation: Exclude<Operation, { kind: "store" }>,
): Promise<number> {
  switch (operation.kind) {
    case "release":
      return releaseBox(tx, userId, codeOf(operation.code), operation.text);
    case "receive":
      return operation.content === undefined
        ? receiveBox(tx, userId, codeOf(operation.code))
        : putBackContent(tx, userId, operation.content);
    case "pick":
      return pickLine(tx, userId, operation.delivery, await thingOf(tx, operation));
    case "missing":
      return reportMissing(tx, userId, operation);
    case "undo":
      return undoStoring(tx, userId, await undoOf(tx, userId, operation.of));
  }
}

/** What takes a scan back; only its author can. */
async function undoOf(tx: Transaction, userId: number, id: string): Promise<StoringUndo> {
  const scan = await tx
    .selectFrom("scans")
    .select("result")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (!scan?.result.undo) throw refuse(refused.scanNotUndone);
  return scan.result.undo;
}

async function reportMissing(tx: Transaction, userId: number, scan: Extract<Operation, { kind: "missing" }>) {
  const thing = await thingOf(tx, scan);
  if (scan.delivery !== undefined) return reportLineMissing(tx, userId, scan.delivery, thing, scan.text);
  return "box" in thing
    ? reportBoxMissing(tx, userId, thing.box, scan.text)
    : reportContentMissing(tx, userId, thing.content, scan.text);
}

async function thingOf(
  tx: Transaction,
  { code, content }: Pick<Extract<Operation, { kind: "pick" }>, "code" | "content">,
): Promise<Thing> {
  if (content !== undefined) return { content };
  const box = await tx.selectFrom("boxes").select("id").where("code", "=", codeOf(code)).executeTakeFirst();
  if (!box) throw badInput({ code: [refused.unknownBox] });
  return { box: box.id };
}

function codeOf(text: string | undefined): string {
  const code = parseBoxCode(text ?? "");
  if (!code) throw badInput({ code: [refused.unknownBox] });
  return code;
}
