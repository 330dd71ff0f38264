import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Place, readChanges } from "#server/database/changes/changes-since.ts";
import type { ObjectKind } from "#rules/exchange/object-kinds.ts";
import type { Database } from "#server/database/database.ts";
import { queueMessage } from "#server/database/messages/queue-message.ts";
import {
  endWebhook,
  idleWebhooks,
  moveWebhook,
  hookTarget,
  type WebhookBody,
  type WebhookPayload,
  type WebhookRow,
} from "#server/database/webhooks/webhook-rows.ts";
import { scopeOfWebhookOwner } from "#server/http/session.ts";

/** Changes of one message: 40 KB. */
const mostChanges = 500;
/** ms between two looks: what changes meanwhile is one message. */
const pause = 1_000;

/** A message to a webhook as the outbox keeps it. */
export function webhookMessage(webhook: number, selection: string | null, body: WebhookBody) {
  const payload: WebhookPayload = { id: `msg_${randomUUID()}`, selection, body };
  return { kind: "hook" as const, target: hookTarget(webhook), payload, dedupe: payload.id };
}

/** Where a new webhook begins: it is notified of nothing before that. Undefined for who may not sign in. */
export async function placeNow(
  db: Database,
  userId: number,
  kinds: readonly ObjectKind[] | null,
): Promise<Place | undefined> {
  const scope = await scopeOfWebhookOwner(db, userId);
  return scope
    ? (await readChanges(db.read, scope, { kinds: kinds ?? undefined, from: "first", limit: 1 })).place
    : undefined;
}

/** Queues what changed since its last message, if anything did. The message and how far it reports are one transaction. */
async function queueNext(db: Database, webhook: WebhookRow): Promise<void> {
  const scope = await scopeOfWebhookOwner(db, webhook.userId);
  if (!scope) {
    await db.write((tx) => endWebhook(tx, webhook.id, "owner"));
    return;
  }
  const { kinds, place: from } = webhook;
  const { changes, place, code } = await readChanges(db.read, scope, { kinds, from, limit: mostChanges });
  if (changes.length === 0 && code === null) return;
  const data = { changes, full: code !== null, code };
  const body = { type: "changes", timestamp: webhook.now, data } as const;
  await db.write(async (tx) => {
    if (await moveWebhook(tx, webhook, place))
      await queueMessage(tx, webhookMessage(webhook.id, place.selection, body));
  });
}

/** Queues once for every webhook that waits for nothing. */
export async function queueChanges(db: Database): Promise<void> {
  for (const webhook of await idleWebhooks(db)) await queueNext(db, webhook);
}

type Log = (message: string, detail?: object) => void;

/** Queues what changes for all webhooks, until it is stopped. Several servers may all do it. */
export function notifyWebhooks(db: Database, log: Log): () => Promise<void> {
  const ending = new AbortController();
  const working = (async () => {
    while (!ending.signal.aborted) {
      await queueChanges(db).catch(({ message }: Error) => log("webhooks cannot be notified now", { reason: message }));
      await sleep(pause, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  })();
  return () => {
    ending.abort();
    return working;
  };
}
