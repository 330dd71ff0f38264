import type { Operation } from "#contract/schemas/scanning/scans.ts";
import { BoxState } from "#rules/stock/box-state.ts";
import { parseRowScan } from "#rules/stock/positions.ts";
import { parseBoxCode } from "#rules/stock/box-code.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import type { Transaction } from "#server/database/database.ts";
import type { StoringUndo } from "#server/database/tables.ts";
import { countPlaces } from "#server/features/stocktake/counting/mutations.ts";
import { createLabelledBox } from "#server/features/stock/boxes/mutations.ts";
import { putBackContent, reportContentMissing } from "#server/features/stock/contents/mutations.ts";
import {
  pickLine,
  reportBoxMissing,
  reportLineMissing,
  type LineTarget,
} from "#server/features/deliveries/deliveries/mutations.ts";
import { shredBox, stageBox } from "#server/features/destruction/shredder/mutations.ts";
import { handOver, loadBox, unloadBox } from "#server/features/deliveries/handover/mutations.ts";
import { moveRow, receiveBox, releaseBox, storeBox, swapBoxes } from "#server/features/stock/positions/mutations.ts";
import { undoStoring } from "#server/features/stock/storing-undo/mutations.ts";
import { badInput, refuse } from "#server/http/errors.ts";

/** Result of a scan: the new state of its box or content, if it is about one, and the data that takes the scan back. */
export interface ScanActionResult {
  readonly state: number | null;
  readonly undo?: StoringUndo;
}

type Kind = Operation["kind"];
type Of<K extends Kind> = Extract<Operation, { kind: K }>;
type ScanAction<K extends Kind> = (
  tx: Transaction,
  userId: number,
  operation: Of<K>,
  rules: ScanRules,
) => Promise<ScanActionResult>;

/** Configuration of the archive as far as it concerns scans. */
export interface ScanRules {
  /** Whoever counts needs a second person. */
  readonly secondPerson: boolean;
}

const actions: { readonly [K in Kind]: ScanAction<K> } = {
  store: (tx, userId, { row: rowId, part, height, move, anyway = false, code }) =>
    storeBox(tx, userId, { code: codeOf(code), rowId, part, height, move, anyway }),
  swap: async (tx, userId, { code, with: other }) => ({
    state: await swapBoxes(tx, userId, codeOf(code), codeOf(other)),
  }),
  move_row: async (tx, userId, { row, to_row }) => {
    await moveRow(tx, userId, row, to_row);
    return { state: null };
  },
  create: async (tx, userId, { customer, code }) => {
    await createLabelledBox(tx, userId, customer, codeOf(code));
    return { state: BoxState.created };
  },
  release: async (tx, userId, { code, text }) => ({ state: await releaseBox(tx, userId, codeOf(code), text) }),
  receive: async (tx, userId, { code, content }) => ({
    state: await (content === undefined ? receiveBox(tx, userId, codeOf(code)) : putBackContent(tx, userId, content)),
  }),
  pick: async (tx, userId, operation) => ({
    state: await pickLine(tx, userId, operation.delivery, await thingOf(tx, operation)),
  }),
  missing: async (tx, userId, operation) => ({ state: await reportMissing(tx, userId, operation) }),
  load: async (tx, userId, operation) => ({
    state: await loadBox(tx, userId, operation.delivery, await boxOf(tx, operation)),
  }),
  unload: async (tx, userId, operation) => ({
    state: await unloadBox(tx, userId, operation.delivery, await boxOf(tx, operation), operation.fate),
  }),
  handover: async (tx, userId, { delivery, ...handover }) => {
    await handOver(tx, userId, delivery, handover);
    return { state: null };
  },
  stage: async (tx, userId, { batch, code }) => {
    await stageBox(tx, userId, { batch, code: codeOf(code) });
    return { state: BoxState.marked };
  },
  shred: async (tx, userId, { batch, code, weight_kg }) => {
    await shredBox(tx, userId, { batch, code: codeOf(code), weight: weight_kg });
    return { state: BoxState.destroyed };
  },
  count: async (tx, userId, operation, { secondPerson }) => {
    await countPlaces(tx, userId, operation, secondPerson);
    return { state: null };
  },
  undo: async (tx, userId, { of }) => ({ state: await undoStoring(tx, userId, await undoOf(tx, userId, of)) }),
};

/** Does what a scan says. @throws a 400 that says why it cannot be done */
export function perform<K extends Kind>(
  tx: Transaction,
  userId: number,
  operation: Of<K>,
  rules: ScanRules,
): Promise<ScanActionResult> {
  const scanAction: ScanAction<K> = actions[operation.kind];
  return scanAction(tx, userId, operation, rules);
}

/** Returns the data that takes a scan back; only its author can do so. */
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

async function reportMissing(tx: Transaction, userId: number, scan: Of<"missing">) {
  const thing = await thingOf(tx, scan);
  if (scan.delivery !== undefined) return reportLineMissing(tx, userId, scan.delivery, thing, scan.text);
  return "box" in thing
    ? reportBoxMissing(tx, userId, thing.box, scan.text)
    : reportContentMissing(tx, userId, thing.content, scan.text);
}

async function thingOf(tx: Transaction, { code, content }: Pick<Of<"pick">, "code" | "content">): Promise<LineTarget> {
  return content === undefined ? boxOf(tx, { code }) : { content };
}

async function boxOf(tx: Transaction, { code }: { readonly code: string | undefined }) {
  const box = await tx.selectFrom("boxes").select("id").where("code", "=", codeOf(code)).executeTakeFirst();
  if (!box) throw badInput({ code: [refused.unknownBox] });
  return { box: box.id };
}

function codeOf(text: string | undefined): string {
  const code = parseBoxCode(text ?? "");
  if (!code) throw badInput({ code: [parseRowScan(text ?? "") === null ? refused.unknownBox : refused.rowSign] });
  return code;
}
