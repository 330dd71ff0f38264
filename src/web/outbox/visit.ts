import { type EntryDraft, type OutboxEntry, isOf, type EntryView } from "./entry.ts";
import {
  answeredIn,
  type OutboxChange,
  entries,
  failedIn,
  outboxReady,
  NotKept,
  onOutboxChange,
  ownIn,
  take,
} from "./outbox.ts";

type EntryOf<K extends EntryView["screen"]> = OutboxEntry<Extract<EntryView, { screen: K }>>;

interface Visit<K extends EntryView["screen"]> {
  readonly screen: K;
  /** Shows its scans, in order; `changes` are what has just become of some. */
  readonly draw: (scans: readonly EntryOf<K>[], changes: readonly OutboxChange[]) => void;
  /** Says what became of scans of this tab: those that got their answer, and those that got none for now. */
  readonly hear: (answered: readonly OutboxEntry[], failed: readonly OutboxEntry[]) => void;
}

/** Follows the scans of a screen, whichever page is open by then; answers what draws them anew. */
export function followVisit<const K extends EntryView["screen"]>({ screen, draw, hear }: Visit<K>): () => void {
  const drawNow = (changes: readonly OutboxChange[]) => draw(entries.get().filter(isOf(screen)), changes);
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
  let before: Promise<unknown> = outboxReady;
  return (work) => {
    const done = before.then(work);
    before = done.catch(() => undefined);
    return done;
  };
}

/** Takes scans; where they cannot be kept it says why, and answers null. */
export async function takeOr(drafts: readonly EntryDraft[], refuse: (message: string) => void) {
  try {
    return await take(drafts);
  } catch (error) {
    if (!(error instanceof NotKept)) throw error;
    refuse(error.message);
    return null;
  }
}
