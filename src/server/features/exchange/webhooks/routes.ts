import * as webhooks from "#contract/calls/exchange/webhooks.ts";
import { answerChange, routeHandler } from "#server/http/answers.ts";
import { badInput, forbidden } from "#server/http/errors.ts";
import { placeNow } from "#server/messages/webhooks/queue-changes.ts";
import { RefusedAddress, type TargetRules, webhookTarget } from "#server/messages/webhooks/webhook-address.ts";
import {
  createWebhookOf,
  deleteWebhookOf,
  editWebhookOf,
  queueTest,
  resendMessage,
  rotateSecret,
} from "./mutations.ts";
import { isWebhookOfStaff, mayCreate, messagesOf, webhookById, webhooksOf } from "./queries.ts";

/** @throws a 400 where it is an address that must not be notified */
async function expectTarget(url: string | undefined, config: TargetRules, isOfStaff: boolean): Promise<void> {
  if (url === undefined) return;
  await webhookTarget(url, config, isOfStaff).catch((error: unknown) => {
    throw error instanceof RefusedAddress ? badInput({ url: [error.why] }) : error;
  });
}

export const webhookRoutes = [
  routeHandler(webhooks.listWebhooks, ({ db, scope }) => webhooksOf(db.read, scope)),
  routeHandler(webhooks.getWebhook, ({ db, scope, id }) => webhookById(db.read, scope, id)),
  routeHandler(
    webhooks.createWebhook,
    async ({ db, config, change, actor, scope, body }) => {
      await expectTarget(body.url, config, scope.isStaff);
      const beginning = await placeNow(db, scope.userId, body.kinds);
      if (!beginning) throw forbidden("signed_out");
      return change(
        (tx) => createWebhookOf(tx, actor, { scope, secrets: db.secrets }, body, beginning),
        async (reader, { id, secret }) => ({ ...(await webhookById(reader, scope, id)), secret }),
      );
    },
    { admit: mayCreate },
  ),
  answerChange(
    webhooks.editWebhook,
    async ({ db, config, actor, scope, id, body }, commit) => {
      const isOfStaff = await isWebhookOfStaff(db.read, scope, id); // before any name is looked up
      await expectTarget(body.url, config, isOfStaff);
      return commit((tx) => editWebhookOf(tx, actor, scope, id, body));
    },
    ({ db, scope, id }) => webhookById(db, scope, id),
  ),
  routeHandler(webhooks.deleteWebhook, ({ change, actor, scope, id }) =>
    change((tx) => deleteWebhookOf(tx, actor, scope, id)),
  ),
  routeHandler(webhooks.rotateWebhook, ({ db, change, actor, scope, id }) =>
    change(
      (tx) => rotateSecret(tx, actor, { scope, secrets: db.secrets }, id),
      (_reader, secret) => Promise.resolve({ secret }),
    ),
  ),
  routeHandler(webhooks.testWebhook, ({ change, scope, id, now }) => change((tx) => queueTest(tx, scope, id, now()))),
  routeHandler(webhooks.webhookLog, async ({ db, scope, id }) => ({ results: await messagesOf(db.read, scope, id) })),
  routeHandler(webhooks.resendWebhook, ({ change, scope, id, body }) =>
    change((tx) => resendMessage(tx, scope, id, body.message)),
  ),
];
