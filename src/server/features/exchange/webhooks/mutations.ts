import { sql } from "kysely";
import type { createWebhook, editWebhook } from "#contract/calls/exchange/webhooks.ts";
import { maxWebhooks } from "#contract/limits.ts";
import type { Body } from "#contract/route.ts";
import { AuditKind } from "#rules/access/audit/audit.ts";
import { showKinds } from "#rules/exchange/object-kind-texts.ts";
import { formerSecretHours } from "#rules/exchange/webhook-state.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import * as refusedHook from "#rules/texts/webhook-refusals.ts";
import type { Place } from "#server/database/changes/changes-since.ts";
import { type Actor, record } from "#server/database/audit/audit.ts";
import type { Transaction } from "#server/database/database.ts";
import { queueMessage } from "#server/database/messages/queue-message.ts";
import type { Scope } from "#server/database/scope.ts";
import { type Secrets, secretContext } from "#server/database/secrets/secrets.ts";
import {
  endWebhook,
  kindNumbers,
  kindsOfRow,
  resumeWebhook,
  hookTarget,
} from "#server/database/webhooks/webhook-rows.ts";
import { notFound, refuse } from "#server/http/errors.ts";
import { refuseOverwriting } from "#server/http/overwriting.ts";
import { webhookMessage } from "#server/messages/webhooks/queue-changes.ts";
import { newWebhookSecret } from "#server/messages/webhooks/sign-message.ts";

/** @throws a 400 where a customer's user manages nothing of theirs */
async function expectRight(tx: Transaction, { isStaff, userId }: Scope): Promise<void> {
  if (isStaff) return;
  const rights = tx.selectFrom("customer_users").select("customer_id").where("user_id", "=", userId);
  const right = await rights.where("may_manage", "=", true).forShare().executeTakeFirst();
  if (!right) throw refuse(refused.noRight);
}

/** Locks a webhook that the caller may change. @throws 404 where it is not theirs */
async function lockWebhook(tx: Transaction, scope: Scope, id: number) {
  const webhook = await tx
    .selectFrom("webhooks")
    .select(["id", "url", "kinds", "ended", "secret"])
    .where("id", "=", id)
    .$if(!scope.isStaff, (query) => query.where("user_id", "=", scope.userId))
    .forUpdate()
    .executeTakeFirst();
  if (!webhook) throw notFound();
  return webhook;
}

/** Returns the host, which the audit trail names: the rest of an address may be a key of its receiver. */
const hostOf = (url: string) => URL.parse(url)?.host ?? "";

/** Makes a webhook; answers its id and its secret, which is shown only once. */
export async function createWebhookOf(
  tx: Transaction,
  actor: Actor,
  { scope, secrets }: { scope: Scope; secrets: Secrets },
  { url, kinds }: Body<typeof createWebhook>,
  { mark, selection, position }: Place,
): Promise<{ id: number; secret: string }> {
  await expectRight(tx, scope);
  await sql`select from users where id = ${scope.userId} for no key update`.execute(tx); // of two at once the second counts the first
  const { count } = await tx
    .selectFrom("webhooks")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("user_id", "=", scope.userId)
    .executeTakeFirstOrThrow();
  if (count >= maxWebhooks) throw refuse(refusedHook.tooManyWebhooks(maxWebhooks));
  const secret = newWebhookSecret();
  const { id } = await tx
    .insertInto("webhooks")
    .values({
      user_id: scope.userId,
      url,
      kinds: kindNumbers(kinds),
      secret: "",
      mark,
      selection,
      xid: position.xid,
      object_kind: position.kind,
      object_id: position.id,
      version: position.version,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await keepSecret(tx, id, secrets.seal(secret, secretContext.webhook(id)));
  await record(tx, actor, { kind: AuditKind.webhookCreated, meta: { about: hostOf(url) } });
  return { id, secret };
}

const keepSecret = (tx: Transaction, id: number, secret: string) =>
  tx.updateTable("webhooks").set({ secret }).where("id", "=", id).execute();

/** Changes a webhook. It receives what changed while it was stopped when it goes on. */
export async function editWebhookOf(
  tx: Transaction,
  actor: Actor,
  scope: Scope,
  id: number,
  { url, kinds, active, before: seen }: Body<typeof editWebhook>,
): Promise<void> {
  const before = await lockWebhook(tx, scope, id);
  const { ended } = before;
  await expectRight(tx, scope);
  const now = { url: before.url, kinds: kindsOfRow(before.kinds) ?? null };
  refuseOverwriting(now, { url, kinds }, seen, { kinds: () => showKinds(now.kinds) });
  const set = { ...(url !== undefined && { url }), ...(kinds !== undefined && { kinds: kindNumbers(kinds) }) };
  if (Object.keys(set).length > 0) await tx.updateTable("webhooks").set(set).where("id", "=", id).execute();
  if (active === false) await endWebhook(tx, id, "paused");
  if (active === true && ended !== null) await resumeWebhook(tx, id);
  const changes = [
    url !== undefined && url !== before.url && `Adresse → ${hostOf(url)}`,
    kinds !== undefined && "Arten",
    active === false && ended === null && "angehalten",
    active === true && ended !== null && "fortgesetzt",
  ].filter((change) => change !== false);
  if (changes.length === 0) return;
  const about = `${hostOf(before.url)}, ${changes.join(", ")}`;
  await record(tx, actor, { kind: AuditKind.webhookChanged, meta: { about } });
}

/** Ends a webhook for good. */
export async function deleteWebhookOf(tx: Transaction, actor: Actor, scope: Scope, id: number): Promise<void> {
  const { url } = await lockWebhook(tx, scope, id);
  await tx.deleteFrom("messages").where("kind", "=", "hook").where("target", "=", hookTarget(id)).execute();
  await tx.deleteFrom("webhooks").where("id", "=", id).execute();
  await record(tx, actor, { kind: AuditKind.webhookDeleted, meta: { about: hostOf(url) } });
}

/** Makes a new secret; the one of before signs as well for a day. */
export async function rotateSecret(
  tx: Transaction,
  actor: Actor,
  { scope, secrets }: { scope: Scope; secrets: Secrets },
  id: number,
): Promise<string> {
  const { secret: former, url } = await lockWebhook(tx, scope, id);
  await expectRight(tx, scope);
  const secret = newWebhookSecret();
  await sql`
    update webhooks set secret = ${secrets.seal(secret, secretContext.webhook(id))}, former_secret = ${former},
      former_until = now() + make_interval(hours => ${formerSecretHours})
    where id = ${id}`.execute(tx);
  await record(tx, actor, { kind: AuditKind.webhookSecretRenewed, meta: { about: hostOf(url) } });
  return secret;
}

async function expectActive(tx: Transaction, scope: Scope, id: number): Promise<void> {
  const { ended } = await lockWebhook(tx, scope, id);
  await expectRight(tx, scope);
  if (ended !== null) throw refuse(refusedHook.webhookEnded);
}

/** Queues a message without changes. */
export async function queueTest(tx: Transaction, scope: Scope, id: number, now: Date): Promise<void> {
  await expectActive(tx, scope, id);
  const body = { type: "test", timestamp: now.toISOString(), data: {} } as const;
  await queueMessage(tx, webhookMessage(id, null, body));
}

/** Sends a message once more, as it was. @throws 404 where there is none */
export async function resendMessage(tx: Transaction, scope: Scope, id: number, message: string): Promise<void> {
  await expectActive(tx, scope, id);
  const { rows } = await sql`
    update messages set not_before = now(), tries = 0, leased_until = null, done_at = null, failed = false, failure = null, missing_since = null
    where kind = 'hook' and target = ${hookTarget(id)} and payload ->> 'id' = ${message} returning id`.execute(tx);
  if (rows.length === 0) throw notFound();
}
