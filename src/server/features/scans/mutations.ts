import type { Operation, OperationResult } from "#contract/schemas/scans.ts";
import { parseBoxCode } from "#rules/box-code.ts";
import { refused } from "#rules/refusal-texts.ts";
import type { Database, Transaction } from "#server/database/database.ts";
import { putBackContent, reportContentMissing } from "#server/features/contents/mutations.ts";
import { pickLine, reportBoxMissing, reportLineMissing, type Thing } from "#server/features/deliveries/mutations.ts";
import { receiveBox, releaseBox, storeBox } from "#server/features/positions/mutations.ts";
import { badInput, brokenConstraint, Refusal } from "#server/http/errors.ts";

type Outcome = Omit<OperationResult, "id">;

/**
 * Carries out one scan in a transaction of its own. The id is kept with the answer in the same transaction, so that a
 * scan that is sent again answers the same and changes nothing (product 7).
 */
export async function carryOut(db: Database, userId: number, operation: Operation): Promise<OperationResult> {
  const known = await answeredBefore(db, operation.id);
  if (known) return { id: operation.id, ...known };
  try {
    return await db.write(async (tx) => {
      await claim(tx, userId, operation.id);
      const state = await perform(tx, userId, operation);
      return keep(tx, operation.id, { status: "done", state, message: null });
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
  const outcome: Outcome = { status: "refused", state: null, message: error.message };
  try {
    return await db.write(async (tx) => {
      await claim(tx, userId, operation.id);
      return keep(tx, operation.id, outcome);
    });
  } catch (second) {
    if (brokenConstraint(second) === "scans_pkey") return carryOut(db, userId, operation);
    throw second;
  }
}

async function answeredBefore(db: Database, id: string): Promise<Outcome | undefined> {
  const scan = await db.read.selectFrom("scans").select("result").where("id", "=", id).executeTakeFirst();
  return scan?.result;
}

/** Holds back anybody who sends the same id until this transaction has ended. */
async function claim(tx: Transaction, userId: number, id: string): Promise<void> {
  await tx.insertInto("scans").values({ id, user_id: userId, result: "{}" }).execute();
}

async function keep(tx: Transaction, id: string, outcome: Outcome): Promise<OperationResult> {
  await tx
    .updateTable("scans")
    .set({ result: JSON.stringify(outcome) })
    .where("id", "=", id)
    .execute();
  return { id, ...outcome };
}

/** Answers the new state of the box or content. */
async function perform(tx: Transaction, userId: number, operation: Operation): Promise<number> {
  switch (operation.kind) {
    case "store": {
      const { row: rowId, part, height, move } = operation;
      return storeBox(tx, userId, { code: codeOf(operation.code), rowId, part, height, move });
    }
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
  }
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
