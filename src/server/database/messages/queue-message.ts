import { sql } from "kysely";
import type { Transaction } from "#server/database/database.ts";
import type { MessageKind } from "./message-tables.ts";

/** A message that is to leave the archive once what it reports is committed. */
export interface NewMessage {
  readonly kind: MessageKind;
  /** Whoever receives it, such as `mail:17` or `hook:3`: what goes to one target is sent in the order in which it was queued. */
  readonly target: string;
  /** Data that the sender of the kind needs, as JSON: ids and facts, no secrets. */
  readonly payload: object;
  /** Name of a message that is sent once only: a second message of the same name is not queued. */
  readonly dedupe: string;
  /** The customer whose page lists the message. */
  readonly customer?: number | undefined;
  readonly user?: number | undefined;
  /** An instant before which it is not sent. */
  readonly notBefore?: string | undefined;
}

/**
 * Queues messages in the transaction of what they report: where that is rolled back, nobody hears of it. They are sent in order and at least
 * once, so that a receiver has to deduplicate what comes twice.
 */
export async function queueMessages(tx: Transaction, messages: readonly NewMessage[]): Promise<void> {
  if (messages.length === 0) return;
  await sql`
    insert into messages (kind, target, customer_id, user_id, payload, dedupe, not_before)
    select kind, target, customer, "user", payload, dedupe, coalesce("notBefore", now())
    from jsonb_to_recordset(${JSON.stringify(messages)}::jsonb)
      m (kind text, target text, customer bigint, "user" bigint, payload jsonb, dedupe text, "notBefore" timestamptz)
    on conflict (dedupe) do nothing`.execute(tx);
}

/** Queues one message. */
export const queueMessage = (tx: Transaction, message: NewMessage): Promise<void> => queueMessages(tx, [message]);
