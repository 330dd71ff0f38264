import { type RawBuilder, sql } from "kysely";
import { type ObjectChange, type ObjectKind, objectKinds, type RestartCode } from "#rules/exchange/object-kinds.ts";
import type { WebhookEnd } from "#rules/exchange/webhook-state.ts";
import type { Place } from "#server/database/changes/changes-since.ts";
import { type Database, isoInstant, type Reader, type Transaction } from "#server/database/database.ts";
import { secretContext } from "#server/database/secrets/secrets.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

/** Where messages to a webhook go, as the outbox has it. */
export const hookTarget = (id: number) => `hook:${id}`;

/** Data that the outbox keeps of a message to a receiver. */
export interface WebhookPayload {
  /** The same for every try. */
  readonly id: string;
  /** Selection of what the message reports: it is not sent to a receiver who may hear of something else by now. Null where it reports nothing. */
  readonly selection: string | null;
  readonly body: WebhookBody;
}
/** Body that a receiver is sent. */
export type WebhookBody =
  | { readonly type: "test"; readonly timestamp: string; readonly data: Record<string, never> }
  | {
      readonly type: "changes";
      readonly timestamp: string;
      readonly data: {
        readonly changes: readonly ObjectChange[];
        readonly full: boolean;
        readonly code: RestartCode | null;
      };
    };

/** A webhook as its sender needs it; `secrets` sign, the newest first. */
export interface WebhookRow {
  readonly id: number;
  readonly userId: number;
  readonly url: string;
  readonly kinds: readonly ObjectKind[] | undefined;
  readonly ended: WebhookEnd | null;
  readonly secrets: readonly string[];
  readonly place: Place;
  /** When it was read, by the database's clock. */
  readonly now: string;
}

interface Row {
  readonly id: number;
  readonly user_id: number;
  readonly url: string;
  readonly kinds: readonly number[] | null;
  readonly ended: WebhookEnd | null;
  readonly secret: string;
  readonly former_secret: string | null;
  readonly mark: string;
  readonly selection: string;
  readonly position: Place["position"];
  readonly now: string;
}

export const kindsOfRow = (kinds: readonly number[] | null): ObjectKind[] | undefined =>
  kinds?.flatMap((kind) => objectKinds[kind] ?? []);
/** Kinds as the table has them: each once, in their order. */
export const kindNumbers = (kinds: readonly ObjectKind[] | null): number[] | null =>
  kinds && objectKinds.flatMap((kind, number) => (kinds.includes(kind) ? [number] : []));

const rowColumns = selectList<Row>({
  ...fromTable("w", "id", "user_id", "url", "kinds", "ended", "secret", "mark", "selection"),
  former_secret: sql`case when former_until > now() then former_secret end`,
  position: sql`json_build_object('xid', xid::text, 'kind', object_kind, 'id', object_id, 'version', version)`,
  now: sql`now()`,
});

async function rowsWhere(db: Database, which: RawBuilder<unknown>): Promise<WebhookRow[]> {
  const { rows } = await sql<Row>`
    select ${rowColumns}
    from webhooks w where ${which} order by id`.execute(db.read);
  return rows.map((row) => ({
    id: row.id,
    userId: row.user_id,
    url: row.url,
    kinds: kindsOfRow(row.kinds),
    ended: row.ended,
    secrets: [row.secret, row.former_secret].flatMap((secret) =>
      secret === null ? [] : [db.secrets.open(secret, secretContext.webhook(row.id))],
    ),
    place: { mark: row.mark, selection: row.selection, position: row.position },
    now: isoInstant(row.now),
  }));
}

const openMessage = sql`select from messages where target = 'hook:' || w.id and done_at is null`;

/** Those that may be notified: no message to them is open. */
export const idleWebhooks = (db: Database) => rowsWhere(db, sql`ended is null and not exists (${openMessage})`);

export const webhookOfTarget = async (db: Database, target: string): Promise<WebhookRow | undefined> =>
  (await rowsWhere(db, sql`'hook:' || id = ${target}`))[0];

/** Moves a webhook on from one place to the next; answers whether nobody else did meanwhile, and it is still to be notified. */
export async function moveWebhook(tx: Transaction, { id, place }: WebhookRow, next: Place): Promise<boolean> {
  const { position: from } = place;
  const { position: to } = next;
  const { rows } = await sql`
    update webhooks w set mark = ${next.mark}, selection = ${next.selection}, xid = ${to.xid}::xid8, object_kind = ${to.kind}, object_id = ${to.id},
      version = ${to.version}
    where id = ${id} and ended is null and (mark, selection, xid, object_kind, object_id) =
      (${place.mark}, ${place.selection}, ${from.xid}::xid8, ${from.kind}, ${from.id}) and not exists (${openMessage})
    returning id`.execute(tx);
  return rows.length > 0;
}

/** Note at a message that waits for a stopped webhook. */
export const heldNote = "Angehalten";

/** Stops notifying a webhook; what waits for it is held, but for the message `sent`, whose sender notes what became of it. */
export async function endWebhook(tx: Transaction, id: number, why: WebhookEnd, sent = 0): Promise<void> {
  await sql`update webhooks set ended = ${why} where id = ${id} and ended is null`.execute(tx);
  await sql`
    update messages set done_at = now(), leased_until = null, not_before = 'infinity', failure = ${heldNote}
    where target = ${hookTarget(id)} and done_at is null and id <> ${sent}`.execute(tx);
}

/** Has it go on where it stopped: with what was given up and what was held. */
export async function resumeWebhook(tx: Transaction, id: number): Promise<void> {
  await sql`update webhooks set ended = null, failed_since = null where id = ${id}`.execute(tx);
  await sql`
    update messages set not_before = now(), tries = 0, done_at = null, failed = false, failure = null, missing_since = null
    where kind = 'hook' and target = ${hookTarget(id)} and (failed or not_before = 'infinity')`.execute(tx);
}

/** Notes since when it fails, or that it does not. */
export async function noteWebhookFailure(tx: Transaction, id: number, isFailing: boolean): Promise<void> {
  await sql`
    update webhooks set failed_since = case when ${isFailing} then now() end
    where id = ${id} and (failed_since is null) = ${isFailing}`.execute(tx);
}

/** The ids of the customers for whom a user may have webhooks; null for staff, undefined for who may not sign in. */
export async function webhookOwner(db: Reader, userId: number) {
  const { rows } = await sql<{ is_staff: boolean; customers: number[] }>`
    select u.is_staff, array(select c.customer_id from customer_users c where c.user_id = u.id and c.may_manage order by 1) as customers
    from users u where u.id = ${userId} and u.active`.execute(db);
  return rows[0];
}
