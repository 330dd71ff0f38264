import { sql } from "kysely";
import type { Webhook, WebhookMessage } from "#contract/schemas/exchange/webhooks.ts";
import { noteForCustomer } from "#server/messages/webhooks/webhook-notes.ts";
import type { Reader } from "#server/database/database.ts";
import type { Scope } from "#server/database/scope.ts";
import { isoInstant } from "#server/database/database.ts";
import { kindsOfRow, hookTarget, type WebhookPayload } from "#server/database/webhooks/webhook-rows.ts";
import { notFound } from "#server/http/errors.ts";
import { fromTable, selectList } from "#server/database/sql/json.ts";

/** The caller's own; staff see everybody's. */
const seenWebhooks = (db: Reader, scope: Scope) =>
  db
    .selectFrom("webhooks")
    .innerJoin("users", "users.id", "webhooks.user_id")
    .$if(!scope.isStaff, (query) => query.where("webhooks.user_id", "=", scope.userId))
    .select(["webhooks.id", "url", "kinds", "ended", "failed_since", "webhooks.created", "first_name", "last_name"])
    .select(sql<string | null>`case when former_until > now() then former_until end`.as("former_until"));

type Row = Awaited<ReturnType<ReturnType<typeof seenWebhooks>["execute"]>>[number];

const webhookFrom = (row: Row): Webhook => ({
  id: row.id,
  url: row.url,
  kinds: kindsOfRow(row.kinds) ?? null,
  state: row.ended ?? "active",
  failed_since: row.failed_since,
  former_until: row.former_until,
  created: row.created,
  user: { first_name: row.first_name, last_name: row.last_name },
});

/** Says whether a user may have webhooks: staff, and users who manage one of their customers. */
export async function mayCreate(db: Reader, scope: Scope): Promise<boolean> {
  if (scope.isStaff) return true;
  const rights = db.selectFrom("customer_users").select("customer_id").where("user_id", "=", scope.userId);
  return (await rights.where("may_manage", "=", true).limit(1).executeTakeFirst()) !== undefined;
}

/** The webhooks that the caller sees, the latest first, and whether they may make one. */
export async function webhooksOf(db: Reader, scope: Scope) {
  const rows = await seenWebhooks(db, scope).orderBy("webhooks.created", "desc").orderBy("webhooks.id").execute();
  return { results: rows.map(webhookFrom), may_create: await mayCreate(db, scope) };
}

/** A webhook; a 404 where there is none or it is not the caller's. */
export async function webhookById(db: Reader, scope: Scope, id: number): Promise<Webhook> {
  const row = await seenWebhooks(db, scope).where("webhooks.id", "=", id).executeTakeFirst();
  if (!row) throw notFound();
  return webhookFrom(row);
}

/** Says whether a webhook has the rights of staff, whoever changes it; a 404 as above. */
export async function isWebhookOfStaff(db: Reader, scope: Scope, id: number): Promise<boolean> {
  const row = await seenWebhooks(db, scope).where("webhooks.id", "=", id).select("users.is_staff").executeTakeFirst();
  if (!row) throw notFound();
  return row.is_staff;
}

interface MessageRow {
  readonly payload: WebhookPayload;
  readonly created: string;
  readonly tries: number;
  readonly done: string | null;
  readonly failed: boolean;
  readonly note: string | null;
}

const longestLog = 50;

const messageRow = selectList<MessageRow>({
  ...fromTable("messages", "payload", "created", "tries", "failed"),
  done: "messages.done_at",
  note: "messages.failure",
});

/** The last messages to a webhook's receiver. What came back from the network staff alone read. */
export async function messagesOf(db: Reader, scope: Scope, id: number): Promise<WebhookMessage[]> {
  await webhookById(db, scope, id);
  const { rows } = await sql<MessageRow>`
    select ${messageRow} from messages
    where kind = 'hook' and target = ${hookTarget(id)} order by id desc limit ${longestLog}`.execute(db);
  return rows.map(({ payload: { id: message, body }, created, done, note, ...rest }) => ({
    message,
    type: body.type,
    changes: body.type === "changes" && !body.data.full ? body.data.changes.length : null,
    created: isoInstant(created),
    done: done === null ? null : isoInstant(done),
    ...rest,
    note: scope.isStaff ? note : noteForCustomer(note),
  }));
}
