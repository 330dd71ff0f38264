import { describe, expect, test } from "vitest";
import { endColleague, inviteColleague, listColleagues } from "#contract/calls/access/colleagues.ts";
import { changeRights, listRights } from "#contract/calls/access/rights.ts";
import { getUser } from "#contract/calls/access/users.ts";
import { editCustomer, getCustomer } from "#contract/calls/customers/customers.ts";
import { AuditKind } from "#rules/access/audit/audit.ts";
import type { RequestBody } from "#contract/route.ts";
import * as accessRefused from "#rules/texts/access-refusals.ts";
import { noPersonName } from "#contract/fields/colleague.ts";
import { invitationsPerDay } from "#rules/access/colleagues.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { type Client, testServer } from "#test/support/client.ts";
import { Database } from "#server/database/database.ts";
import { testDatabase } from "#test/support/database.ts";
import type { Customer } from "#test/support/factories.ts";
import { anyWord } from "#test/support/words.ts";

const { connection } = await testDatabase();
const db = new Database(connection, { mails: true });
const server = await testServer(db);
const { a } = server;
const staff = await server.asStaff();

/** A customer, and somebody of it who may invite, with no right beside to order and to invite. */
async function inviting() {
  const domain = `${anyWord()}.example`;
  const owner = await a.customer();
  const user = await a.user({ customers: [owner], email: `erika@${domain}`, signedIn: false });
  await a.inviter(user, owner);
  return { owner, user, domain, client: await server.as(user) };
}
type Invited = Partial<RequestBody<typeof inviteColleague>>;
const invitation = (owner: Customer, email: string, more: Invited = {}) => ({
  path: { id: owner.id },
  body: { email, last_name: "Muster", ...more },
});
const userWith = (email: string) =>
  db.read.selectFrom("users").selectAll().where("email", "=", email).executeTakeFirst();
const mailsTo = async (email: string) => {
  const id = (await userWith(email))?.id ?? 0;
  return db.read.selectFrom("messages").select("id").where("user_id", "=", id).execute();
};
const listed = async (client: Client, owner: Customer) => {
  const { results } = await client.call(listColleagues, { path: { id: owner.id } });
  return results.map(({ email, may_end }) => [email, may_end]);
};

describe("an invitation", () => {
  test("makes a user of the customer with the rights that were given, who gets a link by mail, and staff read who invited them", async () => {
    const { owner, user, domain, client } = await inviting();
    const email = `neu@${domain}`;
    await client.call(inviteColleague, invitation(owner, email, { may_order: true }));
    const made = await userWith(email);
    expect(made).toMatchObject({ is_staff: false, active: true, invited_by: user.id, last_login: null });
    expect(await mailsTo(email)).toHaveLength(1);
    const seen = await staff.call(getUser, { path: { id: made?.id ?? 0 } });
    expect(seen).toMatchObject({ invited_by: { id: user.id }, customers: [{ id: owner.id, may_manage: false }] });
    const rights = db.read
      .selectFrom("customer_users")
      .selectAll()
      .where("user_id", "=", made?.id ?? 0);
    expect(await rights.executeTakeFirst()).toMatchObject({ may_order: true, may_store: false, may_invite: false });
  });

  test("of an address that somebody has elsewhere is answered and shown as any other, and gives nobody anything", async () => {
    const { owner, domain, client } = await inviting();
    const other = await a.customer();
    const elsewhere = await a.user({ customers: [other], email: `anderswo@${domain}` });
    const ended = await a.user({ email: `ehemals@${domain}`, active: false });
    const boss = await a.user({ isStaff: true, email: `archiv@${domain}` });
    const before = await listed(client, owner);
    const answers = [];
    for (const email of [`neu@${domain}`, elsewhere.email, ended.email, boss.email])
      answers.push(await client.ask(inviteColleague, invitation(owner, email)));
    expect(answers.map(({ status, text }) => [status, text])).toEqual(answers.map(() => [204, ""]));
    expect(await listed(client, owner)).toEqual(before);
    for (const { id, email } of [elsewhere, ended, boss]) {
      expect(await mailsTo(email)).toEqual([]);
      const seen = db.read.selectFrom("customer_users").select("customer_id").where("user_id", "=", id);
      expect((await seen.execute()).map(({ customer_id }) => customer_id)).not.toContain(owner.id);
    }
    const entries = db.read
      .selectFrom("audit")
      .selectAll()
      .where("kind", "=", AuditKind.colleagueInvited)
      .where("customer_code", "=", owner.code);
    expect((await entries.orderBy("id").execute()).map(({ object_id, meta }) => [object_id, meta?.to])).toEqual([
      [expect.any(Number), true],
      ...[elsewhere, ended, boss].map(({ id }) => [id, false]),
    ]);
  });

  test("that is sent again within minutes makes nobody and sends nothing more", async () => {
    const { owner, domain, client } = await inviting();
    const email = `neu@${domain}`;
    for (let time = 0; time < 2; time++) await client.call(inviteColleague, invitation(owner, email));
    expect((await mailsTo(email)).length).toBeLessThanOrEqual(2); // where the minutes have just changed
    expect(await listed(client, owner)).toEqual([]);
  });

  test("takes no less time where the address has an account already", async () => {
    const { owner, domain, client } = await inviting();
    const elsewhere = await a.user({ customers: [await a.customer()], email: `anderswo@${domain}` });
    for (const email of [`neu@${domain}`, elsewhere.email]) {
      const begun = performance.now();
      await client.call(inviteColleague, invitation(owner, email));
      expect(performance.now() - begun).toBeGreaterThan(290);
    }
  });

  test("is one of twenty a day for a customer, whether or not the address was free, and whoever of it sends them", async () => {
    const { owner, domain, client } = await inviting();
    const elsewhere = await a.user({ customers: [await a.customer()], email: `anderswo@${domain}` });
    const emails = [elsewhere.email, ...Array.from({ length: invitationsPerDay }, (_, at) => `neu${at}@${domain}`)];
    const answers = await Promise.all(emails.map((email) => client.ask(inviteColleague, invitation(owner, email))));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(invitationsPerDay);
    const other = await a.user({ customers: [owner], email: `zweite@${domain}` });
    await a.inviter(other, owner);
    const refusal = await (await server.as(other)).refusal(inviteColleague, invitation(owner, `noch@${domain}`));
    expect(refusal).toEqual({ non_field_errors: [accessRefused.tooManyInvitations(invitationsPerDay).message] });
    expect(await userWith(`noch@${domain}`)).toBeUndefined();
    const elsewhereOwner = await inviting();
    await elsewhereOwner.client.call(inviteColleague, invitation(elsewhereOwner.owner, `neu@${elsewhereOwner.domain}`));
  });

  test.each([
    "Erika\nIhr Konto ist gesperrt",
    "Gewinn auf archiv.example",
    "https:gewinn",
    "erika@post",
    "www. gewinn",
  ])("does not put %j into a mail as a name", async (typed) => {
    const { owner, domain, client } = await inviting();
    for (const field of ["first_name", "last_name"])
      expect(await client.refusal(inviteColleague, invitation(owner, `neu@${domain}`, { [field]: typed }))).toEqual({
        [field]: [noPersonName],
      });
    await client.call(
      inviteColleague,
      invitation(owner, `neu@${domain}`, { first_name: "Dr. J.R.", last_name: "von Öst-Lüder" }),
    );
  });

  test("is refused for another domain, a right that the inviter lacks, and a colleague who is there", async () => {
    const { owner, domain, client } = await inviting();
    await a.colleague(owner, `da@${domain}`);
    expect(await client.refusal(inviteColleague, invitation(owner, "fremd@andere.example"))).toEqual({
      email: [accessRefused.otherDomain(domain).message],
    });
    expect(await client.refusal(inviteColleague, invitation(owner, `fremd@sub.${domain}`))).toEqual({
      email: [accessRefused.otherDomain(domain).message],
    });
    for (const right of ["may_store", "may_see_invoices"])
      expect(await client.refusal(inviteColleague, invitation(owner, `neu@${domain}`, { [right]: true }))).toEqual({
        [right]: [accessRefused.widerRight.message],
      });
    expect(await client.refusal(inviteColleague, invitation(owner, `da@${domain}`))).toEqual({
      email: [accessRefused.colleagueAlready.message],
    });
    expect(await client.refusal(inviteColleague, invitation(owner, "keine"))).toMatchObject({
      email: [expect.any(String)],
    });
    expect(await userWith(`neu@${domain}`)).toBeUndefined();
  });

  test("is for who has the right at that customer, as long as staff do not forbid it", async () => {
    const { owner, user, domain, client } = await inviting();
    const other = await a.customer();
    expect((await client.ask(inviteColleague, invitation(other, `neu@${domain}`))).status).toBe(404);
    expect((await client.ask(listColleagues, { path: { id: other.id } })).status).toBe(404);
    await staff.call(editCustomer, { path: { id: owner.id }, body: { may_invite: false } });
    expect(await staff.call(getCustomer, { path: { id: owner.id } })).toMatchObject({ may_invite: false });
    const noRight = { non_field_errors: [refused.noRight.message] };
    expect(await client.refusal(inviteColleague, invitation(owner, `neu@${domain}`))).toEqual(noRight);
    await staff.call(editCustomer, { path: { id: owner.id }, body: { may_invite: true } });
    await staff.call(changeRights, { path: { id: owner.id }, body: { user: user.id, may_invite: false } });
    expect(await client.refusal(inviteColleague, invitation(owner, `neu@${domain}`))).toEqual(noRight);
    expect(await userWith(`neu@${domain}`)).toBeUndefined();
  });
});

describe("the access of a colleague", () => {
  const end = (id: number, owner: Customer) => ({ path: { id }, body: { customer: owner.id } });

  test("is ended with the account where it was the only one, and leaves other customers alone", async () => {
    const { owner, domain, client } = await inviting();
    const other = await a.customer();
    const only = await a.colleague(owner, `nur@${domain}`);
    const both = await a.colleague(owner, `beide@${domain}`);
    await db.write((tx) =>
      tx.insertInto("customer_users").values({ customer_id: other.id, user_id: both.id }).execute(),
    );
    const session = await server.as(only);
    // of both the same is said: who sees another customer looks like who does not
    expect(await listed(client, owner)).toEqual([
      [`nur@${domain}`, true],
      [`beide@${domain}`, true],
    ]);
    for (const { id } of [only, both]) expect((await client.ask(endColleague, end(id, owner))).status).toBe(204);
    expect((await session.ask(listColleagues, { path: { id: owner.id } })).status).toBe(403);
    expect(await staff.call(getUser, { path: { id: only.id } })).toMatchObject({ active: false, customers: [] });
    expect(await staff.call(getUser, { path: { id: both.id } })).toMatchObject({
      active: true,
      customers: [{ id: other.id }],
    });
  });

  test("is not ended by who has fewer rights or another domain, nor the own one, nor that of strangers and staff", async () => {
    const { owner, user, domain, client } = await inviting();
    const wider = await a.colleague(owner, `mehr@${domain}`);
    await a.storer(wider, owner);
    const reader = await a.colleague(owner, `kasse@${domain}`);
    await a.invoiceReader(reader, owner);
    const outside = await a.colleague(owner, "dienstleister@andere.example");
    for (const { id } of [wider, reader, outside])
      expect(await client.refusal(endColleague, end(id, owner))).toEqual({
        non_field_errors: [accessRefused.notYourColleague.message],
      });
    const stranger = await a.colleague(await a.customer(), `fremd@${domain}`);
    const boss = await a.user({ isStaff: true, email: `archiv@${domain}` });
    const service = await a.user({ customers: [owner], service: true, email: `dienst@${domain}` });
    for (const { id } of [stranger, boss, service, user])
      expect((await client.ask(endColleague, end(id, owner))).status).toBe(404); // the inviter of this test never signed in
    for (const { id } of [wider, reader, outside, stranger, boss, service, user])
      expect((await staff.call(getUser, { path: { id } })).active).toBe(true);
  });
});

test("the list of colleagues says who sees only which cost centres, to a department of those that are its own", async () => {
  const owner = await a.customer();
  const [narrow, whole] = [await a.colleague(owner), await a.user({ customers: [owner], lastName: "Ganz" })];
  const some = await a.user({ customers: [owner], lastName: "Abteilung" });
  for (const [{ id }, cost_centres] of [[narrow, ["Einkauf", "Vertrieb"]] as const, [some, ["Einkauf"]] as const])
    await staff.call(changeRights, { path: owner, body: { user: id, cost_centres: [...cost_centres] } });
  const seenBy = async (client: Client) => {
    const { results } = await client.call(listColleagues, { path: { id: owner.id } });
    return new Map(results.map(({ id, cost_centres }) => [id, cost_centres]));
  };
  expect(await seenBy(await server.as(whole))).toEqual(
    new Map([
      [some.id, ["Einkauf"]],
      [narrow.id, ["Einkauf", "Vertrieb"]],
      [whole.id, null],
    ]),
  );
  expect((await seenBy(await server.as(some))).get(narrow.id)).toEqual(["Einkauf"]);
});

test("the rights of a customer's users stand in the order of a German list of names", async () => {
  const owner = await a.customer();
  for (const lastName of ["Zander", "Österreich", "ärger", "Adam", "Ahrens"])
    await a.user({ customers: [owner], lastName });
  const { results } = await staff.call(listRights, { path: { id: owner.id } });
  expect(results.map(({ user }) => user.last_name)).toEqual(["Adam", "Ahrens", "ärger", "Österreich", "Zander"]);
});
