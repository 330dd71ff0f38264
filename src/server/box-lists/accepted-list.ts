import {
  maxBoxSize,
  maxDestroyYear,
  maxMetaYear,
  maxRowNumber,
  minDestroyYear,
  minMetaYear,
  nameLength,
  textLength,
} from "#contract/limits.ts";
import { ownList } from "#contract/sheets/own-list.ts";
import type { Layout } from "#rules/exchange/imports/layout.ts";
import type { Ranges } from "#rules/exchange/imports/cell-values.ts";
import { unreadable } from "#rules/exchange/imports/unreadable.ts";
import { maxHeight, maxPart } from "#rules/stock/positions.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { readInProcess } from "./list-reader.ts";
import { UnreadableList } from "./unreadable-list.ts";
import type { Scope } from "#server/database/scope.ts";
import { badInput } from "#server/http/errors.ts";
import { semaphore } from "#server/http/waiting/semaphore.ts";

/** Between what the values of a list may lie. */
export const ranges: Ranges = {
  contents: [1, textLength],
  size: [1, maxBoxSize],
  year: [minMetaYear, maxMetaYear],
  destroyYear: [minDestroyYear, maxDestroyYear],
  class: [1, nameLength],
  area: [1, nameLength],
  row: [1, maxRowNumber],
  part: [1, maxPart],
  height: [1, maxHeight],
  foreignNumber: [1, nameLength],
  costCentre: [1, nameLength],
};

/** A list takes a processor as long as it is read: one after another, whoever sent them. */
const readTurn = semaphore(1);

/** Reads a list in its turn; a 400 for the field `file` where it cannot be read. */
export async function readInTurn(scope: Scope, gone: AbortSignal, ...[work, take]: ReadingOf) {
  try {
    return await readTurn(String(scope.userId), () => readInProcess(work, gone, take));
  } catch (error) {
    if (error instanceof UnreadableList) throw badInput({ file: [error.message] });
    throw error;
  }
}
type ReadingOf = [work: Parameters<typeof readInProcess>[0], take?: Parameters<typeof readInProcess>[2]];

/**
 * A list that can be read, before anything of it is kept.
 * @throws a 400 where it is none, or one of ours without boxes to take over; of several sheets another one may be meant
 */
export async function acceptList(scope: Scope, file: Buffer | null, layout: Layout, gone: AbortSignal) {
  if (file === null) throw badInput({ file: [refused.noList] });
  const list = await readInTurn(scope, gone, { file, layout, reading: null });
  const own = ownList(list);
  if (own && !own.hasBoxes && list.sheets.length < 2) throw badInput({ file: [unreadable.ownList(own.name)] });
  return { file, list, isOwn: own !== undefined };
}

/** A list as it was read when it was sent in. */
export type AcceptedList = Awaited<ReturnType<typeof acceptList>>;
