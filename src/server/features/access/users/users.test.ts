import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { login } from "#contract/calls/access/session.ts";
import {
  changePassword,
  createUser,
  editUser,
  getUser,
  listUsers,
  resetPassword,
  resetSecondFactor,
} from "#contract/calls/access/users.ts";
import { editCustomer, getCustomer } from "#contract/calls/customers/customers.ts";
import { Client, testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { expensive } from "#test/support/tiers.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const second = await testServer(db);
const { a, anonymous } = server;
const own_password = "passwort1";
const staff = await server.as(await a.user({ isStaff: true, password: own_password }));
const gate = { non_field_errors: ["Bitte zuerst das Passwort ändern."] };
const taken = { email: ["Diese E-Mail Adresse ist bereits vergeben."] };
const lastManager = {
  manages_users: ["Jemand muss User verwalten: Das ist der letzte aktive Admin mit diesem Recht."],
};
const lastStaff = { non_field_errors: ["Der letzte aktive Admin kann weder deaktiviert noch zurückgestuft werden."] };

beforeEach(async () => void (await db.write((tx) => tx.deleteFrom("login_failures").execute())));

const signIn = async (username: string, password: string, at = server) => {
  const { token, user } = await at.anonymous.call(login, { body: { username, password } });
  return new Client(at.url, token, user);
};
const status = async (client: Client) => (await client.raw("GET", "/api/v1/boxes/?limit=1")).status;
const edit = (id: number, body: Parameters<typeof staff.ask<typeof editUser>>[1]["body"]) =>
  staff.ask(editUser, { path: { id }, body });

describe("a new user", () => {
  test("is kept as sent, and gets an initial password that is shown once and never again", async () => {
    const sent = {
      first_name: "Änne",
      last_name: "Öttinger",
      email: "aenne@example.com",
      gender: "F",
      is_staff: false,
      phone1: "0421 123",
      phone2: "0171 9",
    } as const;
    const { init_password_plain: password, ...made } = await staff.call(createUser, { body: sent });
    expect(made).toEqual({
      ...sent,
      manages_users: false,
      service: false,
      id: expect.any(Number),
      last_login: null,
      init_password: true,
      active: true,
      second_factor: "off",
      approves: false,
      sees_invoices: false,
      invited_by: null,
      mail_refused: null,
      customers: [],
    });
    expect(password).toMatch(/^\w{12}$/);
    const own = await signIn(sent.email, password);
    const answers = [
      await staff.raw("GET", `/api/v1/users/${made.id}/`),
      await staff.raw("GET", "/api/v1/users/?limit=1000"),
      await staff.raw("GET", `/api/v1/users/${made.id}/?query={init_password_plain}`),
      await own.raw("GET", `/api/v1/users/${made.id}/`),
      await edit(made.id, { phone2: "" }),
    ];
    for (const { text } of answers) expect(text).not.toContain(password);
    const kept = await db.read.selectFrom("users").selectAll().where("id", "=", made.id).executeTakeFirstOrThrow();
    expect(JSON.stringify(kept)).not.toContain(password);
  });

  test("gets another initial password than the others", async () => {
    const made = await Promise.all(
      [1, 2, 3].map((number) =>
        staff.call(createUser, { body: { last_name: "Neu", email: `neu${number}@example.com` } }),
      ),
    );
    expect(new Set(made.map(({ init_password_plain }) => init_password_plain)).size).toBe(3);
  });

  test("needs a last name and an address, nothing else", async () => {
    const { first_name, gender, is_staff, phone1, phone2 } = await staff.call(createUser, {
      body: { last_name: "Kurz", email: "kurz@example.com" },
    });
    expect([first_name, gender, is_staff, phone1, phone2]).toEqual(["", null, false, "", ""]);
    const required = ["Bitte ausfüllen"];
    expect(await staff.refusal(createUser, { body: {} as never })).toEqual({ last_name: required, email: required });
    expect(await staff.refusal(createUser, { body: { last_name: " ", email: " " } })).toEqual({
      last_name: required,
      email: required,
    });
  });

  test.each([
    [{ email: "anna" }, { email: ["Ungültige E-Mail Adresse"] }],
    [{ email: "an na@example.com" }, { email: ["Ungültige E-Mail Adresse"] }],
    [{ email: `${"a".repeat(190)}@example.com` }, { email: ["Höchstens 200 Zeichen"] }],
    [{ gender: "X" }, { gender: ["Ungültig"] }],
    [{ last_name: "x".repeat(201) }, { last_name: ["Höchstens 200 Zeichen"] }],
    [{ phone1: 421 }, { phone1: ["Ungültig"] }],
    [{ is_staff: "ja" }, { is_staff: ["Ungültig"] }],
  ])("is refused with %j", async (wrong, message) => {
    const body = { last_name: "Falsch", email: "falsch@example.com", ...wrong } as never;
    expect(await staff.refusal(createUser, { body })).toEqual(message);
  });
});

describe("one person has one address", () => {
  const create = (email: string) => staff.ask(createUser, { body: { last_name: "Doppelt", email } });

  test.each([
    ["in another case", "Anna@example.com", "aNNA@EXAMPLE.com"],
    ["with blanks around it", "berta@example.com", " berta@example.com "],
    ["with a ligature", "finn@example.com", "\ufb01nn@example.com"],
    ["in full width", "carl@example.com", "\uff23\uff21\uff32\uff2c@example.com"],
  ])("%s: %s is %s", async (_what, first, other) => {
    const { status: made, body } = await create(first);
    expect(made).toBe(201);
    const { status: again, body: refusal } = await create(other);
    expect([again, refusal]).toEqual([400, taken]);
    const someone = await a.user();
    const change = await edit(someone.id, { email: other, own_password });
    expect([change.status, change.body]).toEqual([400, taken]);
    expect((await signIn(other, body.init_password_plain)).userId).toBe(body.id);
    expect((await edit(body.id, { email: other })).body.email, "the own address is not taken").toBe(body.email);
  });

  test("also when it is given twice at the same moment", async () => {
    const answers = await Promise.all(["zwei@example.com", "ZWEI@example.com", "zwei@Example.com"].map(create));
    expect(answers.map((answer) => answer.status).sort((x, y) => x - y)).toEqual([201, 400, 400]);
  });
});

describe("an edited user", () => {
  test("changes in the fields that were sent and no others", async () => {
    const { id, email } = await a.user({ firstName: "Erika", lastName: "Alt" });
    const { body } = await edit(id, { last_name: "Neu", gender: "D", phone1: "1" });
    expect(body).toMatchObject({ id, email, first_name: "Erika", last_name: "Neu", gender: "D", phone1: "1" });
    expect((await edit(id, { gender: null })).body).toMatchObject({ last_name: "Neu", gender: null });
    expect((await edit(id, {})).body).toMatchObject({ last_name: "Neu", phone1: "1" });
    for (const [sent, message] of [
      [{ last_name: "" }, { last_name: ["Bitte ausfüllen"] }],
      [{ email: "keine" }, { email: ["Ungültige E-Mail Adresse"] }],
    ] as const) {
      const refusal = await edit(id, sent);
      expect([refusal.status, refusal.body]).toEqual([400, message]);
    }
    expect((await edit(2_000_000_000, { last_name: "Niemand" })).status).toBe(404);
  });

  test("does not get a password this way", async () => {
    const user = await a.user({ password: "passwort1" });
    await staff.send("PATCH", `/api/v1/users/${user.id}/`, { password: "passwort2", password_hash: "x", id: 1 });
    expect((await signIn(user.email, "passwort1")).userId).toBe(user.id);
  });

  test("is out at once on every server when deactivated, and in again only by a new login", async () => {
    const user = await a.user({ password: "passwort1", isStaff: true });
    const [here, there] = [
      await signIn(user.email, "passwort1"),
      await signIn(user.email.toUpperCase(), "passwort1", second),
    ];
    expect([await status(here), await status(there)]).toEqual([200, 200]);
    expect((await edit(user.id, { active: false })).body.active).toBe(false);
    expect([await status(here), await status(there)]).toEqual([403, 403]);
    const refused = await second.anonymous.ask(login, { body: { username: user.email, password: "passwort1" } });
    expect([refused.status, refused.body]).toEqual([400, { non_field_errors: ["Login fehlgeschlagen."] }]);
    expect((await edit(user.id, { active: true })).body.active).toBe(true);
    expect([await status(here), await status(there)]).toEqual([403, 403]);
    expect(await status(await signIn(user.email, "passwort1"))).toBe(200);
  });

  test("loses the customers on promotion, and the staff's rights on demotion, in the sessions that run", async () => {
    const customer = await a.customer();
    const user = await a.user({ customers: [customer] });
    const client = await second.as(user);
    const areas = async () => (await client.raw("GET", "/api/v1/areas/")).status;
    const seen = async () => (await client.raw("GET", `/api/v1/customers/${customer.id}/`)).status;
    expect([await areas(), await seen()]).toEqual([403, 200]);
    expect((await edit(user.id, { is_staff: true })).body).toMatchObject({ is_staff: true, customers: [] });
    expect([await areas(), await seen()]).toEqual([200, 200]);
    expect((await staff.call(getCustomer, { path: { id: customer.id } })).users).toEqual([]);
    expect((await edit(user.id, { is_staff: false })).body).toMatchObject({ is_staff: false, customers: [] });
    expect([await areas(), await seen()]).toEqual([403, 404]);
  });

  test("is never staff with customers, also when both are given at the same moment", async () => {
    for (let round = 0; round < 15; round++) {
      const [customer, user] = [await a.customer(), await a.user()];
      await Promise.all([
        edit(user.id, { is_staff: true }),
        staff.ask(editCustomer, { path: { id: customer.id }, body: { user_ids: [user.id] } }),
      ]);
      const { is_staff, customers } = await staff.call(getUser, { path: { id: user.id } });
      expect([is_staff, customers]).toEqual([true, []]);
    }
  });
});

describe("the last active staff user", () => {
  /** The given number of staff users, and no other active one. */
  const only = async (count: number) => {
    await db.write((tx) => tx.updateTable("users").set({ active: false }).where("is_staff", "=", true).execute());
    return Promise.all(Array.from({ length: count }, async () => second.as(await a.user({ isStaff: true }))));
  };
  const change = (by: Client | undefined, id: number | undefined, body: Parameters<typeof edit>[1]) =>
    (by ?? staff).ask(editUser, { path: { id: id ?? 0 }, body });
  afterEach(async () => {
    await db.write((tx) => tx.updateTable("users").set({ active: true }).where("id", "=", staff.userId).execute());
  });

  test("can be neither deactivated nor demoted, whatever else is sent", async () => {
    const [last] = await only(1);
    const id = last?.userId ?? 0;
    for (const body of [{ active: false }, { is_staff: false }, { is_staff: false, last_name: "Weg" }]) {
      const refusal = await change(last, id, body);
      expect([refusal.status, refusal.body]).toEqual([400, lastStaff]);
    }
    expect(await last?.call(getUser, { path: { id } })).toMatchObject({ is_staff: true, active: true });
    expect((await change(last, id, { last_name: "Muster", is_staff: true, active: true })).status).toBe(200);
    const another = await a.user({ isStaff: true });
    expect((await change(last, another.id, { is_staff: false })).status).toBe(200);
    expect((await change(last, staff.userId, { is_staff: false })).status, "who is not active counts for nothing").toBe(
      200,
    );
    await db.write((tx) =>
      tx.updateTable("users").set({ is_staff: true, manages_users: true }).where("id", "=", staff.userId).execute(),
    );
  });

  test.each([
    ["deactivate", { active: false }],
    ["demote", { is_staff: false }],
  ])("stays when two %s each other at the same moment", async (_what, body) => {
    for (let round = 0; round < 5; round++) {
      const [one, two] = await only(2);
      const answers = await Promise.all([change(one, two?.userId, body), change(two, one?.userId, body)]);
      expect(answers.filter(({ status: done }) => done === 200).length).toBe(1);
      const left = db.read.selectFrom("users").select("id").where("is_staff", "=", true).where("active", "=", true);
      expect((await left.execute()).length).toBe(1);
    }
  });
});

describe("the right to manage users", () => {
  const managers = () =>
    db.read.selectFrom("users").select("id").where("manages_users", "=", true).where("active", "=", true).execute();
  const only = async (count: number) => {
    await db.write((tx) => tx.updateTable("users").set({ manages_users: false }).execute());
    return Promise.all(Array.from({ length: count }, async () => second.as(await a.user({ isStaff: true }))));
  };
  afterEach(async () => {
    await db.write((tx) =>
      tx.updateTable("users").set({ manages_users: true }).where("id", "=", staff.userId).execute(),
    );
  });

  test("is that of staff unless it is taken from them, and of nobody else", async () => {
    const add = (more: object) =>
      staff.send("POST", "/api/v1/users/", { email: `${randomUUID()}@example.com`, last_name: "Neu", ...more });
    expect((await add({ is_staff: true })).body).toMatchObject({ is_staff: true, manages_users: true });
    expect((await add({ is_staff: true, manages_users: false })).body).toMatchObject({ manages_users: false });
    const customer = await add({ manages_users: true });
    expect([customer.status, customer.body]).toEqual([400, { manages_users: ["User verwalten kann nur ein Admin."] }]);
    const { id } = await a.user();
    expect((await edit(id, { manages_users: true })).status).toBe(400);
    expect((await edit(id, { is_staff: true })).body).toMatchObject({ manages_users: true });
    expect((await edit(id, { is_staff: false })).body, "it goes with the staff").toMatchObject({
      manages_users: false,
    });
  });

  test("is not lost by the last active one who has it, in no way", async () => {
    const [last] = await only(1);
    const id = last?.userId ?? 0;
    for (const body of [{ manages_users: false }, { active: false }, { is_staff: false }]) {
      const refusal = await (last ?? staff).ask(editUser, { path: { id }, body });
      expect([refusal.status, refusal.body]).toEqual([400, lastManager]);
    }
    expect((await (last ?? staff).ask(editUser, { path: { id }, body: { phone1: "1" } })).status).toBe(200);
    expect(await managers()).toEqual([{ id }]);
  });

  test.each([{ manages_users: false }, { active: false }, { is_staff: false }])(
    "stays with one of two who take it from each other at the same moment by %j",
    async (body) => {
      for (let round = 0; round < 5; round++) {
        const [one, two] = await only(2);
        const take = (by: Client | undefined, from: Client | undefined) =>
          (by ?? staff).ask(editUser, { path: { id: from?.userId ?? 0 }, body });
        const answers = await Promise.all([take(one, two), take(two, one)]);
        expect(answers.filter(({ status: done }) => done === 200).length).toBe(1);
        expect((await managers()).length).toBe(1);
      }
    },
  );
});

describe("a reset password", () => {
  test("is initial again, ends every session and is shown once", async () => {
    const user = await a.user({ password: "passwort1", isStaff: true });
    const [here, there] = [await signIn(user.email, "passwort1"), await signIn(user.email, "passwort1", second)];
    const { status: done, body } = await staff.ask(resetPassword, { path: { id: user.id }, body: { own_password } });
    expect([done, body.init_password]).toEqual([200, true]);
    expect([await status(here), await status(there)]).toEqual([403, 403]);
    expect((await anonymous.ask(login, { body: { username: user.email, password: "passwort1" } })).status).toBe(400);
    const client = await signIn(user.email, body.init_password_plain);
    const closed = await client.raw("GET", "/api/v1/boxes/");
    expect([closed.status, closed.body]).toEqual([400, gate]);
    const change = { old_password: body.init_password_plain, new_password: "Quittenbaum-17" };
    const own = { path: { id: user.id } };
    expect((await client.call(changePassword, { ...own, body: change })).init_password).toBe(false);
    expect(await status(client)).toBe(200);
    expect((await staff.raw("GET", `/api/v1/users/${user.id}/`)).text).not.toContain(body.init_password_plain);
    expect((await staff.ask(resetPassword, { path: { id: 2_000_000_000 }, body: { own_password } })).status).toBe(404);
  });

  expensive("eight races")("leaves no session of the old password, also of a login at the same moment", async () => {
    for (let round = 0; round < 8; round++) {
      const user = await a.user({ password: "passwort1" });
      await Promise.all([
        ...[server, second].map((each) =>
          each.anonymous.ask(login, { body: { username: user.email, password: "passwort1" } }),
        ),
        staff.call(resetPassword, { path: { id: user.id }, body: { own_password } }),
      ]);
      const left = await db.read.selectFrom("tokens").select("user_id").where("user_id", "=", user.id).execute();
      expect(left).toEqual([]);
    }
  });
});

describe("what opens another's account is confirmed with the own password:", () => {
  const wrong = { own_password: ["Ihr eigenes Passwort stimmt nicht."] };
  type Confirmed = { body: { own_password: string } };

  test("an address, another's or the own one, also with the call itself", async () => {
    const { id } = await a.user({ password: "passwort1" });
    const changed = `neu-${id}@example.com`;
    for (const [own_password_typed, message] of [
      ["falsch-falsch", wrong],
      ["", { own_password: ["Bitte ausfüllen"] }],
    ] as const) {
      const refused = await edit(id, { email: changed, own_password: own_password_typed });
      expect([refused.status, refused.body]).toEqual([400, message]);
    }
    expect((await staff.call(getUser, { path: { id } })).email).not.toBe(changed);
    expect((await edit(id, { email: changed, own_password })).body.email).toBe(changed);
  });

  test.each([
    ["a reset of the password", resetPassword],
    ["a removal of the second factor", resetSecondFactor],
  ])("%s, and ten wrong ones are all for a minute", async (_what, route) => {
    const user = await a.user({ password: "passwort1" });
    await a.secondFactor(user);
    const ask = (by: Client, input: Confirmed) => by.ask(route, { path: { id: user.id }, ...input });
    const missing_field = await staff.send("POST", `/api/v1${route.path.replace("{id}", String(user.id))}`, {});
    expect([missing_field.status, missing_field.body]).toEqual([400, { own_password: ["Bitte ausfüllen"] }]);
    for (let count = 0; count < 10; count++) {
      const refused = await ask(staff, { body: { own_password: "falsch-falsch" } });
      expect([refused.status, refused.body]).toEqual([400, wrong]);
    }
    const limited = await ask(staff, { body: { own_password } });
    expect([limited.status, Number(limited.headers.get("retry-after")) > 0]).toEqual([429, true]);
    await db.write((tx) => tx.deleteFrom("login_failures").execute());
    const kept = await db.read.selectFrom("users").select("init_password").where("id", "=", user.id).executeTakeFirst();
    expect([kept?.init_password, (await staff.call(getUser, { path: { id: user.id } })).second_factor]).toEqual([
      false,
      "on",
    ]);
  });
});

test("the last login is shown in the list, and only a login is one", async () => {
  const user = await a.user({ password: "passwort1", signedIn: false });
  const lastLogin = async () =>
    (await staff.call(listUsers, { query: { email: user.email } })).results.map(({ last_login }) => last_login);
  expect(await lastLogin()).toEqual([null]);
  await (await server.as(user)).raw("GET", "/api/v1/boxes/");
  await anonymous.ask(login, { body: { username: user.email, password: "passwort2" } });
  expect(await lastLogin()).toEqual([null]);
  const before = Date.now();
  await signIn(user.email, "passwort1", second);
  const [at] = await lastLogin();
  expect(Math.abs(Date.parse(at ?? "") - before)).toBeLessThan(10_000);
});
