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
import { guessColumns, type KnownColumns } from "#rules/exchange/imports/columns.ts";
import type { Ranges } from "#rules/exchange/imports/cell-values.ts";
import { unreadable } from "#rules/exchange/imports/unreadable.ts";
import { maxHeight, maxPart } from "#rules/stock/positions.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { type ReaderTask, readInProcess } from "./list-reader.ts";
import { isOffice } from "./read-list.ts";
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
export async function readInTurn(
  ...[scope, gone, work, { take, say = String } = {}]: [Scope, AbortSignal, ReaderTask, InTurn?]
) {
  try {
    return await readTurn(String(scope.userId), () => readInProcess(work, gone, take));
  } catch (error) {
    if (error instanceof UnreadableList) throw badInput({ file: [say(error.message)] });
    throw error;
  }
}

interface InTurn {
  readonly take?: Parameters<typeof readInProcess>[2];
  /** Says why a list cannot be read to whoever sent it, by what its reader says. */
  readonly say?: (why: string) => string;
}

/**
 * A list that can be read, before anything of it is kept.
 * @throws a 400 where it is none, or one of ours without boxes to take over; of several sheets another one may be meant
 */
export async function acceptList(
  ...[scope, file, layout, gone, name = ""]: [Scope, Buffer | null, Layout, AbortSignal, string?]
) {
  if (file === null) throw badInput({ file: [refused.noList] });
  const isMisnamed = isTextCalledExcel(file, name);
  const say = (why: string) => (isMisnamed && isOfRows(why) ? unreadable.textFile : why);
  const list = await readInTurn(scope, gone, { file, layout, reading: null }, { say });
  if (isMisnamed && isNoTable(list)) throw badInput({ file: [unreadable.textFile] });
  const own = ownList(list);
  if (own && !own.hasBoxes && list.sheets.length < 2) throw badInput({ file: [unreadable.ownList(own.name)] });
  return { file, list, isOwn: own !== undefined };
}

/** Says whether a file is named after Excel and is neither a workbook nor what old versions of Excel wrote. */
const isTextCalledExcel = (file: Buffer, name: string) => /\.xls[xmb]?$/i.test(name) && !isOffice(file);

/** Says whether a list was not read because of its rows. */
const isOfRows = (why: string) => why === unreadable.noRows || why.startsWith("Zeile ");

/** Says whether no column of a list is known. */
const isNoTable = (list: KnownColumns) => guessColumns(list, new Map<string, null>()).every((field) => field === null);

/** A list as it was read when it was sent in. */
export type AcceptedList = Awaited<ReturnType<typeof acceptList>>;
