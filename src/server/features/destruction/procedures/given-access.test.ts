import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, test } from "vitest";
import { inviteColleague } from "#contract/calls/access/colleagues.ts";
import { beginCompanySignIn, openCompanySession } from "#contract/calls/access/company-sign-in.ts";
import { setPasswordByLink } from "#contract/calls/access/password-links.ts";
import { changeRights } from "#contract/calls/access/rights.ts";
import { createUser, editUser, resetPassword, resetSecondFactor } from "#contract/calls/access/users.ts";
import { setCostCentres } from "#contract/calls/customers/cost-centres.ts";
import { createCustomer, editCustomer } from "#contract/calls/customers/customers.ts";
import {
  completeBatch,
  confirmBatch,
  decideBatch,
  proposeBatch,
} from "#contract/calls/destruction/destruction-batches.ts";
import { agreeToChange } from "#contract/calls/destruction/procedures.ts";
import { scan } from "#contract/calls/scanning/scans.ts";
import type { FullRoute } from "#contract/route.ts";
import { fieldsOf } from "#contract/schema-walk.ts";
import { showBatch } from "#rules/destruction/batch-state.ts";
import { atTheMachine } from "#server/database/audit/audit.ts";
import { resetPassword as giveAtMachine } from "#server/features/access/users/mutations.ts";
import { hashPassword } from "#server/http/passwords/passwords.ts";
import { testServer } from "#test/support/client.ts";
import { openCompany } from "#test/support/company/company.ts";
import { testDatabase } from "#test/support/database.ts";
import { anyWord } from "#test/support/words.ts";
import { calls } from "#test/contract/examples.ts";

/**
 * Access that each call that writes users, or what belongs to them, gives its caller over the sign-in or the vote of somebody else. The value is what
 * the database keeps of it (`hand_of`), or why the call gives nothing.
 */
const gives: Readonly<Record<string, { readonly access: string } | string>> = {
  createUser: { access: "account" },
  inviteColleague: { access: "account" },
  editUser: { access: "email, right" },
  resetPassword: { access: "password" },
  resetSecondFactor: { access: "factor" },
  changeRights: { access: "right" },
  createCustomer: { access: "right" },
  editCustomer: { access: "right" },
  setPasswordByLink: { access: "link" },
  openCompanySession: { access: "identity" },
  createServiceAccount: "a service account has no vote",
  createServiceToken: "a service account has no vote",
  createToken: "one's own",
  endToken: "ends what others have, and gives nothing",
  changePassword: "one's own",
  addIdentity: "one's own",
  removeIdentity: "one's own",
  beginSecondFactor: "one's own",
  confirmSecondFactor: "one's own",
  endSecondFactor: "one's own",
  newRecoveryCodes: "one's own",
  login: "one's own",
  confirmSession: "one's own",
  beginCompanySignIn: "nobody is known yet",
  requestPasswordLink: "the link goes to the address that is known; what comes of it is `setPasswordByLink`'s",
  endColleague: "takes access, and gives nothing",
  deleteCustomer: "takes access, and gives nothing",
  endSession: "ends what others have, and gives nothing",
  endOtherSessions: "ends what others have, and gives nothing",
  endUserSession: "ends what others have, and gives nothing",
  knowSessions: "says which sessions are one's own",
  editWebhook: "its `active` is a webhook's",
  setCostCentres: "what a customer has; who sees which is said by `changeRights`",
};

const tables = ["users", "tokens", "second-factor", "company-sign-in", "sessions"] as const;
const words = /\/(api-token-auth|colleagues|company-sign-in|cost-centres|password|rights|session|users)\b/;
const fields = ["is_staff", "active", "email", "user_ids", "manages_users", "may_approve_destruction"];
const isAbout = (route: FullRoute) =>
  route.writes &&
  (tables.some((table) => route.touches.includes(table)) ||
    words.test(route.path) ||
    fields.some((field) => field in fieldsOf(route.body)));

test("every call that writes users, or what belongs to them, says what it gives over somebody else", () => {
  const about = calls.filter(([, route]) => isAbout(route)).map(([name]) => name);
  expect(about.filter((name) => !(name in gives))).toEqual([]);
  expect(Object.keys(gives).filter((name) => !calls.some(([known]) => known === name))).toEqual([]);
});

const own_password = "passwort1";
const good = "Quittenbaum-17";
const company = await openCompany();
afterAll(() => company.close());
await company.open();

describe.each([["without mail", false] as const, ["with mail", true] as const])("%s", async (_name, mails) => {
  const { db } = await testDatabase({ mails });
  const server = await testServer(db, {}, { companySignIn: company.signIn });
  const { a, anonymous } = server;
  const person = async (wish: Parameters<typeof a.user>[0] = { isStaff: true, password: own_password }) => {
    const { id } = await a.user(wish);
    return { id, client: await server.as({ id }) };
  };
  type Person = Awaited<ReturnType<typeof person>>;
  type Owner = Awaited<ReturnType<typeof a.customer>>;
  const of = async ({ id }: { readonly id: number }): Promise<Person> => {
    await db.write((tx) => tx.updateTable("users").set({ init_password: false }).where("id", "=", id).execute());
    return { id, client: await server.as({ id }) };
  };
  const mailbox = () => `${randomUUID()}@example.com`;
  const isNew = (email: string) => ({ email, last_name: "Neu" });
  async function approverOf(owner: Owner): Promise<Person> {
    const approver = await person({ customers: [owner] });
    await a.approver(approver, owner);
    return approver;
  }

  /** Ways in which a member of the staff reaches another one's sign-in: by each call that gives access to it. */
  const reachStaff: Readonly<Record<string, (first: Person) => Promise<{ readonly id: number }>>> = {
    createUser: async ({ client }) =>
      client.call(createUser, { body: { ...isNew(mailbox()), is_staff: true, manages_users: true } }),
    "editUser, the address, there and back": async ({ client }) => {
      const colleague = await a.user({ isStaff: true });
      for (const email of [mailbox(), colleague.email])
        await client.call(editUser, { path: colleague, body: { email } });
      return colleague;
    },
    "editUser, the right": async ({ client }) => {
      const somebody = await a.user();
      await client.call(editUser, { path: somebody, body: { is_staff: true } });
      return somebody;
    },
    "editUser, somebody who was away": async ({ client }) => {
      const somebody = await a.user({ isStaff: true, active: false });
      await client.call(editUser, { path: somebody, body: { active: true } });
      return somebody;
    },
    resetPassword: async ({ client }) => {
      const colleague = await a.user({ isStaff: true });
      await client.call(resetPassword, { path: colleague, body: { own_password } });
      return colleague;
    },
    resetSecondFactor: async ({ client }) => {
      const colleague = await a.user({ isStaff: true });
      await a.secondFactor(colleague);
      await client.call(resetSecondFactor, { path: colleague, body: { own_password } });
      return colleague;
    },
    // the password from the machine ends what was before it; a link to the address that was typed then reaches the account again
    setPasswordByLink: async ({ client }) => {
      const colleague = await client.call(createUser, { body: { ...isNew(mailbox()), is_staff: true } });
      await fromMachine(colleague);
      const token = await a.passwordLink(colleague);
      await anonymous.call(setPasswordByLink, { body: { token, new_password: good } });
      return colleague;
    },
    openCompanySession: async ({ client }) => {
      const email = mailbox();
      const colleague = await client.call(createUser, { body: { ...isNew(email), is_staff: true } });
      await fromMachine(colleague);
      company.hire(email, { email, email_verified: true });
      const { url, ...begun } = await anonymous.call(beginCompanySignIn, {});
      await anonymous.call(openCompanySession, { body: { ...begun, answer: await company.answerOf(url, email) } });
      return colleague;
    },
  };
  async function fromMachine({ id }: { readonly id: number }): Promise<void> {
    const hash = await hashPassword(good);
    await db.write((tx) => giveAtMachine(tx, atTheMachine, id, hash));
  }

  /** Ways in which a member of the staff reaches the vote of a customer. */
  const reachApprover: Readonly<Record<string, (first: Person, owner: Owner) => Promise<{ readonly id: number }>>> = {
    "editUser, the address of the customer's": async ({ client }, owner) => {
      const approver = await approverOf(owner);
      await client.call(editUser, { path: approver, body: { email: mailbox() } });
      return approver;
    },
    changeRights: async ({ client }, owner) => {
      const user = await person({ customers: [owner] });
      await client.call(changeRights, { path: owner, body: { user: user.id, may_approve_destruction: true } });
      return user;
    },
    "changeRights, what they see": async ({ client }, owner) => {
      const user = await person({ customers: [owner] });
      await client.call(setCostCentres, { path: owner, body: { cost_centres: ["Lager"] } });
      await client.call(changeRights, { path: owner, body: { user: user.id, cost_centres: ["Lager"] } });
      await client.call(changeRights, { path: owner, body: { user: user.id, cost_centres: null } });
      await a.approver(user, owner);
      return user;
    },
    editCustomer: async ({ client }, owner) => {
      const user = await person({ customers: [] });
      await client.call(editCustomer, { path: owner, body: { user_ids: [user.id] } });
      await a.approver(user, owner);
      return user;
    },
    "inviteColleague, by way of a user of one's own": async ({ client }, owner) => {
      const mine = await client.call(createUser, { body: isNew(mailbox()) });
      await client.call(editCustomer, { path: owner, body: { user_ids: [mine.id] } });
      const rights = { may_invite: true, may_approve_destruction: true };
      await client.call(changeRights, { path: owner, body: { user: mine.id, ...rights } });
      const inviter = await of(mine);
      const email = mailbox();
      const invitation = { email, first_name: "Erika", last_name: "Neu", may_approve_destruction: true };
      await inviter.client.call(inviteColleague, { path: owner, body: invitation });
      return db.read.selectFrom("users").select("id").where("email", "=", email).executeTakeFirstOrThrow();
    },
  };

  const refused = expect.stringContaining("zählen nicht als zwei Personen");
  const isRefused = { status: 400, body: { non_field_errors: [refused] } };
  async function proposedBy(first: Person, owner: Owner) {
    const boxes = [await a.box({ owner, state: 7 })] as const;
    const batch = await a.batch({ owner, boxes });
    await first.client.call(proposeBatch, { path: batch });
    return { batch, boxes };
  }
  const number = (batch: { readonly id: number }) => ({ number: showBatch(batch.id) });
  const confirmOf = ({ client }: Person, batch: { readonly id: number }) =>
    client.ask(confirmBatch, { path: batch, body: number(batch) });
  const approveOf = ({ client }: Person, batch: { readonly id: number }) =>
    client.ask(decideBatch, { path: batch, body: { lines: [], rest: "approved", ...number(batch) } });

  test.each(Object.keys(reachStaff))(
    "whom somebody reached by %s confirms and witnesses nothing of theirs",
    async (name) => {
      const first = await person();
      const second = await of(await reachStaff[name]!(first));
      const owner = await a.customer();
      const { batch, boxes } = await proposedBy(first, owner);
      await a.approved(batch, owner);
      expect(await confirmOf(second, batch)).toMatchObject(isRefused);
      await confirmOf(await person(), batch);
      const operations = boxes.map(({ code }) => ({ id: randomUUID(), kind: "shred" as const, batch: batch.id, code }));
      const { results } = await first.client.call(scan, { body: { operations } });
      expect(results.map(({ status }) => status)).toEqual(["done"]);
      const witnessed = await second.client.ask(completeBatch, { path: batch, body: { place: "house" } });
      expect(witnessed).toMatchObject(isRefused);
      const theirs = await proposedBy(second, owner);
      await a.approved(theirs.batch, owner);
      expect(await confirmOf(first, theirs.batch)).toMatchObject(isRefused);
      const change = await a.procedureChange({ owner: await a.customer(), askedBy: first });
      expect(await second.client.ask(agreeToChange, { path: change })).toMatchObject(isRefused);
    },
  );

  test.each(Object.keys(reachApprover))("whom somebody reached by %s approves nothing of theirs", async (name) => {
    const first = await person();
    const owner = await a.customer();
    const second = await of(await reachApprover[name]!(first, owner));
    const { batch } = await proposedBy(first, owner);
    expect(await approveOf(second, batch)).toMatchObject(isRefused);
    const another = await proposedBy(await person(), owner);
    expect(await approveOf(second, another.batch)).toMatchObject({ status: 200 });
    expect(await confirmOf(first, another.batch)).toMatchObject(isRefused);
    const change = await a.procedureChange({ owner, askedBy: first });
    expect(await second.client.ask(agreeToChange, { path: change })).toMatchObject(isRefused);
  });

  test("who assigned a customer's users when it was made has had access to them", async () => {
    const first = await person();
    const user = await person({ customers: [] });
    const owner = await first.client.call(createCustomer, { body: { name: anyWord(), user_ids: [user.id] } });
    await a.approver(user, owner);
    const { batch } = await proposedBy(first, owner);
    expect(await approveOf(user, batch)).toMatchObject(isRefused);
  });
});
