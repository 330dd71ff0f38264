import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { listBoxes } from "#contract/calls/stock/boxes.ts";
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  getSecondFactor,
  newRecoveryCodes,
} from "#contract/calls/access/second-factor.ts";
import { login, logout } from "#contract/calls/access/session.ts";
import { endOtherSessions, listSessions } from "#contract/calls/access/sessions.ts";
import { changePassword, getUser, resetSecondFactor } from "#contract/calls/access/users.ts";
import { readConfig } from "#server/config.ts";
import { Client, testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { authenticator } from "./mutations.ts";

const { db } = await testDatabase();
let now = new Date("2026-11-22T10:00:00Z");
const server = await testServer(db, {}, { now: () => now });
const strict = await testServer(db, { REQUIRE_TOTP: "staff" }, { now: () => now });
const strictest = await testServer(db, { REQUIRE_TOTP: "all" }, { now: () => now });
const { a, anonymous } = server;
const password = "passwort1";
const own_password = password;

beforeEach(async () => {
  now = new Date(now.getTime() + 3_600_000); // no code of one test is one of the next
  await db.write((tx) => tx.deleteFrom("login_failures").execute());
});

const later = (seconds: number) => (now = new Date(now.getTime() + seconds * 1000));
const codeOf = (secret: string, seconds = 0) =>
  authenticator(secret).generate({ timestamp: now.getTime() + seconds * 1000 });
const signIn = (email: string, code?: string, typed = password) =>
  anonymous.ask(login, { body: { username: email, password: typed, ...(code !== undefined && { code }) } });
const wrongCode = { code: ["Der Code stimmt nicht oder wurde schon benutzt."] };

/** Somebody with a second factor, set up as they do it themselves. */
async function withFactor(wish: { isStaff?: boolean } = {}) {
  const user = await a.user({ password, ...wish });
  const client = await server.as(user);
  const { secret } = await client.call(beginSecondFactor, { body: { own_password } });
  const { recovery_codes: codes } = await client.call(confirmSecondFactor, { body: { code: codeOf(secret) } });
  later(30);
  return { ...user, client, secret, codes };
}

describe.each([
  ["a customer user", false],
  ["staff", true],
])("%s", (_who, isStaff) => {
  test("sets up a second factor with the own password and a first code, and signs in with both from then on", async () => {
    const user = await a.user({ password, isStaff, email: `factor-${isStaff}@example.com` });
    const client = await server.as(user);
    expect(await client.call(getSecondFactor, {})).toEqual({ state: "off", recovery_codes_left: 0 });
    expect(await client.refusal(beginSecondFactor, { body: { own_password: "falsch-falsch" } })).toEqual({
      own_password: ["Ihr eigenes Passwort stimmt nicht."],
    });
    const { secret, uri, qrcode } = await client.call(beginSecondFactor, { body: { own_password } });
    expect(uri).toBe(
      `otpauth://totp/Magazin:${encodeURIComponent(user.email)}?issuer=Magazin&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    );
    expect(Buffer.from(qrcode.replace("data:image/png;base64,", ""), "base64").subarray(1, 4).toString()).toBe("PNG");
    expect((await signIn(user.email)).status, "not on before its first code").toBe(200);
    expect(await client.refusal(confirmSecondFactor, { body: { code: codeOf(secret, 90) } })).toEqual(wrongCode);
    const { recovery_codes: codes } = await client.call(confirmSecondFactor, { body: { code: codeOf(secret) } });
    expect([codes.length, new Set(codes).size]).toEqual([10, 10]);
    for (const code of codes) expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){5}[0-9a-hjkmnp-tv-z]{4}$/);
    expect(await client.call(getSecondFactor, {})).toEqual({ state: "on", recovery_codes_left: 10 });
    expect((await client.call(getUser, { path: { id: user.id } })).second_factor).toBe("on");

    const asked = await signIn(user.email);
    expect([asked.status, asked.headers.get("x-magazin-code"), asked.body]).toEqual([
      400,
      "second_factor",
      { code: ["Bitte geben Sie den Code ein."] },
    ]);
    later(30);
    const code = codeOf(secret);
    expect((await signIn(user.email, ` ${code.slice(0, 3)} ${code.slice(3)} `)).status).toBe(200);
    expect((await signIn(user.email, code)).body, "each code once").toEqual(wrongCode);
  });
});

test("the codes are those of RFC 6238, as any app makes them", () => {
  const secret = Buffer.from("12345678901234567890");
  const base32 = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
  const codes = [59, 1_111_111_109, 20_000_000_000].map((seconds) =>
    authenticator(base32).generate({ timestamp: seconds * 1000 }),
  );
  expect([Buffer.from(authenticator(base32).secret.bytes), codes]).toEqual([secret, ["287082", "081804", "353130"]]);
});

test("nobody hears of a second factor before the password is right", async () => {
  const { email, secret } = await withFactor();
  const failed = { non_field_errors: ["Login fehlgeschlagen."] };
  for (const code of [undefined, codeOf(secret), "000000"])
    expect((await signIn(email, code, "falsch-falsch")).body).toEqual(failed);
  expect((await signIn(email, codeOf(secret))).status, "the code was not used up").toBe(200);
});

test("a code of the step before or after is good, one of two steps away is not", async () => {
  const { email, secret } = await withFactor();
  later(300);
  const sent = [];
  for (const seconds of [-60, -30, 0, 30, 60, -30]) sent.push((await signIn(email, codeOf(secret, seconds))).status);
  expect(sent).toEqual([400, 200, 200, 200, 400, 400]);
});

test("a code that is sent twice at the same moment opens one session", async () => {
  const { email, secret } = await withFactor();
  const code = codeOf(secret);
  const answers = await Promise.all([1, 2, 3].map(() => signIn(email, code)));
  expect(answers.map(({ status }) => status).sort((x, y) => x - y)).toEqual([200, 400, 400]);
});

test("a recovery code opens the door once, however it is typed, and none of it is kept in plain", async () => {
  const { id, email, client, codes } = await withFactor();
  const [first = "", second = ""] = codes;
  expect((await signIn(email, first)).status).toBe(200);
  expect((await signIn(email, first)).body).toEqual(wrongCode);
  const badly = second.toUpperCase().replaceAll("-", " ").replaceAll("0", "O").replaceAll("1", "l");
  expect((await signIn(email, badly)).status).toBe(200);
  expect((await client.call(getSecondFactor, {})).recovery_codes_left).toBe(8);
  const kept = await db.read.selectFrom("recovery_codes").selectAll().where("user_id", "=", id).execute();
  expect(kept.every(({ hash }) => hash.length === 32)).toBe(true);
});

test("ten wrong codes are all for a quarter of an hour, with the right one too, and other people do not notice", async () => {
  const [{ id, email, secret, codes }, other] = [await withFactor(), await withFactor()];
  const forget = (key: string) => sql`delete from login_failures where key not like ${key}`;
  for (let count = 0; count < 10; count++) {
    expect((await signIn(email, "000000")).body).toEqual(wrongCode);
    await db.write((tx) => forget("code %").execute(tx)); // the address is not what this is about
  }
  for (const code of [codeOf(secret), codes[0]]) {
    const limited = await signIn(email, code);
    expect([limited.status, limited.body]).toEqual([
      429,
      { detail: "Zu viele falsche Codes. Bitte warten Sie eine Viertelstunde." },
    ]);
    expect(Number(limited.headers.get("retry-after"))).toBeGreaterThan(840);
  }
  expect((await signIn(other.email, codeOf(other.secret))).status).toBe(200);
  await db.write((tx) =>
    sql`update login_failures set at = now() - interval '15 minutes 1 second' where key = ${`code ${id}`}`.execute(tx),
  );
  expect((await signIn(email, codeOf(secret))).status).toBe(200);
});

test("a wrong code counts as a failed login of its address", async () => {
  const { email, secret } = await withFactor();
  for (let count = 0; count < 9; count++) await signIn(email, "000000");
  expect((await signIn(email, codeOf(secret))).status).toBe(200);
  await db.write((tx) => tx.deleteFrom("login_failures").where("key", "like", "code %").execute());
  later(30);
  expect((await signIn(email, "000000")).body).toEqual(wrongCode);
  const limited = await signIn(email, codeOf(secret));
  expect([limited.status, limited.headers.get("x-magazin-code")]).toEqual([429, "too_many_logins"]);
});

test("it is switched off, and gets new recovery codes, with the own password and a code only", async () => {
  const { client, email, secret, codes } = await withFactor();
  for (const route of [endSecondFactor, newRecoveryCodes]) {
    for (const [body, message] of [
      [
        { own_password: "falsch-falsch", code: codeOf(secret) },
        { own_password: ["Ihr eigenes Passwort stimmt nicht."] },
      ],
      [{ own_password, code: "000000" }, wrongCode],
    ] as const) {
      expect(await client.refusal(route, { body })).toEqual(message);
    }
  }
  expect(await client.refusal(beginSecondFactor, { body: { own_password } }), "no other one beside it").toEqual({
    non_field_errors: ["Der zweite Faktor ist schon eingerichtet."],
  });
  const renewed = await client.call(newRecoveryCodes, { body: { own_password, code: codeOf(secret) } });
  expect((await signIn(email, codes[3])).body).toEqual(wrongCode);
  expect((await signIn(email, renewed.recovery_codes[3])).status).toBe(200);
  later(30);
  expect((await client.ask(endSecondFactor, { body: { own_password, code: codeOf(secret) } })).status).toBe(204);
  expect((await signIn(email)).status).toBe(200);
  expect(await client.refusal(endSecondFactor, { body: { own_password, code: "000000" } })).toEqual({
    non_field_errors: ["Es ist kein zweiter Faktor eingerichtet."],
  });
});

test("a secret that was begun anew is the only one", async () => {
  const client = await server.as(await a.user({ password }));
  const first = await client.call(beginSecondFactor, { body: { own_password } });
  const { secret } = await client.call(beginSecondFactor, { body: { own_password } });
  expect(await client.refusal(confirmSecondFactor, { body: { code: codeOf(first.secret) } })).toEqual(wrongCode);
  expect((await client.ask(confirmSecondFactor, { body: { code: codeOf(secret) } })).status).toBe(200);
});

test("staff remove the factor of somebody who lost the device, who is signed out everywhere, but not their own", async () => {
  const [lost, boss] = [await withFactor(), await withFactor({ isStaff: true })];
  const remove = (id: number) => boss.client.ask(resetSecondFactor, { path: { id }, body: { own_password } });
  const { status, body } = await remove(lost.id);
  expect([status, body.second_factor]).toEqual([200, "off"]);
  expect((await lost.client.ask(listSessions, {})).status).toBe(403);
  expect((await signIn(lost.email)).status).toBe(200);
  expect((await remove(lost.id)).body).toEqual({ non_field_errors: ["Es ist kein zweiter Faktor eingerichtet."] });
  expect((await remove(boss.id)).body).toEqual({
    non_field_errors: ["Ihren eigenen zweiten Faktor schalten Sie unter „Mein Zugang“ aus."],
  });
  expect((await remove(2_000_000_000)).status).toBe(404);
  const customer = await lost.client.ask(resetSecondFactor, { path: { id: boss.id }, body: { own_password } });
  expect(customer.status).toBe(403);
});

describe("where staff must have a second factor", () => {
  const first = { non_field_errors: ["Bitte zuerst den zweiten Faktor einrichten."] };

  test("who has none does nothing else first, and everything with it", async () => {
    const user = await a.user({ password, isStaff: true });
    const { token } = await strict.anonymous.call(login, { body: { username: user.email, password } });
    const client = new Client(strict.url, token, user.id);
    const closed = await client.ask(listBoxes, {});
    expect([closed.status, closed.headers.get("x-magazin-code"), closed.body]).toEqual([
      400,
      "second_factor_first",
      first,
    ]);
    expect((await client.call(getUser, { path: { id: user.id } })).second_factor).toBe("required");
    expect(await client.refusal(getUser, { path: { id: (await a.user()).id } }), "nobody else").toEqual(first);
    expect((await client.call(listSessions, {})).count).toBe(1);
    expect((await client.ask(endOtherSessions, {})).status).toBe(204);
    const change = { old_password: password, new_password: "Quittenbaum-17" };
    expect((await client.ask(changePassword, { path: { id: user.id }, body: change })).status).toBe(200);
    const { secret } = await client.call(beginSecondFactor, { body: { own_password: "Quittenbaum-17" } });
    expect((await client.call(getSecondFactor, {})).state).toBe("required");
    await client.call(confirmSecondFactor, { body: { code: codeOf(secret) } });
    expect((await client.ask(listBoxes, {})).status).toBe(200);
    expect((await client.ask(logout, {})).status).toBe(204);
  });

  test("customer users need none, but where everybody must", async () => {
    const user = await a.user({ password });
    expect((await (await strict.as(user)).ask(listBoxes, {})).status).toBe(200);
    expect((await (await strictest.as(user)).ask(listBoxes, {})).body).toEqual(first);
    expect((await (await server.as(await a.user({ isStaff: true }))).ask(listBoxes, {})).status).toBe(200);
  });

  test("an initial password comes before it", async () => {
    const client = await strict.as(await a.user({ isStaff: true, initPassword: true, password }));
    const refused = await client.refusal(beginSecondFactor, { body: { own_password } });
    expect(refused).toEqual({ non_field_errors: ["Bitte zuerst das Passwort ändern."] });
  });

  test("nothing but staff and all can be asked for", async () => {
    expect(() => readConfig({ REQUIRE_TOTP: "everybody" })).toThrow("REQUIRE_TOTP must be nobody, staff or all");
    expect(readConfig({}).requireTotp).toBe("nobody");
  });
});
