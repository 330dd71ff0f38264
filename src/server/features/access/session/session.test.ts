import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { login, logout, settings } from "#contract/calls/access/session.ts";
import {
  endOtherSessions,
  endSession,
  endUserSession,
  listSessions,
  listUserSessions,
} from "#contract/calls/access/sessions.ts";
import { changePassword, getUser, resetPassword } from "#contract/calls/access/users.ts";
import { errors } from "#rules/texts/texts.ts";
import { forgetOld } from "#server/database/forget-old.ts";
import { rememberSignIn } from "#server/database/known-devices.ts";
import { Client, testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a, anonymous } = server;
const password = "passwort1";
const failed = { non_field_errors: ["Login fehlgeschlagen."] };

beforeEach(async () => void (await db.write((tx) => tx.deleteFrom("login_failures").execute())));

const sessions = (userId: number) => db.read.selectFrom("tokens").selectAll().where("user_id", "=", userId).execute();

describe("a login", () => {
  test("answers a token and the user's id, and is noted as the last login", async () => {
    const user = await a.user({ password, isStaff: true });
    const { token, user: id } = await anonymous.call(login, { body: { username: user.email, password } });
    expect(id).toBe(user.id);
    const own = await anonymous.raw("GET", `/api/v1/users/${id}/`, { headers: { authorization: `Token ${token}` } });
    expect(own.body).toMatchObject({ id, email: user.email, is_staff: true, init_password: false });
    expect(Date.now() - Date.parse((own.body as { last_login: string }).last_login)).toBeLessThan(60_000);
    expect(own.text).not.toMatch(/password_hash|argon/);
  });

  test("works at the bare path of the specification, too", async () => {
    const user = await a.user({ password });
    const answer = await anonymous.send("POST", "/api-token-auth/", { username: user.email, password });
    expect([answer.status, answer.body]).toMatchObject([200, { user: user.id }]);
  });

  test("does not care for the case of the address", async () => {
    const user = await a.user({ email: "anna.schmidt@example.com", password });
    for (const username of ["Anna.Schmidt@Example.COM", "  anna.schmidt@example.com "]) {
      expect((await anonymous.call(login, { body: { username, password } })).user).toBe(user.id);
    }
  });

  test("fails alike for an unknown address, a wrong password and a deactivated user", async () => {
    const [user, gone] = [await a.user({ password }), await a.user({ password, active: false })];
    for (const body of [
      { username: user.email, password: "passwort2" },
      { username: user.email, password: "" },
      { username: "niemand@example.com", password },
      { username: gone.email, password },
    ]) {
      expect(await anonymous.refusal(login, { body })).toEqual(failed);
    }
  });

  test("keeps no token in plain", async () => {
    const user = await a.user({ password });
    const { token } = await anonymous.call(login, { body: { username: user.email, password } });
    const [kept] = await sessions(user.id);
    expect(kept?.hash.length).toBe(32);
    expect(JSON.stringify(kept)).not.toContain(token);
  });
});

describe("a token", () => {
  test("that was not used for an hour is noted as used by calls that only read, many at once", async () => {
    const user = await server.as(await a.user());
    const used = async () => (await sessions(user.userId)).map((session) => session.used);
    const ago = new Date(Date.now() - 2 * 3_600_000).toISOString();
    await db.write((tx) => tx.updateTable("tokens").set({ used: ago }).where("user_id", "=", user.userId).execute());
    const look = () => user.ask(getUser, { path: { id: user.userId } });
    const answers = await Promise.all(Array.from({ length: 12 }, look));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const [noted = ""] = await used();
    expect(Date.now() - Date.parse(noted)).toBeLessThan(60_000);
    expect((await look()).status).toBe(200);
    expect(await used()).toEqual([noted]);
  });

  test("ends 90 days after the sign-in, however often it is used, and is deleted with the next one", async () => {
    const user = await a.user({ password });
    const client = await server.as(user);
    const created = (days: number) =>
      db.write((tx) =>
        sql`update tokens set created = now() - make_interval(days => ${days}) where user_id = ${user.id}`.execute(tx),
      );
    await created(89);
    expect((await client.ask(getUser, { path: { id: user.id } })).status).toBe(200);
    await created(91);
    expect((await client.ask(getUser, { path: { id: user.id } })).status).toBe(403);
    await anonymous.call(login, { body: { username: user.email, password } });
    expect((await sessions(user.id)).length).toBe(1);
  });

  test("that is dead is deleted by the hour, with all that does not count any more", async () => {
    const [gone, here] = [await a.user(), await a.user()];
    await server.as(gone);
    await server.as(here);
    const key = "address 192.0.2.1";
    const old = (table: string, column: string, interval: string, where = sql`true`) =>
      sql`update ${sql.table(table)} set ${sql.ref(column)} = now() - ${interval}::interval where ${where}`;
    await db.write(async (tx) => {
      await tx
        .insertInto("login_failures")
        .values([1, 2].map(() => ({ key, try: randomUUID() })))
        .execute();
      for (const { id } of [gone, here]) await rememberSignIn(tx, id, { address: "192.0.2.1", device: "cookie" });
      await old("tokens", "used", "30 days 1 minute", sql`user_id = ${gone.id}`).execute(tx);
      for (const table of ["known_addresses", "known_devices"])
        await old(table, "used", "401 days", sql`user_id = ${gone.id}`).execute(tx);
      await old("login_failures", "at", "16 minutes").execute(tx);
      await tx.insertInto("login_failures").values({ key, try: randomUUID() }).execute();
    });
    await db.write(forgetOld);
    expect([(await sessions(gone.id)).length, (await sessions(here.id)).length]).toEqual([0, 1]);
    expect((await db.read.selectFrom("login_failures").selectAll().execute()).length).toBe(1);
    const known = sql`select user_id from known_devices union all select user_id from known_addresses`;
    const left = await sql`select * from (${known}) k where user_id in (${gone.id}, ${here.id})`.execute(db.read);
    expect(left.rows).toEqual([{ user_id: here.id }, { user_id: here.id }]);
  });
});

describe("the sessions of a user", () => {
  const agent = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0";
  const signIn = async (email: string, headers: Record<string, string> = {}) => {
    const body = JSON.stringify({ username: email, password });
    const sent = { headers: { "content-type": "application/json", ...headers }, body };
    const answer = (await anonymous.raw("POST", "/api/v1/api-token-auth/", sent)).body as {
      token: string;
      user: number;
    };
    return new Client(server.url, answer.token, answer.user);
  };

  test.each([
    ["a customer user", false],
    ["staff", true],
  ])(
    "show %s where and with what they are signed in, and are ended by them one by one or all",
    async (_who, isStaff) => {
      const { email, id } = await a.user({ password, isStaff });
      const [here, phone, lost] = [
        await signIn(email, { "user-agent": agent }),
        await signIn(email),
        await signIn(email),
      ];
      const { results, count } = await here.call(listSessions, {});
      expect(count).toBe(3);
      expect(results[0]).toEqual({
        id: expect.any(Number),
        created: expect.any(String),
        used: expect.any(String),
        address: "127.0.0.1",
        device: "Firefox, Windows",
        current: true,
        is_new: false,
      });
      expect(results.map(({ current }) => current)).toEqual([true, false, false]);
      expect(results.map(({ device }) => device)).toEqual(["Firefox, Windows", "node", "node"]);
      const lostId = (await lost.call(listSessions, {})).results.find(({ current }) => current)?.id ?? 0;
      expect((await here.ask(endSession, { path: { id: lostId } })).status).toBe(204);
      const works = async (client: Client) => (await client.ask(getUser, { path: { id } })).status;
      expect([await works(here), await works(phone), await works(lost)]).toEqual([200, 200, 403]);
      expect((await here.ask(endOtherSessions, {})).status).toBe(204);
      expect([await works(here), await works(phone)]).toEqual([200, 403]);
      const [current] = (await here.call(listSessions, {})).results;
      expect((await here.ask(endSession, { path: { id: current?.id ?? 0 } })).status).toBe(204);
      expect(await works(here)).toBe(403);
    },
  );

  test("are nobody else's: another's session does not exist, for staff neither, and stays", async () => {
    const [user, other, boss] = [await a.user(), await a.user(), await a.user({ isStaff: true })];
    const owner = await server.as(user);
    const id = (await owner.call(listSessions, {})).results[0]?.id ?? 0;
    for (const client of [await server.as(other), await server.as(boss)]) {
      expect((await client.ask(endSession, { path: { id } })).status).toBe(404);
      expect((await client.ask(endOtherSessions, {})).status).toBe(204);
      expect((await client.call(listSessions, {})).results.map((session) => session.id)).not.toContain(id);
    }
    expect((await owner.call(listSessions, {})).count).toBe(1);
  });
});

describe("the sessions of another user", () => {
  test("are seen and ended by staff, one by one: the next call of a lost phone is refused, the others go on", async () => {
    const [user, boss] = [await a.user({ isStaff: true }), await a.user({ isStaff: true })];
    const [kept, lost, staff] = [await server.as(user), await server.as(user), await server.as(boss)];
    const path = { id: user.id };
    const own = await lost.call(listSessions, {});
    const seen = await staff.raw("GET", `/api/v1/users/${user.id}/sessions/`);
    expect(seen.body).toEqual({ ...own, results: own.results.map((one) => ({ ...one, current: false })) });
    expect(seen.text).not.toContain(lost.token);
    const session = own.results.find(({ current }) => current)?.id ?? 0;
    expect((await staff.ask(endUserSession, { path: { ...path, session } })).status).toBe(204);
    const refusal = await lost.ask(getUser, { path });
    expect([refusal.status, refusal.body]).toEqual([403, { detail: errors.forbidden }]);
    expect((await kept.ask(getUser, { path })).status).toBe(200);
    expect((await staff.call(listUserSessions, { path })).count).toBe(1);
    expect((await staff.ask(endUserSession, { path: { ...path, session } })).status, "it is gone").toBe(404);
    const ownOnes = await staff.call(listUserSessions, { path: { id: boss.id } });
    expect(ownOnes.results.map(({ current }) => current)).toEqual([true]);
    expect(await staff.call(listUserSessions, { path: { id: (await a.user()).id } })).toMatchObject({ count: 0 });
  });

  test("stay where somebody else's number stands before them, and are nothing for customer users", async () => {
    const [user, other, boss] = [await a.user(), await a.user(), await a.user({ isStaff: true })];
    const [owner, stranger, staff] = [await server.as(user), await server.as(other), await server.as(boss)];
    const session = (await owner.call(listSessions, {})).results[0]?.id ?? 0;
    for (const id of [other.id, boss.id, 2_000_000_000]) {
      expect((await staff.ask(endUserSession, { path: { id, session } })).status).toBe(404);
    }
    expect((await staff.ask(listUserSessions, { path: { id: 2_000_000_000 } })).status).toBe(404);
    for (const client of [owner, stranger]) {
      const answers = [
        await client.ask(listUserSessions, { path: { id: user.id } }),
        await client.ask(endUserSession, { path: { id: user.id, session } }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([403, 403]);
    }
    expect((await owner.call(listSessions, {})).count).toBe(1);
  });
});

describe("a logout", () => {
  test("ends this token and no other", async () => {
    const user = await a.user({ password });
    const [one, other] = [await server.as(user), await server.as(user)];
    expect((await one.ask(logout, {})).status).toBe(204);
    expect((await one.ask(getUser, { path: { id: user.id } })).status).toBe(403);
    expect((await one.ask(logout, {})).status).toBe(403);
    expect((await other.ask(getUser, { path: { id: user.id } })).status).toBe(200);
  });
});

describe("a password change", () => {
  const change = (client: Awaited<ReturnType<typeof server.as>>, old_password: string, new_password: string) =>
    client.ask(changePassword, { path: { id: client.userId }, body: { old_password, new_password } });

  test("ends every other session, clears the initial-password flag and opens everything", async () => {
    const user = await a.user({ password, initPassword: true, isStaff: true });
    const [one, other] = [await server.as(user), await server.as(user)];
    const before = await one.raw("GET", "/api/v1/boxes/");
    expect([before.status, before.body]).toEqual([400, { non_field_errors: ["Bitte zuerst das Passwort ändern."] }]);
    expect((await one.call(getUser, { path: { id: user.id } })).init_password).toBe(true);
    const { status, body } = await change(one, password, "Quittenbaum-17");
    expect([status, body.init_password]).toEqual([200, false]);
    expect((await one.raw("GET", "/api/v1/boxes/")).status).toBe(200);
    expect((await other.raw("GET", "/api/v1/boxes/")).status).toBe(403);
    expect(await anonymous.refusal(login, { body: { username: user.email, password } })).toEqual(failed);
    expect((await anonymous.ask(login, { body: { username: user.email, password: "Quittenbaum-17" } })).status).toBe(
      200,
    );
  });

  test("needs the old password, and a new one of at least 8 characters that is another one", async () => {
    const client = await server.as(await a.user({ password }));
    expect((await change(client, "falsch-falsch", "Quittenbaum-17")).body).toEqual({
      old_password: ["Das alte Passwort stimmt nicht."],
    });
    expect((await change(client, password, "kurz")).body).toEqual({ new_password: ["mind. 8 Zeichen"] });
    expect((await change(client, password, password)).body).toEqual({
      new_password: ["Das neue Passwort muss sich vom alten unterscheiden."],
    });
    expect((await change(client, "", "Quittenbaum-17")).body).toEqual({ old_password: ["Bitte auswählen"] });
  });

  test("takes ten wrong old passwords a minute of a user, and lets their colleagues sign in from the same address", async () => {
    const user = await a.user({ password });
    const client = await server.as(user);
    for (let count = 0; count < 10; count++)
      expect((await change(client, "falsch-falsch", "Quittenbaum-17")).status).toBe(400);
    const refused = await change(client, password, "Quittenbaum-17");
    expect([refused.status, refused.body]).toEqual([
      429,
      { detail: "Zu viele Fehlversuche. Bitte warten Sie eine Minute." },
    ]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    const colleague = await a.user({ password });
    for (const { email } of [user, colleague])
      expect((await anonymous.ask(login, { body: { username: email, password } })).status).toBe(200);
  });

  test("takes effect once: of two at the same moment one learns that the old password is another", async () => {
    const client = await server.as(await a.user({ password }));
    const answers = await Promise.all(
      ["Quittenbaum-17", "Mispelstrauch-4"].map((own) => change(client, password, own)),
    );
    expect(answers.map(({ status }) => status).sort((x, y) => x - y)).toEqual([200, 400]);
  });

  test("refuses what anybody would try first, and says why beside the field", async () => {
    const user = await a.user({
      password,
      email: "kathrin.oetker@stadtwerke.example",
      firstName: "Käthe",
      lastName: "Özil",
    });
    const client = await server.as(user);
    const common = "Dieses Passwort verwenden zu viele. Bitte wählen Sie ein anderes.";
    const address = "Das Passwort darf nicht die E-Mail Adresse oder ein Teil davon sein.";
    for (const [weak, message] of [
      ["Passwort2!", common],
      ["sommer2026", common],
      ["QWERTZUIOP", common],
      ["baseball", common],
      ["Stadtwerke.2026", address],
      ["kathrin.oetker@Stadtwerke.example", address],
      ["KÄTHE-ÖZIL", "Das Passwort darf nicht der eigene Name sein."],
      ["Magazin2026!", "Das Passwort darf nicht der Name dieses Programms sein."],
    ] as const) {
      const answer = await change(client, password, weak);
      expect([answer.status, answer.body], weak).toEqual([400, { new_password: [message] }]);
    }
    expect((await change(client, password, "Quittenbaum-17")).status).toBe(200);
  });

  test("takes an umlaut as the same sign, on whatever keyboard it is typed, from the first letter counted", async () => {
    const user = await a.user({ password: "Gemu\u0308sekiste" }); // hashed as it was typed, before there was one way of writing
    const signIn = async (typed: string) =>
      (await anonymous.ask(login, { body: { username: user.email, password: typed } })).status;
    expect([await signIn("Gem\u00fcsekiste"), await signIn("Gemu\u0308sekiste")]).toEqual([200, 200]);
    const client = await server.as(user);
    expect((await change(client, "Gemu\u0308sekiste", "u\u0308bera\u0308")).body).toEqual({
      new_password: ["mind. 8 Zeichen"],
    });
    expect((await change(client, "Gem\u00fcsekiste", "K\u00e4sek\u00fcche-9")).status).toBe(200);
    expect(await signIn("Ka\u0308seku\u0308che-9")).toBe(200);
  });

  test("is for oneself: staff cannot change another's", async () => {
    const [staff, user] = [await server.asStaff(), await a.user({ password })];
    const answer = await staff.ask(changePassword, {
      path: { id: user.id },
      body: { old_password: password, new_password: "Quittenbaum-17" },
    });
    expect(answer.status).toBe(404);
  });
});

describe("an initial password", () => {
  test("ends 72 hours after it was generated, which only who knows it learns", async () => {
    const user = await a.user({ password, initPassword: true });
    const since = (hours: number) =>
      db.write((tx) =>
        sql`update users set password_since = now() - make_interval(hours => ${hours}) where id = ${user.id}`.execute(
          tx,
        ),
      );
    const ask = (typed: string) => anonymous.ask(login, { body: { username: user.email, password: typed } });
    await since(71);
    expect((await ask(password)).status).toBe(200);
    await since(73);
    const ended = await ask(password);
    expect([ended.status, ended.headers.get("x-magazin-code"), ended.body]).toEqual([
      400,
      "password_ended",
      { non_field_errors: ["Das Initialpasswort ist abgelaufen. Bitte lassen Sie es zurücksetzen."] },
    ]);
    expect((await ask("falsch-falsch")).body).toEqual(failed);
    const own_password = "passwort1";
    const boss = await server.as(await a.user({ isStaff: true, password: own_password }));
    const { init_password_plain } = await boss.call(resetPassword, { path: { id: user.id }, body: { own_password } });
    expect((await ask(init_password_plain)).status).toBe(200);
  });

  test("that was replaced by an own one in time does not end", async () => {
    const user = await a.user({ password });
    await db.write((tx) =>
      sql`update users set password_since = now() - interval '1 year' where id = ${user.id}`.execute(tx),
    );
    expect((await anonymous.ask(login, { body: { username: user.email, password } })).status).toBe(200);
  });
});

describe("users", () => {
  test("are read by themselves and by staff, by nobody else", async () => {
    const [one, other] = [await a.user(), await a.user()];
    const client = await server.as(one);
    expect((await client.call(getUser, { path: { id: one.id } })).email).toBe(one.email);
    expect((await client.ask(getUser, { path: { id: other.id } })).status).toBe(404);
    expect((await (await server.asStaff()).call(getUser, { path: { id: other.id } })).email).toBe(other.email);
  });

  test("everybody reads what the product is called before signing in", async () => {
    const shown = { product_title: "Magazin", provider_name: "Muster Archiv GmbH", build_stamp: "20240203-100754" };
    const ways = { sends_mails: false, company_sign_in: "Haus-Anmeldung" };
    expect(await anonymous.call(settings, {})).toEqual({ ...shown, ...ways });
  });
});
