import { beforeEach, describe, expect, test } from "vitest";
import { login, logout, settings } from "#contract/calls/session.ts";
import { changePassword, getUser } from "#contract/calls/users.ts";
import { testServer } from "#test/support/client.ts";
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
    const { status, body } = await change(one, password, "passwort2");
    expect([status, body.init_password]).toEqual([200, false]);
    expect((await one.raw("GET", "/api/v1/boxes/")).status).toBe(200);
    expect((await other.raw("GET", "/api/v1/boxes/")).status).toBe(403);
    expect(await anonymous.refusal(login, { body: { username: user.email, password } })).toEqual(failed);
    expect((await anonymous.ask(login, { body: { username: user.email, password: "passwort2" } })).status).toBe(200);
  });

  test("needs the old password, and a new one of at least 8 characters that is another one", async () => {
    const client = await server.as(await a.user({ password }));
    expect((await change(client, "falsch-falsch", "passwort2")).body).toEqual({
      old_password: ["Das alte Passwort stimmt nicht."],
    });
    expect((await change(client, password, "kurz")).body).toEqual({ new_password: ["mind. 8 Zeichen"] });
    expect((await change(client, password, password)).body).toEqual({
      new_password: ["Das neue Passwort muss sich vom alten unterscheiden."],
    });
    expect((await change(client, "", "passwort2")).body).toEqual({ old_password: ["Bitte auswählen"] });
  });

  test("counts wrong old passwords as a login does", async () => {
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
    expect((await anonymous.ask(login, { body: { username: user.email, password } })).status).toBe(429);
  });

  test("takes effect once: of two at the same moment one is told that the old password is another", async () => {
    const client = await server.as(await a.user({ password }));
    const answers = await Promise.all(
      ["Quittenbaum-17", "Mispelstrauch-4"].map((own) => change(client, password, own)),
    );
    expect(answers.map(({ status }) => status).sort((x, y) => x - y)).toEqual([200, 400]);
  });

  test("is for oneself: staff cannot change another's", async () => {
    const [staff, user] = [await server.asStaff(), await a.user({ password })];
    const answer = await staff.ask(changePassword, {
      path: { id: user.id },
      body: { old_password: password, new_password: "passwort2" },
    });
    expect(answer.status).toBe(404);
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
    expect(await anonymous.call(settings, {})).toEqual({
      product_title: "Magazin",
      provider_name: "Muster Archiv GmbH",
      build_stamp: "20240203-100754",
    });
  });
});
