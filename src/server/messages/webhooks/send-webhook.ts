import type { Config } from "#server/config.ts";
import { askedSelection } from "#server/database/changes/changes-since.ts";
import type { Database } from "#server/database/database.ts";
import { retryPauses } from "#server/database/messages/retry-pauses.ts";
import { programVersion } from "#server/database/program-version.ts";
import {
  endWebhook,
  noteWebhookFailure,
  type WebhookPayload,
  webhookOfTarget,
  type WebhookRow,
} from "#server/database/webhooks/webhook-rows.ts";
import { scopeOfWebhookOwner } from "#server/http/session.ts";
import type { Message, Outcome, Send } from "#server/messages/send-messages.ts";
import { postMessage } from "./post-message.ts";
import { signatureHeaders } from "./sign-message.ts";
import { webhookTarget } from "./webhook-address.ts";
import { webhookNotes } from "./webhook-notes.ts";

/** Seconds: what a receiver may ask for as the pause before the next try. */
const [shortestAsked, longestAsked] = [60, 6 * 3600];

/**
 * Seconds before the next try of a message that was tried so often, where its receiver asked for a pause; undefined where it did not. A receiver may have
 * us wait longer than we would, within bounds, and never have us come more often. `now` is an instant.
 */
function pauseAsked(tries: number, header: string | undefined, now: string): number | undefined {
  const asked = secondsOf(header, Date.parse(now));
  if (asked === undefined) return undefined;
  return Math.max(retryPauses[tries - 1] ?? 0, Math.min(Math.max(asked, shortestAsked), longestAsked));
}

/** Reads the seconds of a `Retry-After`, which has seconds or a date (RFC 9110 10.2.3); undefined for anything else. */
function secondsOf(header = "", now: number): number | undefined {
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const at = header.endsWith(" GMT") ? Date.parse(header) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.ceil((at - now) / 1000);
}

/** Sends what was queued for a webhook: signed, to the address that it has now, by the rights that its user has now. */
export function webhookSender(db: Database, config: Config): Send {
  return async (message, signal) => {
    const webhook = await webhookOfTarget(db, message.target);
    if (!webhook) return { is: "done", note: webhookNotes.deleted };
    if (webhook.ended) return { is: "failed", reason: webhookNotes.stopped };
    const payload = message.payload as WebhookPayload;
    const scope = await scopeOfWebhookOwner(db, webhook.userId);
    if (!scope) return endWith(db, { webhook, message }, "owner", webhookNotes.owner);
    if (payload.selection !== null && payload.selection !== (await askedSelection(db.read, scope, webhook.kinds)))
      return { is: "done", note: webhookNotes.selection };
    return tryToPost(db, config, { message, webhook, payload, isOfStaff: scope.isStaff, signal });
  };
}

interface Attempt {
  readonly message: Message;
  readonly webhook: WebhookRow;
  readonly payload: WebhookPayload;
  readonly isOfStaff: boolean;
  readonly signal: AbortSignal;
}

/** Hours of 404 at each try after which a receiver is gone: the tenth try comes after 23:42 hours (`retryPauses`). */
const missingHours = 23;
async function tryToPost(
  db: Database,
  config: Config,
  { message, webhook, payload, isOfStaff, signal }: Attempt,
): Promise<Outcome> {
  const body = JSON.stringify(payload.body);
  const at = Math.floor(Date.parse(webhook.now) / 1000);
  const headers = {
    ...signatureHeaders(webhook.secrets, payload.id, at, body),
    "content-type": "application/json",
    "user-agent": `Magazin/${programVersion}`,
  };
  const post = async () => postMessage(await webhookTarget(webhook.url, config, isOfStaff), body, headers, signal);
  const answer = await post().catch((error: Error) => error);
  const said = answer instanceof Error ? answer.message : `HTTP ${answer.status} ${answer.text}`.trim();
  if (!(answer instanceof Error) && answer.status >= 200 && answer.status < 300) {
    await db.write((tx) => noteWebhookFailure(tx, webhook.id, false));
    return { is: "done" };
  }
  const { status, retryAfter } = answer instanceof Error ? { status: 0, retryAfter: undefined } : answer;
  const missing = status === 404;
  const missingFor = Date.parse(webhook.now) - Date.parse(message.missing_since ?? webhook.now);
  if (status === 410 || (missing && missingFor >= missingHours * 3_600_000))
    return endWith(db, { webhook, message }, "gone", said);
  await db.write((tx) => noteWebhookFailure(tx, webhook.id, true));
  return message.tries > retryPauses.length
    ? endWith(db, { webhook, message }, "failed", said)
    : { is: "again", reason: said, missing, pause: pauseAsked(message.tries, retryAfter, webhook.now) };
}

/** Events that were not reported stay. They are reported first when somebody resumes the webhook. */
async function endWith(
  db: Database,
  { webhook, message }: Pick<Attempt, "webhook" | "message">,
  why: "gone" | "failed" | "owner",
  reason: string,
): Promise<Outcome> {
  await db.write((tx) => endWebhook(tx, webhook.id, why, message.id));
  return { is: "failed", reason };
}
