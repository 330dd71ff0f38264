import { requests } from "#contract/examples.ts";
import type { factories } from "#test/support/factories.ts";
import type { Caller, Sent } from "./caller.ts";

type Factories = ReturnType<typeof factories>;
type Example = (a: Factories, caller: Caller) => Sent | Promise<Sent>;

const webhook =
  (sent: Sent = {}): Example =>
  async (a, { owner, userId }) => {
    const isManager = await a.manager({ id: userId }, owner);
    const isStaff = (await a.whoIs({ id: userId })).is_staff;
    const by = isManager || isStaff ? { id: userId } : await a.user({ isStaff: true });
    return { path: { id: (await a.webhook({ by })).id }, ...sent };
  };

/** Inputs of the calls of webhooks, for whoever may make them. */
export const webhookExamples: Readonly<Record<string, Example>> = {
  listWebhooks: () => ({}),
  createWebhook: async (a, { owner, userId }) => {
    await a.manager({ id: userId }, owner);
    return { body: { ...requests.createWebhook.body, url: "https://93.184.215.14/magazin" } };
  },
  getWebhook: webhook(),
  editWebhook: webhook({ body: { ...requests.editWebhook.body, url: "https://93.184.215.14/archiv" } }),
  deleteWebhook: webhook(),
  rotateWebhook: webhook(),
  testWebhook: webhook(),
  webhookLog: webhook(),
  resendWebhook: async (a, caller) => {
    const { path } = await webhook()(a, caller);
    return { path: path ?? {}, body: { message: await a.webhookMessage({ id: path?.["id"] ?? 0 }) } };
  },
};
