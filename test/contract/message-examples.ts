import { requests } from "#contract/examples.ts";
import type { factories } from "#test/support/factories.ts";
import type { Caller, Sent } from "./caller.ts";

type Example = (a: ReturnType<typeof factories>, caller: Caller) => Sent | Promise<Sent>;

/** Examples of calls about mail: links for passwords, who wants what, and what was sent. */
export const messageExamples: Readonly<Record<string, Example>> = {
  requestPasswordLink: (_a, { email }) => ({ body: { email } }),
  setPasswordByLink: async (a) => ({
    body: { token: await a.passwordLink(await a.user()), new_password: "Quittenbaum-17" },
  }),
  listNotifications: (_a, { owner }) => ({ path: { id: owner.id } }),
  changeNotifications: async (a, { owner, userId }) => {
    const { is_staff } = await a.whoIs({ id: userId });
    const user = is_staff ? (await a.user({ customers: [owner] })).id : userId;
    return { path: { id: owner.id }, body: { ...requests.changeNotifications.body, user } };
  },
  listMessages: () => ({}),
  sendMessageAgain: async (a, { owner }) => ({ path: { id: await a.failedMessage({ owner }) } }),
  dropMessage: async (a, { owner }) => ({ path: { id: await a.failedMessage({ owner }) } }),
};
