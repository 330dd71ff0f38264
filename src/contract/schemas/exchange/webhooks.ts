import * as z from "zod/mini";
import { seen } from "#contract/fields/seen.ts";
import { filledText } from "#contract/fields/texts.ts";
import { webAddressLength } from "#contract/limits.ts";
import type { Shapes } from "#contract/route.ts";
import { staff } from "#contract/schemas/audience.ts";
import { count, detailQuery, id, instant, selection } from "#contract/schemas/shapes.ts";
import { objectKinds } from "#rules/exchange/object-kinds.ts";
import { webhookStates } from "#rules/exchange/webhook-state.ts";
import { invalid } from "#rules/texts/form-texts.ts";

/** An address that is notified of changes. */
export const Webhook = z.object({
  id,
  url: z.string(),
  /** Null for all. */
  kinds: z.nullable(z.array(z.enum(objectKinds))),
  state: z.enum(webhookStates),
  failed_since: z.nullable(instant),
  /** Until when the secret of before signs, too. */
  former_until: z.nullable(instant),
  created: instant,
  /** By whose rights. */
  user: staff(z.object({ first_name: z.string(), last_name: z.string() })),
});
export type Webhook = z.infer<typeof Webhook>;

/** A message to a receiver: its `webhook-id`, and what became of it. */
export const WebhookMessage = z.object({
  message: z.string(),
  type: z.enum(["changes", "test"]),
  /** Number of changes that the message reports; null where it says "begin anew", or reports none. */
  changes: z.nullable(count),
  created: instant,
  tries: count,
  /** Null as long as it is still tried. */
  done: z.nullable(instant),
  failed: z.boolean(),
  /** Last answer of the receiver, or the reason why it could not be reached. */
  note: z.nullable(z.string()),
});
export type WebhookMessage = z.infer<typeof WebhookMessage>;

const NewSecret = z.object({ secret: z.string() });
const url = filledText(webAddressLength);
const kinds = z.nullable(z.array(z.enum(objectKinds)).check(z.minLength(1, invalid.requiredChoice), z.maxLength(20)));

export const listWebhooks = {
  summary: "List webhooks: the caller's own; staff see everybody's. `may_create` says whether the caller may make one",
  scope: null,
  query: z.object(selection),
  reply: z.object({ results: z.array(Webhook), may_create: z.boolean() }),
} as const satisfies Shapes;

export const getWebhook = {
  summary: "Get a webhook",
  scope: null,
  query: detailQuery,
  reply: Webhook,
} as const satisfies Shapes;

export const createWebhook = {
  right: "may_manage",
  confirms: true,
  secret: true,
  scope: null,
  summary:
    "Have an address told what changes, of all that the caller sees, or of the customers that a customer's user manages; the secret is told this once",
  body: z.object({ url, kinds: z._default(kinds, null) }),
  reply: z.extend(Webhook, NewSecret.shape),
} as const satisfies Shapes;

export const editWebhook = {
  right: "may_manage",
  confirms: { url: true },
  scope: null,
  summary:
    "Change a webhook, stop it or have it go on where it stopped; `before` says what the caller saw: what has changed since is refused",
  body: z.object({
    url: z.optional(url),
    kinds: z.optional(kinds),
    active: z.optional(z.boolean()),
    before: seen("url", "kinds"),
  }),
  reply: Webhook,
} as const satisfies Shapes;

export const deleteWebhook = {
  scope: null,
  summary: "End a webhook for good; nothing that waits for its receiver is sent any more",
  reply: null,
} as const satisfies Shapes;

export const rotateWebhook = {
  confirms: true,
  right: "may_manage",
  secret: true,
  status: 200,
  scope: null,
  summary: "Make a new secret, told this once; the one of before signs as well for 24 hours",
  reply: NewSecret,
} as const satisfies Shapes;

export const testWebhook = {
  right: "may_manage",
  status: 204,
  scope: null,
  summary: "Send a message of the type `test`",
  reply: null,
} as const satisfies Shapes;

export const webhookLog = {
  scope: null,
  summary: "Tell the last fifty messages to a receiver, the latest first",
  query: z.object(selection),
  reply: z.object({ results: z.array(WebhookMessage) }),
} as const satisfies Shapes;

export const resendWebhook = {
  right: "may_manage",
  status: 204,
  scope: null,
  summary: "Send a message once more, under the same `webhook-id`",
  body: z.object({ message: filledText(50) }),
  reply: null,
} as const satisfies Shapes;
