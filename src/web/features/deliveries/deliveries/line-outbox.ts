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

const isLineDeed = isOf("delivery");

/** Returns the actions on the lines of a delivery, in order. */
export const deliveryEntries = (all: readonly OutboxEntry[], delivery: number) =>
  all.filter(isLineDeed).filter(({ shown }) => shown.delivery === delivery);

/** Null for a content that was deleted: nothing can be done with it. */
function thingOf(line: Line): LineSubject | null {
  if (isBoxLine(line)) return { code: line.code };
  return line.id === null ? null : { content: line.id };
}

const queue = inTurn();

/**
 * Takes a deed with lines of a delivery. A line with which something is under way already gets nothing new: that is what
 * is waited for. Answers the ids of the scans by which it is done.
 */
export function takeDeed(delivery: number, lines: readonly Line[], deed: LineAction): Promise<ReadonlySet<string>> {
  return queue(async () => {
    const open = new Map(
      deliveryEntries(entries.get(), delivery)
        .filter(isOpenEntry)
        .map((entry) => [entry.shown.line, idOf(entry)]),
    );
    const waiting = lines.flatMap((line) => open.get(lineKey(line)) ?? []);
    const fresh = lines.filter((line) => !open.has(lineKey(line)));
    const newEntries = await take(fresh.flatMap((line) => draftOf(delivery, line, deed)));
    return new Set([...waiting, ...newEntries.map(idOf)]);
  });
}

function draftOf(delivery: number, line: Line, deed: LineAction): EntryDraft[] {
  const thing = thingOf(line);
  if (!thing) return [];
  const operation = operationOf(newScanId(), delivery, thing, deed);
  return [{ operation, shown: { screen: "delivery", delivery, line: lineKey(line) } }];
}

/** Returns the delivery as it will be once the server's own answer has come. */
function withDeed(delivery: DeliveryDetail, key: ReadonlySet<string>, deed: LineAction): DeliveryDetail {
  const now = new Date().toISOString();
  const end = <L extends Line>(line: L): L => {
    if (!key.has(lineKey(line))) return line;
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

onOutboxChange((changes) => {
  const answeredEntries = answeredIn(changes)
    .filter(({ status }) => status === "done")
    .filter(isLineDeed);
  for (const [delivery, own] of Map.groupBy(answeredEntries, ({ shown }) => shown.delivery))
    for (const deeds of Map.groupBy(own, ({ operation }) => JSON.stringify(lineAction(operation))).values()) {
      const action = deeds[0] && lineAction(deeds[0].operation);
      const keys = new Set(deeds.map(({ shown }) => shown.line));
      if (action) showInDelivery(delivery, (shown) => withDeed(shown, keys, action));
    }
});
