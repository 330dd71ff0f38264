import { useMemo, useState } from "react";
import type { DeliveryDetail } from "#contract/schemas/deliveries/deliveries.ts";
import { errors } from "#rules/texts/texts.ts";
import type { LineAction } from "#web/delivery-lines/line-actions.ts";
import { type Line, lineKey } from "#web/delivery-lines/line-facts.ts";
import { type OutboxEntry, idOf, isOpenEntry, isUnsent } from "#web/outbox/entry.ts";
import { entries, NotKept, outcomeOf, sendAgain } from "#web/outbox/outbox.ts";
import { deliveryEntries, takeAction } from "./line-outbox.ts";

/** Facts about a line that the page knows beyond the delivery itself. */
export interface LineNote {
  readonly isSending: boolean;
  /** Why the last action was not done, or not yet. */
  readonly message: string | null;
}

/** A line on which an action was not done, and why. */
export interface LineRefusal {
  readonly line: Line;
  readonly message: string;
  /** The scan that has no answer yet and is sent again by itself; null where it was refused. */
  readonly unsent: string | null;
}

/** Carries out actions on lines; reports what became of each. */
export function useLineWork({ id: delivery }: DeliveryDetail) {
  const all = entries.use();
  const [since] = useState(Date.now);
  const [acting, setActing] = useState<ReadonlySet<string>>(new Set());
  const notes = useMemo(() => notesOf(deliveryEntries(all, delivery), since), [all, delivery, since]);
  const act = async (lines: readonly Line[], action: LineAction): Promise<readonly LineRefusal[]> => {
    try {
      const ids = await takeAction(delivery, lines, action);
      setActing(ids);
      await sendAgain(ids); // what got no answer before and is wanted again
      return refusedOf(await outcomeOf(ids), lines);
    } catch (error) {
      if (!(error instanceof NotKept)) throw error;
      return lines.map((line) => ({ line, message: error.message, unsent: null }));
    } finally {
      setActing(new Set());
    }
  };
  return { notes, progress: progressOf(acting, all), act };
}

export type LineWork = ReturnType<typeof useLineWork>;

/** The same for all: of hundreds of lines only those that have changed are drawn anew. */
const sending: LineNote = { isSending: true, message: null };
/** Why not, the page says once. */
const unsentNote: LineNote = { isSending: false, message: "Noch nicht gesendet" };

/** Returns the notes on lines that are under way, or were refused since the page was opened. The last action on a line counts. */
function notesOf(ownEntries: ReturnType<typeof deliveryEntries>, since: number): ReadonlyMap<string, LineNote> {
  const notes = new Map<string, LineNote>();
  for (const entry of ownEntries) {
    const { shown, status, message, answered } = entry;
    notes.delete(shown.line);
    if (isUnsent(entry)) notes.set(shown.line, unsentNote);
    else if (isOpenEntry(entry)) notes.set(shown.line, sending);
    else if (status === "refused" && answered >= since) notes.set(shown.line, { isSending: false, message });
  }
  return notes;
}

function progressOf(acting: ReadonlySet<string>, all: readonly OutboxEntry[]) {
  if (acting.size === 0) return null;
  const doneCount = all.filter((entry) => acting.has(idOf(entry)) && !isOpenEntry(entry)).length;
  return { done: doneCount, total: acting.size };
}

function refusedOf(outcome: readonly OutboxEntry[], lines: readonly Line[]): readonly LineRefusal[] {
  const byKey = new Map(lines.map((line) => [lineKey(line), line]));
  return outcome.flatMap((entry) => {
    const line = entry.shown.screen === "delivery" ? byKey.get(entry.shown.line) : undefined;
    if (!line || entry.status === "done") return [];
    const message = entry.message ?? entry.failure ?? errors.unknown;
    return [{ line, message, unsent: isUnsent(entry) ? idOf(entry) : null }];
  });
}
