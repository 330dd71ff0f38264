import { useRef, useState } from "react";
import type { DeliveryDetail } from "#contract/schemas/deliveries.ts";
import { DeliveryState } from "#rules/delivery-state.ts";
import { errors } from "#rules/texts.ts";
import { newScanId } from "#web/outbox/scan-id.ts";
import { deliveryChangedSoon, showInDelivery } from "#web/lines/delivery-changes.ts";
import {
  type Deed,
  isLasting,
  messageOf,
  operationOf,
  type Outcome,
  sendOperations,
  type Thing,
} from "#web/lines/line-deeds.ts";
import { isBoxLine, type Line, lineKey } from "#web/lines/line-facts.ts";

/** What the page knows of a line beyond the delivery itself. */
export interface LineNote {
  readonly isSending: boolean;
  /** Why the last deed was not done. */
  readonly message: string | null;
}

/** A line that a deed was not done with, and why. */
export interface Refused {
  readonly line: Line;
  readonly message: string;
}

/** Null for a content that was deleted: nothing can be done with it. */
export function thingOf(line: Line): Thing | null {
  if (isBoxLine(line)) return { code: line.code };
  return line.id === null ? null : { content: line.id };
}

/** Does deeds with lines and notes what became of each. */
export function useLineWork({ id: delivery }: DeliveryDetail) {
  const [notes, setNotes] = useState<ReadonlyMap<string, LineNote>>(new Map());
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  // A deed that got no answer may have been done: it is sent again under the same id.
  const unanswered = useRef(new Map<string, string>());

  const idOf = (line: Line, deed: Deed) => {
    const key = JSON.stringify([lineKey(line), deed]);
    const id = unanswered.current.get(key) ?? newScanId();
    unanswered.current.set(key, id);
    return { key, id };
  };
  const note = (lines: readonly Line[], noteOf: (line: Line) => LineNote | null) =>
    setNotes((old) => {
      const next = new Map(old);
      for (const line of lines) {
        const said = noteOf(line);
        if (said) next.set(lineKey(line), said);
        else next.delete(lineKey(line));
      }
      return next;
    });

  /** Answers what was refused, and with what no answer came; a line of these may be tried again. */
  const act = async (lines: readonly Line[], deed: Deed): Promise<readonly Refused[]> => {
    const jobs = lines.flatMap((line) => {
      const thing = thingOf(line);
      const { key, id } = idOf(line, deed);
      return thing ? [{ line, key, operation: operationOf(id, delivery, thing, deed) }] : [];
    });
    const refused: Refused[] = [];
    let answered = 0;
    note(lines, () => ({ isSending: true, message: null }));
    setProgress({ done: 0, total: jobs.length });
    const take = (outcomes: ReadonlyMap<string, Outcome>) => {
      const part = jobs.filter(({ operation }) => outcomes.has(operation.id));
      answered += part.length;
      for (const { key } of part) unanswered.current.delete(key);
      const ended = new Set<string>();
      for (const { line, operation } of part) {
        const outcome = outcomes.get(operation.id);
        if (outcome?.isDone) ended.add(lineKey(line));
        else refused.push({ line, message: outcome?.message ?? errors.unknown });
      }
      showInDelivery(delivery, (shown) => withDeed(shown, ended, deed));
      const why = new Map(refused.map(({ line, message }) => [lineKey(line), message]));
      note(
        part.map(({ line }) => line),
        (line) => (ended.has(lineKey(line)) ? null : { isSending: false, message: why.get(lineKey(line)) ?? null }),
      );
      setProgress({ done: answered, total: jobs.length });
    };
    try {
      await sendOperations(
        jobs.map(({ operation }) => operation),
        take,
      );
    } catch (error) {
      const rest = jobs.slice(answered);
      if (isLasting(error)) for (const { key } of rest) unanswered.current.delete(key);
      for (const { line } of rest) refused.push({ line, message: messageOf(error) });
      note(
        rest.map(({ line }) => line),
        () => ({ isSending: false, message: messageOf(error) }),
      );
    }
    setProgress(null);
    deliveryChangedSoon();
    return refused;
  };
  return { notes, progress, act };
}

export type LineWork = ReturnType<typeof useLineWork>;

/** What the delivery will be once the server's own answer has come. */
function withDeed(delivery: DeliveryDetail, ended: ReadonlySet<string>, deed: Deed): DeliveryDetail {
  if (ended.size === 0) return delivery;
  const now = new Date().toISOString();
  const end = <L extends Line>(line: L): L => {
    if (!ended.has(lineKey(line))) return line;
    if (deed.kind === "pick") return { ...line, picked: true, picked_at: now };
    if (deed.kind === "receive") return { ...line, received: true, received_at: now };
    return { ...line, missing: true, missing_at: now, reason: deed.text };
  };
  const isFirstPick = deed.kind === "pick" && delivery.state === DeliveryState.open;
  return {
    ...delivery,
    state: isFirstPick ? DeliveryState.processing : delivery.state,
    boxes: delivery.boxes.map(end),
    boxcontents: delivery.boxcontents.map(end),
  };
}
