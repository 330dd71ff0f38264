import { type Cell, isBlankCell, textOf } from "./cell-values.ts";

const amount = /^\d{1,4}$/;

/** Finds the columns of a list that hold nothing but small whole numbers, row by row: how many there are of something, or years. */
export class AmountColumns {
  readonly #others: boolean[];
  readonly #any: boolean[];

  constructor(columns: number) {
    this.#others = Array.from({ length: columns }, () => false);
    this.#any = Array.from({ length: columns }, () => false);
  }

  add(cells: readonly Cell[]): void {
    for (let at = 0; at < this.#any.length; at++) {
      const cell = cells[at];
      if (this.#others[at] || cell === undefined || isBlankCell(cell)) continue;
      this.#any[at] = true;
      this.#others[at] = !amount.test(textOf(cell).trim());
    }
  }

  columns(): boolean[] {
    return this.#any.map((any, at) => any && !this.#others[at]);
  }
}
