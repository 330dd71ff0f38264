import { type Draft, type Entry, isOf, type Shown } from "./entry.ts";
import { answeredIn, type Change, entries, failedIn, known, NotKept, onOutboxChange, ownIn, take } from "./outbox.ts";

type EntryOf<K extends Shown["screen"]> = Entry<Extract<Shown, { screen: K }>>;

interface Visit<K extends Shown["screen"]> {
  readonly screen: K;
  /** Shows its scans, in order; `changes` are what has just become of some. */
  readonly draw: (scans: readonly EntryOf<K>[], changes: readonly Change[]) => void;
  /** Says what became of scans of this tab: those that got their answer, and those that got none for now. */
  readonly hear: (answered: readonly Entry[], failed: readonly Entry[]) => void;
}

/** Follows the scans of a screen, whichever page is open by then; answers what draws them anew. */
export function followVisit<const K extends Shown["screen"]>({ screen, draw, hear }: Visit<K>): () => void {
  const drawNow = (changes: readonly Change[]) => draw(entries.get().filter(isOf(screen)), changes);
  onOutboxChange((changes) => {
    drawNow(changes);
    const own = ownIn(changes);
    hear(answeredIn(own), failedIn(own));
  });
  drawNow([]);
  return () => drawNow([]);
}

/** Does one thing after the other, once it is known what was kept before; one that fails does not stop the next. */
export function inTurn(): <T>(work: () => Promise<T>) => Promise<T> {
  let before: Promise<unknown> = known;
  return (work) => {
    const done = before.then(work);
    before = done.catch(() => undefined);
    return done;
  };
}

/** Takes scans; where they cannot be kept it says why, and answers null. */
export async function takeOr(drafts: readonly Draft[], refuse: (message: string) => void) {
  try {
    return await take(drafts);
  } catch (error) {
    if (!(error instanceof NotKept)) throw error;
    refuse(error.message);
    return null;
  }
}
