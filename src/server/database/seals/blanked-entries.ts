import { BoxState } from "#rules/stock/box-state.ts";
import { HistoryKind, type HistoryMeta } from "#rules/stock/history.ts";
import type { RawEntry } from "./entry-stream.ts";

const saltLength = 16;

/** Data of an entry beside its kind; nothing where it was blanked. */
function metaOf({ said }: RawEntry): HistoryMeta & { readonly state?: number } {
  if (said === null) return {};
  const begin = saltLength + 4;
  const end = begin + said.readInt32BE(saltLength);
  return end > begin ? (JSON.parse(said.toString("utf8", begin, end)) as HistoryMeta) : {};
}

/** Says whether the box went to another customer, or came back from one, by what the entry says. */
const isOwnerChange = (entry: RawEntry) =>
  entry.said?.includes("owner_change") === true && metaOf(entry).owner_change === true;

/**
 * Entries without texts, as a verification passes them. That is right where a later entry of the box says at that very moment that texts were
 * blanked (kind 37), and the box was destroyed then, had come as a destroyed one, or had gone to another customer: both are in the chain, which nobody can write without it being found.
 */
export class BlankedEntries {
  /** Blanked entries of the box that is being read, which no other entry has reported yet. */
  #unexplained: { readonly seq: number; readonly at: bigint }[] = [];
  #isOver = false;
  #count = 0;

  /** Returns the number of blanked entries. */
  get count(): number {
    return this.#count;
  }

  /** Says whether an entry says what it must not: that texts were blanked of a box that is not destroyed, or nothing of a destruction. */
  isWrong(seq: number, entry: RawEntry): boolean {
    const { created, blanked } = entry;
    const what = entry.kind.readInt16BE();
    if (what === HistoryKind.destroyed || what === HistoryKind.reactivated)
      this.#isOver = what === HistoryKind.destroyed;
    else if ((what === HistoryKind.outsourced || what === HistoryKind.retour) && isOwnerChange(entry))
      this.#isOver = what === HistoryKind.outsourced;
    else if (what === HistoryKind.takenOver) this.#isOver = metaOf(entry).state === BoxState.destroyed;
    if (blanked !== null) {
      this.#count++;
      this.#unexplained.push({ seq, at: blanked.readBigInt64BE() });
      return what === HistoryKind.destroyed || what === HistoryKind.blanked;
    }
    if (what !== HistoryKind.blanked) return false;
    const createdAt = created.readBigInt64BE();
    this.#unexplained = this.#unexplained.filter(({ at }) => at !== createdAt);
    return !this.#isOver;
  }

  /** Ends a box: answers the numbers of the entries that nothing explains. */
  endBox(): number[] {
    const unexplained = this.#unexplained.map(({ seq }) => seq);
    [this.#unexplained, this.#isOver] = [[], false];
    return unexplained;
  }
}
