import { type Cell, textOf } from "#rules/exchange/imports/cell-values.ts";
import { unreadable } from "#rules/exchange/imports/unreadable.ts";
import type { ZipArchive } from "./unpack.ts";
import { UnreadableList } from "./unreadable-list.ts";

const most = 100_000;
const merge = /<(?:\w+:)?mergeCell\s[^>]*?\bref="([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})"/g;
const longest = 200; // characters of such a tag

/** Column 0 of `A17`; the row of a cell stands on its row. */
export function cellColumn(reference: string): number {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0] ?? "A";
  return Array.from(letters).reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** Cells that people have merged over several rows: what stands in the first one is seen beside every row. */
interface Merge {
  readonly column: number;
  readonly to: number;
}

/** By the row of their first cell. */
type Merges = ReadonlyMap<number, readonly Merge[]>;

/**
 * Returns the cells of a sheet that are merged over several rows. A sheet lists them behind its rows, so it is gone through once before. @throws
 * UnreadableList where there are too many
 */
export async function readMerges(archive: ZipArchive, part: string): Promise<Merges> {
  const merges = new Map<number, Merge[]>();
  let [rest, count] = ["", 0];
  for await (const piece of archive.pieces(part)) {
    const text = rest + piece.toString("latin1");
    let end = 0;
    for (const { 0: tag, 1: letters = "", 2: from, 3: to, index } of text.matchAll(merge)) {
      end = index + tag.length;
      if (++count > most) throw new UnreadableList(unreadable.broken);
      if (Number(to) > Number(from))
        merges.set(Number(from), [
          ...(merges.get(Number(from)) ?? []),
          { column: cellColumn(letters), to: Number(to) },
        ]);
    }
    rest = text.slice(Math.max(end, text.length - longest));
  }
  return merges;
}

/** Fills what is merged over several rows, row by row, down the column where it stands. */
export class MergedCells {
  readonly #merges: Merges;
  #open: { readonly column: number; readonly to: number; readonly cell: Cell }[] = [];

  constructor(merges: Merges) {
    this.#merges = merges;
  }

  /** Fills the cells of a row in place; one in which nothing else stands is left blank. */
  fill(row: number, cells: Cell[]): void {
    this.#open = this.#open.filter(({ to }) => to >= row);
    if (cells.some((cell) => textOf(cell) !== ""))
      for (const { column, cell } of this.#open) {
        while (cells.length <= column) cells.push("");
        if (cells[column] === "") cells[column] = cell;
      }
    for (const { column, to } of this.#merges.get(row) ?? [])
      if (cells[column] !== undefined && cells[column] !== "") this.#open.push({ column, to, cell: cells[column] });
  }
}
