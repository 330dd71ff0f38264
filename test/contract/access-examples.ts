import { randomUUID } from "node:crypto";
import { requests } from "#contract/examples.ts";
import { addDays, berlinDay } from "#rules/dates.ts";
import { companyAnswer } from "#test/support/company/shared-company.ts";
import type { factories } from "#test/support/factories.ts";
import type { Caller, Sent } from "./caller.ts";

type Factories = ReturnType<typeof factories>;
type Example = (a: Factories, caller: Caller) => Sent | Promise<Sent>;

/** Good for a week: a run that goes over midnight asks for no day that has passed. */
const newToken = () => ({ ...requests.createToken.body, expires: addDays(berlinDay(new Date()), 7) });
const somebody: Example = async (a) => ({ path: { id: (await a.user()).id } });
const self: Example = (_a, { userId }) => ({ path: { id: userId } });
const provenByCode: Example = async (a, { userId, password }) => ({
  body: { own_password: password, code: await a.secondFactor({ id: userId }) },
});
const unique = () => randomUUID().slice(0, 13);

/** Something that must succeed for each call about people, how they come in, and the tokens of their programs. */
export const accessExamples: Readonly<Record<string, Example>> = {
  login: (_a, { email, password }) => ({ body: { username: email, password } }),
  beginCompanySignIn: () => ({}),
  openCompanySession: async (_a, { email }) => ({ body: await companyAnswer(email) }),
  listIdentities: () => ({}),
  addIdentity: async (_a, { email }) => ({ body: await companyAnswer(email) }),
  removeIdentity: async (a, { userId }) => ({ path: { id: await a.identity({ id: userId }) } }),
  logout: () => ({}),
  listSessions: () => ({}),
  endSession: async (a, { userId }) => ({ path: { id: await a.session({ id: userId }) } }),
  listUserSessions: somebody,
  endUserSession: async (a) => {
    const { id } = await a.user();
    return { path: { id, session: await a.session({ id }) } };
  },
  knowSessions: () => ({}),
  endOtherSessions: () => ({}),
  getSecondFactor: () => ({}),
  beginSecondFactor: (_a, { password }) => ({ body: { own_password: password } }),
  confirmSecondFactor: async (a, { userId }) => ({
    body: { code: await a.secondFactor({ id: userId }, { confirmed: false }) },
  }),
  endSecondFactor: provenByCode,
  newRecoveryCodes: provenByCode,
  confirmSession: (_a, { password }) => ({ body: { own_password: password } }),
  settings: () => ({}),
  getUser: self,
  recordOfUser: self,
  changePassword: async (a, caller) => ({
    ...(await self(a, caller)),
    body: { old_password: caller.password, new_password: "Quittenbaum-17" },
  }),
  listViews: () => ({}),
  saveView: () => ({ body: { ...requests.saveView.body, name: `Ansicht ${unique()}` } }),
  deleteView: async (a, { userId }) => ({ path: { id: (await a.view({ id: userId })).id } }),
  listColleagues: (_a, { owner }) => ({ path: { id: owner.id } }),
  inviteColleague: async (a, { owner, userId }) => {
    await a.inviter({ id: userId }, owner);
    const email = `${unique()}@example.com`;
    return { path: { id: owner.id }, body: { email, last_name: "Muster", may_invite: true } };
  },
  endColleague: async (a, { owner, userId }) => {
    await a.inviter({ id: userId }, owner);
    const { id } = await a.colleague(owner);
    return { path: { id }, body: { customer: owner.id } };
  },
  listUsers: () => ({}),
  createUser: () => ({ body: { ...requests.createUser.body, email: `${unique()}@example.com` } }),
  editUser: async (a, caller) => ({
    ...(await somebody(a, caller)),
    body: { ...requests.editUser.body, email: `${unique()}@example.com`, own_password: caller.password },
  }),
  resetPassword: async (a, caller) => ({ ...(await somebody(a, caller)), body: { own_password: caller.password } }),
  resetSecondFactor: async (a, { password }) => {
    const { id } = await a.user();
    await a.secondFactor({ id });
    return { path: { id }, body: { own_password: password } };
  },
  listTokens: () => ({}),
  createToken: () => ({ body: newToken() }),
  endToken: async (a, { userId }) => ({ path: { id: (await a.apiToken({ id: userId })).id } }),
  listUserTokens: somebody,
  createServiceToken: async (a) => ({ path: { id: (await a.user({ service: true })).id }, body: newToken() }),
  createServiceAccount: () => ({ ...requests.createServiceAccount }),
};
