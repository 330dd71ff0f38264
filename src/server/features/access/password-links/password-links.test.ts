import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { requestPasswordLink, setPasswordByLink } from "#contract/calls/access/password-links.ts";
import { settings } from "#contract/calls/access/session.ts";
import { createUser, editUser, getUser, resetPassword } from "#contract/calls/access/users.ts";
import * as accessRefused from "#rules/texts/access-refusals.ts";
import { forgetOld } from "#server/database/forget-old.ts";
import { mailSender } from "#server/messages/mail/send-mail.ts";
import { PdfWorkers } from "#server/documents/pdf-workers.ts";
import { sendMessages } from "#server/messages/send-messages.ts";
import { testConfig, testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { programOf } from "#test/tokens/token-clients.ts";
import { mailServer } from "#test/support/mail/mail-server.ts";

const { db } = await testDatabase({ mails: true });
const post = await mailServer();
afterAll(() => post.close());
const env = { SMTP_URL: post.url, MAIL_FROM: "archiv@archiv.example", PUBLIC_URL: "https://archiv.example" };
const server = await testServer(db, env);
const { a, anonymous } = server;
const config = testConfig(env);
const good = "Quittenbaum-17";

beforeEach(async () => {
  post.mails.length = 0;
  await db.write(async (tx) => {
    await tx.deleteFrom("messages").execute();
    await tx.deleteFrom("login_failures").execute();
  });
});

const queue = () => db.read.selectFrom("messages").selectAll().orderBy("id").execute();

/** Sends what is queued; answers what stands behind the `#` of each link. */
async function linksSent(): Promise<string[]> {
  const stop = sendMessages(db, { mail: mailSender(db, config.mail!, config, new PdfWorkers()) }, () => undefined);
  try {
    await expect.poll(async () => (await queue()).filter(({ done_at }) => done_at === null)).toEqual([]);
  } finally {
    await stop();
  }
  return post.mails.flatMap(({ text }) => /\/password#([\w-]+)/.exec(text)?.[1] ?? []);
}
const set = (token: string, new_password = good) => anonymous.ask(setPasswordByLink, { body: { token, new_password } });
const login = (email: string, password: string) =>
  anonymous.send("POST", "/api/v1/api-token-auth/", { username: email, password });
const ask = (email: string) => anonymous.ask(requestPasswordLink, { body: { email } });
const over = { non_field_errors: [accessRefused.passwordLink.message] };

describe("an invitation", () => {
  test("goes to a new user who is to have one, beside the initial password, and sets a password once", async () => {
    const staff = await server.asStaff();
    const body = { last_name: "Muster", email: "neu@example.com" };
    const user = await staff.call(createUser, { body: { ...body, invite: true } });
    expect(user.init_password_plain).toHaveLength(12);
    const [token = ""] = await linksSent();
    expect(post.mails[0]?.to).toEqual([body.email]);
    const kept = await db.read.selectFrom("password_links").selectAll().execute();
    expect(JSON.stringify([kept, await queue()]), "no table has the link").not.toContain(token);
    expect((await set(token)).status).toBe(204);
    expect((await login(body.email, good)).status).toBe(200);
    expect(await staff.call(getUser, { path: { id: user.id } })).toMatchObject({ init_password: false });
    const again = await set(token, "Birnbaum-2027");
    expect([again.status, again.body]).toEqual([400, over]);
  });

  test("goes to nobody who is not to have one, and the initial password stays", async () => {
    const staff = await server.asStaff();
    const user = await staff.call(createUser, { body: { last_name: "Muster", email: "ohne@example.com" } });
    expect(await queue()).toEqual([]);
    expect((await login("ohne@example.com", user.init_password_plain)).status).toBe(200);
  });

  test("comes with a reset, and ends what came before it", async () => {
    const boss = await a.user({ isStaff: true, password: "passwort1" });
    const staff = await server.as(boss);
    const user = await a.user({ password: "passwort1" });
    const old = await a.passwordLink(user);
    const body = { own_password: "passwort1", invite: true };
    await staff.call(resetPassword, { path: { id: user.id }, body });
    expect((await set(old)).body).toEqual(over);
    const [token = ""] = await linksSent();
    expect((await set(token)).status).toBe(204);
  });

  test("is refused where no mails are sent, before anybody is made", async () => {
    const silent = await testServerWithoutMail.asStaff();
    const body = { last_name: "Muster", email: "still@example.com", invite: true };
    expect(await silent.refusal(createUser, { body })).toEqual({ invite: [accessRefused.mailsOff.message] });
    expect((await testServerWithoutMail.anonymous.call(settings, {})).sends_mails).toBe(false);
    expect((await anonymous.call(settings, {})).sends_mails).toBe(true);
  });
});

const testServerWithoutMail = await testServer(db);

describe("who has forgotten their password", () => {
  test("gets a link, and every session and every token ends when it is used", async () => {
    const user = await a.user({ password: "passwort1" });
    const program = await programOf(server, user);
    expect((await program.raw("GET", "/api/v1/boxes/")).status).toBe(200);
    const session = await server.as(user);
    expect((await ask(user.email.toUpperCase())).status).toBe(204);
    const [token = ""] = await linksSent();
    expect((await set(token)).status).toBe(204);
    expect((await session.raw("GET", "/api/v1/sessions/")).status).toBe(403);
    expect((await program.raw("GET", "/api/v1/boxes/")).status).toBe(403);
    expect((await login(user.email, "passwort1")).status).toBe(400);
    expect((await login(user.email, good)).status).toBe(200);
  });

  test("hears the same whether the address is anybody's, and only who may sign in gets a mail", async () => {
    const [user, ended] = [await a.user(), await a.user({ active: false })];
    const answers = [];
    for (const email of [user.email, ended.email, "niemand@example.com", "kein Name", ""])
      answers.push(await ask(email));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set(["204 "]));
    expect((await queue()).map(({ user_id }) => user_id)).toEqual([user.id]);
  });

  test("gets one mail in five minutes, however often it is asked for, and an address may ask ten times a minute", async () => {
    const user = await a.user({ password: "passwort1" });
    const statuses = [];
    for (let count = 0; count < 11; count++) statuses.push((await ask(user.email)).status);
    expect(statuses).toEqual([...Array<number>(10).fill(204), 429]);
    expect((await queue()).length, "two where the five minutes ended meanwhile").toBeLessThanOrEqual(2);
    expect((await login(user.email, "passwort1")).status, "whoever signs in from there is not counted").toBe(200);
  });
});

describe("where an address was changed", () => {
  const change = async (id: number, email: string) =>
    (await server.asStaff()).call(editUser, { path: { id }, body: { email } });
  const signedIn = async (wish: Parameters<typeof a.user>[0] = {}) => {
    const user = await a.user({ password: "passwort1", ...wish });
    expect((await login(user.email, "passwort1")).status).toBe(200);
    await db.write((tx) => tx.deleteFrom("messages").execute());
    return user;
  };

  test("the old address is notified, the new one as well, and a link waits for a day, once, keeping nothing else waiting", async () => {
    const user = await signedIn();
    await change(user.id, "neue-adresse@example.com");
    expect(await linksSent()).toEqual([]);
    expect(post.mails.map(({ to, subject }) => [...to, subject])).toEqual([
      [user.email, "Ihre E-Mail-Adresse wurde geändert"],
      ["neue-adresse@example.com", "Ihre neue E-Mail-Adresse"],
    ]);
    await ask("neue-adresse@example.com");
    await db.write((tx) => tx.deleteFrom("login_failures").execute());
    await ask("neue-adresse@example.com");
    const waiting = (await queue()).filter(({ done_at }) => done_at === null);
    expect(waiting.map(({ target, payload }) => [target, payload])).toEqual([
      [`mail:${user.id} link`, { mail: "passwordLink" }],
    ]);
    const hours = (Date.parse(waiting[0]?.not_before ?? "") - Date.now()) / 3_600_000;
    expect(Math.round(hours)).toBe(24);
    await change(user.id, user.email);
    const dropped = (await queue()).filter(({ id }) => id === waiting[0]?.id);
    expect(dropped, "it waited for the address before").toEqual([]);
  });

  test("nobody waits who has never signed in: a wrong letter in an invitation is put right at once", async () => {
    const staff = await server.asStaff();
    const body = { last_name: "Muster", email: "vertipt@example.com", invite: true };
    const { id } = await staff.call(createUser, { body });
    await staff.call(editUser, { path: { id }, body: { email: "vertippt@example.com" } });
    const [token = ""] = await linksSent();
    expect(post.mails.map(({ to }) => to)).toEqual([["vertippt@example.com"]]);
    expect((await set(token)).status).toBe(204);
  });

  test("the day counts after a reset of the password, too", async () => {
    const boss = await server.as(await a.user({ isStaff: true, password: "passwort1" }));
    const user = await signedIn();
    await change(user.id, "umgezogen@example.com");
    const body = { own_password: "passwort1", invite: true };
    await boss.call(resetPassword, { path: { id: user.id }, body });
    const links = (await queue()).filter(({ target }) => target.endsWith(" link"));
    expect(links.map(({ done_at }) => done_at)).toEqual([null]);
  });
});

describe("a link for a password", () => {
  test("ends after 72 hours, with the user, with another password and with another address", async () => {
    const staff = await server.as(await a.user({ isStaff: true, password: "passwort1" }));
    const late = await a.passwordLink(await a.user());
    await db.write((tx) => sql`update password_links set created = now() - interval '73 hours'`.execute(tx));
    const [gone, moved, changed] = [await a.user(), await a.user(), await a.user()];
    const tokens = [late, ...(await Promise.all([gone, moved, changed].map((user) => a.passwordLink(user))))];
    await staff.call(editUser, { path: { id: gone.id }, body: { active: false } });
    await staff.call(editUser, { path: { id: moved.id }, body: { email: "anders@example.com" } });
    const other = await a.passwordLink(changed);
    expect((await set(other)).status).toBe(204);
    for (const token of [...tokens, "x", "", "x".repeat(43)]) {
      const { status, body } = await set(token);
      expect([status, body]).toEqual([400, over]);
    }
    await db.write(forgetOld);
    const left = await db.read.selectFrom("password_links").select("user_id").execute();
    expect(left).toEqual([{ user_id: gone.id }]); // until its time is over
  });

  test("takes no weak password and none that says whose it is, and stays good then", async () => {
    const user = await a.user({ lastName: "Unverwechselbar" });
    const token = await a.passwordLink(user);
    for (const weak of ["passwort", "Unverwechselbar", "kurz", ""])
      expect(Object.keys((await set(token, weak)).body ?? {})).toEqual(["new_password"]);
    expect((await set(token)).status).toBe(204);
  });

  test("is used by one of two who use it at once", async () => {
    const token = await a.passwordLink(await a.user());
    const answers = await Promise.all([set(token), set(token, "Birnbaum-2027")]);
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([204, 400]);
  });

  test("is not guessed: an address has ten tries a minute, together with passwords", async () => {
    const statuses = [];
    for (let count = 0; count < 11; count++) statuses.push((await set(String(count))).status);
    expect(statuses).toEqual([...Array<number>(10).fill(400), 429]);
  });
});
