import type { DeliveryDetail } from "#contract/schemas/deliveries/deliveries.ts";
import { DeliveryState } from "#rules/deliveries/delivery-state.ts";
import { showInDelivery } from "#web/delivery-lines/delivery-changes.ts";
import { type LineAction, lineAction, operationOf, type LineSubject } from "#web/delivery-lines/line-actions.ts";
import { isBoxLine, type Line, lineKey } from "#web/delivery-lines/line-facts.ts";
import { type EntryDraft, type OutboxEntry, idOf, isOf, isOpenEntry } from "#web/outbox/entry.ts";
import { answeredIn, entries, onOutboxChange, take } from "#web/outbox/outbox.ts";
import { newScanId } from "#web/outbox/scan-id.ts";
import { inTurn } from "#web/outbox/visit.ts";

// Outside the page: what was done with a line is answered whichever page is open by then.

const isLineEntry = isOf("delivery");

/** Returns the actions on the lines of a delivery, in order. */
export const deliveryEntries = (all: readonly OutboxEntry[], delivery: number) =>
  all.filter(isLineEntry).filter(({ shown }) => shown.delivery === delivery);

/** Null for a content that was deleted: nothing can be done with it. */
function thingOf(line: Line): LineSubject | null {
  if (isBoxLine(line)) return { code: line.code };
  return line.id === null ? null : { content: line.id };
}

const queue = inTurn();

/**
 * Takes an action on lines of a delivery. A line with which something is under way already gets nothing new: that is what
 * is waited for. Answers the ids of the scans by which it is done.
 */
export function takeAction(delivery: number, lines: readonly Line[], action: LineAction): Promise<ReadonlySet<string>> {
  return queue(async () => {
    const open = new Map(
      deliveryEntries(entries.get(), delivery)
        .filter(isOpenEntry)
        .map((entry) => [entry.shown.line, idOf(entry)]),
    );
    const waiting = lines.flatMap((line) => open.get(lineKey(line)) ?? []);
    const fresh = lines.filter((line) => !open.has(lineKey(line)));
    const newEntries = await take(fresh.flatMap((line) => draftOf(delivery, line, action)));
    return new Set([...waiting, ...newEntries.map(idOf)]);
  });
}

function draftOf(delivery: number, line: Line, action: LineAction): EntryDraft[] {
  const thing = thingOf(line);
  if (!thing) return [];
  const operation = operationOf(newScanId(), delivery, thing, action);
  return [{ operation, shown: { screen: "delivery", delivery, line: lineKey(line) } }];
}

/** Returns the delivery as it will be once the server's own answer has come. */
function withAction(delivery: DeliveryDetail, key: ReadonlySet<string>, action: LineAction): DeliveryDetail {
  const now = new Date().toISOString();
  const end = <L extends Line>(line: L): L => {
    if (!key.has(lineKey(line))) return line;
    if (action.kind === "pick") return { ...line, picked: true, picked_at: now };
    if (action.kind === "receive") return { ...line, received: true, received_at: now };
    return { ...line, missing: true, missing_at: now, reason: action.text };
  };
  const isFirstPick = action.kind === "pick" && delivery.state === DeliveryState.open;
  return {
    ...delivery,
    state: isFirstPick ? DeliveryState.processing : delivery.state,
    boxes: delivery.boxes.map(end),
    boxcontents: delivery.boxcontents.map(end),
  };
}

onOutboxChange((changes) => {
  const answeredEntries = answeredIn(changes)
    .filter(({ status }) => status === "done")
    .filter(isLineEntry);
  for (const [delivery, own] of Map.groupBy(answeredEntries, ({ shown }) => shown.delivery))
    for (const group of Map.groupBy(own, ({ operation }) => JSON.stringify(lineAction(operation))).values()) {
      const action = group[0] && lineAction(group[0].operation);
      const keys = new Set(group.map(({ shown }) => shown.line));
      if (action) showInDelivery(delivery, (shown) => withAction(shown, keys, action));
    }
});
