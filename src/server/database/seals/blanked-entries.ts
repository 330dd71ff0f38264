import { HistoryKind } from "#rules/stock/history.ts";
import type { RawEntry } from "./entry-stream.ts";

/**
 * Entries without texts, as a verification passes them. That is right where a later entry of the box says at that very moment that texts were
 * blanked (kind 37), and the box was destroyed then: both are in the chain, which nobody can write without it being found.
 */
export class BlankedEntries {
  /** Of the box that is being read: those of which nothing has told yet. */
  #untold: { readonly seq: number; readonly at: bigint }[] = [];
  #isDestroyed = false;
  #count = 0;

  /** How many there are. */
  get count(): number {
    return this.#count;
  }

  /** Whether an entry says what it must not: that texts were blanked of a box that is not destroyed, or nothing of a destruction. */
  isWrong(seq: number, { kind, created, blanked }: RawEntry): boolean {
    const what = kind.readInt16BE();
    if (what === HistoryKind.destroyed || what === HistoryKind.reactivated)
      this.#isDestroyed = what === HistoryKind.destroyed;
    if (blanked !== null) {
      this.#count++;
      this.#untold.push({ seq, at: blanked.readBigInt64BE() });
      return what === HistoryKind.destroyed || what === HistoryKind.blanked;
    }
    if (what !== HistoryKind.blanked) return false;
    const createdAt = created.readBigInt64BE();
    this.#untold = this.#untold.filter(({ at }) => at !== createdAt);
    return !this.#isDestroyed;
  }

  /** Ends a box: answers the numbers of the entries of which nothing tells. */
  endBox(): number[] {
    const untold = this.#untold.map(({ seq }) => seq);
    [this.#untold, this.#isDestroyed] = [[], false];
    return untold;
  }
}
