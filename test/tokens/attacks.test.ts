import { createHash, randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { exportCustomer } from "#contract/calls/paper/services.ts";
import {
  createToken,
  createServiceAccount,
  createServiceToken,
  endToken,
  listTokens,
  listUserTokens,
} from "#contract/calls/access/tokens.ts";
import { listAudit } from "#contract/calls/access/audit.ts";
import { login } from "#contract/calls/access/session.ts";
import { editUser, resetPassword, resetSecondFactor } from "#contract/calls/access/users.ts";
import { listBoxes } from "#contract/calls/stock/boxes.ts";
import { createCustomer } from "#contract/calls/customers/customers.ts";
import { keyHeader } from "#contract/idempotency-key.ts";
import { addDays, berlinDay } from "#rules/dates.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { mostTokens } from "#rules/access/token-scopes.ts";
import * as accessRefused from "#rules/texts/access-refusals.ts";
import { codeHeader } from "#rules/texts/refusals.ts";
import { newApiToken } from "#server/http/token-text.ts";
import { type Answer, Client, testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { person } from "#test/contract/people.ts";
import { programOf } from "./token-clients.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;

const today = berlinDay(new Date());
const wish = { name: "Warenwirtschaft", scopes: ["read" as const], expires: addDays(today, 30) };
const boxesWith = (authorization: string) =>
  server.anonymous.raw("GET", "/api/v1/boxes/", { headers: { authorization } });
const said = (answer: Answer) => [answer.status, answer.headers.get(codeHeader)];
const change = (id: number, values: object) =>
  db.write((tx) => tx.updateTable("api_tokens").set(values).where("id", "=", id).execute());

test("a token is good behind Bearer and Token, in any case, and for nothing in another place", async () => {
  const { token } = await a.apiToken(await a.user({ isStaff: true }));
  for (const word of ["Bearer", "Token", "bearer", "TOKEN"])
    expect((await boxesWith(`${word} ${token}`)).status, word).toBe(200);
  for (const wrong of [token, `Basic ${token}`, `Bearer${token}`, `Bearer ${token} ${token}`])
    expect((await boxesWith(wrong)).status, wrong).toBe(403);
  const inAddress = await server.anonymous.raw("GET", `/api/v1/boxes/?token=${token}`);
  expect([400, 403]).toContain(inAddress.status);
});

test("a mistyped token is distinguished from a dead one by its letters, and what is dead does not say why", async () => {
  const owner = await a.user({ isStaff: true });
  const { token } = await a.apiToken(owner);
  const swapped = `${token.slice(0, 9)}${token[10]}${token[9]}${token.slice(11)}`;
  const mistyped = [token.slice(0, -1), `${token}x`, swapped === token ? `${token}0` : swapped, "mgz_", "mgz_%00"];
  for (const wrong of mistyped) {
    const answer = await boxesWith(`Bearer ${wrong}`);
    expect([...said(answer), answer.body]).toEqual([403, "wrong_token", { detail: accessRefused.wrongToken.message }]);
  }
  const [expired, ended, orphaned] = [
    await a.apiToken(owner),
    await a.apiToken(owner),
    await a.apiToken(await a.user({ active: false })),
  ];
  await change(expired.id, { created: sql`now() - interval '2 days'`, expires: sql`now() - interval '1 second'` });
  await change(ended.id, { ended: sql`now()` });
  const answers = await Promise.all(
    [expired.token, ended.token, orphaned.token, newApiToken().plain].map((dead) => boxesWith(`Bearer ${dead}`)),
  );
  for (const answer of answers)
    expect([...said(answer), answer.body]).toEqual([403, "dead_token", { detail: accessRefused.deadToken.message }]);
});

test("seventy tokens that are made at once are fifty at most", async () => {
  const { client } = await person(server, { isStaff: true });
  const asked = Array.from({ length: 70 }, () => client.ask(createToken, { body: wish }));
  const made = (await Promise.all(asked)).filter(({ status }) => status === 201);
  expect(made.length).toBeLessThanOrEqual(mostTokens);
  expect((await client.call(listTokens, {})).results).toHaveLength(made.length);
});

test("a header of ten kilobytes, or one with anything in it, is refused and costs nothing", async () => {
  for (const word of ["x".repeat(10_000), `mgz_${"0".repeat(10_000)}`, "mgz_' or 1=1 --", "mgz_../../etc/passwd"])
    expect((await boxesWith(`Bearer ${word}`)).status).toBe(403);
});

test("the database keeps the SHA-256 of a token, and the answer shows it once", async () => {
  const caller = await person(server, { isStaff: true });
  const made = await caller.client.call(createToken, { body: wish });
  expect(made.token).toMatch(/^mgz_[0-9A-Za-z]{49}$/);
  const { rows } = await sql<{ all: string; hash: Buffer }>`
    select row_to_json(t)::text as all, hash from api_tokens t where id = ${made.id}`.execute(db.read);
  expect(rows[0]?.all).not.toContain(made.token.slice(8));
  expect(rows[0]?.hash.equals(createHash("sha256").update(made.token).digest())).toBe(true);
  const { results } = await caller.client.call(listTokens, {});
  expect(results).toMatchObject([{ id: made.id, name: wish.name, prefix: made.token.slice(0, 8), last_used: null }]);
  expect(JSON.stringify(results)).not.toContain(made.token);
});

test("a token says what is wrong with it before it is made", async () => {
  const { client, owner } = await person(server);
  const refusals = async (body: object) => (await client.send("POST", "/api/v1/tokens/", { ...wish, ...body })).body;
  const last = addDays(today, 366);
  expect(await refusals({ scopes: [] })).toEqual({ scopes: ["Bitte auswählen"] });
  expect(await refusals({ scopes: ["root"] })).toEqual({ scopes: ["Ungültig"] });
  expect(await refusals({ scopes: ["read", "read"] })).toEqual({ scopes: ["Ungültig"] });
  expect(await refusals({ name: " " })).toEqual({ name: ["Bitte ausfüllen"] });
  for (const expires of [addDays(today, -1), addDays(today, 367)])
    expect(await refusals({ expires })).toEqual({ expires: [expect.stringContaining("von heute bis")] });
  expect(await refusals({ customer: (await a.customer()).id })).toEqual({
    customer: [refused.unknownCustomer.message],
  });
  expect(await refusals({ customer: owner.id, expires: last })).toMatchObject({ customer: { id: owner.id } });
  const staff = await server.asStaff();
  expect(await staff.refusal(createToken, { body: { ...wish, customer: owner.id } })).toEqual({
    customer: [accessRefused.tokenForAll.message],
  });
});

test("a token ends with its user's password, second factor, place on the staff and account, and comes back with none", async () => {
  const boss = await person(server, { isStaff: true });
  const proof = { own_password: boss.password };
  const endings: ((id: number) => Promise<unknown>)[] = [
    (id) => boss.client.call(editUser, { path: { id }, body: { active: false } }),
    (id) => boss.client.call(editUser, { path: { id }, body: { is_staff: false } }),
    (id) => boss.client.call(resetPassword, { path: { id }, body: proof }),
    async (id) => {
      await a.secondFactor({ id });
      await boss.client.call(resetSecondFactor, { path: { id }, body: proof });
    },
  ];
  for (const end of endings) {
    const user = await a.user({ isStaff: true });
    const program = await programOf(server, user);
    expect((await program.ask(listBoxes, {})).status).toBe(200);
    await end(user.id);
    expect(said(await program.ask(listBoxes, {}))).toEqual([403, "dead_token"]);
    await boss.client.call(editUser, { path: { id: user.id }, body: { active: true, is_staff: true } });
    expect(said(await program.ask(listBoxes, {}))).toEqual([403, "dead_token"]);
  }
});

test("a token has what rights its user has at the moment, and one for a customer nothing more than that one", async () => {
  const [one, two] = [await a.customer(), await a.customer()];
  const user = await a.user({ customers: [one, two] });
  const [ofBoth, ofOne] = [await programOf(server, user), await programOf(server, user, { customer: one })];
  for (const owner of [one, two]) await a.box({ owner, state: 1 });
  const owners = async (program: Client) =>
    (await program.call(listBoxes, {})).results.map(({ owner }) => owner.id).sort((x, y) => x - y);
  expect(await owners(ofBoth)).toEqual([one.id, two.id]);
  expect(await owners(ofOne)).toEqual([one.id]);
  await db.write((tx) => tx.deleteFrom("customer_users").where("customer_id", "=", one.id).execute());
  expect(await owners(ofBoth)).toEqual([two.id]);
  expect(await owners(ofOne)).toEqual([]);
  await db.write((tx) => tx.updateTable("users").set({ is_staff: true }).where("id", "=", user.id).execute());
  expect(said(await ofOne.ask(listBoxes, {})), "whoever sees all has no token for one").toEqual([403, "dead_token"]);
});

test("others' tokens are ended by who manages users, and by nobody else", async () => {
  const user = await person(server);
  const { id, token } = await a.apiToken({ id: user.userId });
  for (const stranger of [await person(server), await person(server, { isStaff: true, managesUsers: false })])
    expect((await stranger.client.ask(endToken, { path: { id } })).status).toBe(404);
  const boss = await server.asStaff();
  expect((await boss.call(listUserTokens, { path: { id: user.userId } })).results).toMatchObject([{ id }]);
  await boss.call(endToken, { path: { id } });
  expect(said(await boxesWith(`Token ${token}`))).toEqual([403, "dead_token"]);
  expect((await boss.ask(endToken, { path: { id } })).status).toBe(404);
});

test("people make their tokens themselves, and those of service accounts whoever manages users", async () => {
  const boss = await server.asStaff();
  const { id } = await a.user();
  expect(await boss.refusal(createServiceToken, { path: { id }, body: wish })).toEqual({
    non_field_errors: [accessRefused.tokenOfPerson.message],
  });
  const account = await boss.call(createServiceAccount, { body: { last_name: "Warenwirtschaft", is_staff: true } });
  const made = await boss.call(createServiceToken, { path: { id: account.id }, body: wish });
  expect(made.by).toMatchObject({ id: boss.userId });
  expect((await boxesWith(`Bearer ${made.token}`)).status).toBe(200);
});

test("a service account has no password, no session and no address, and is not the last of anybody", async () => {
  const boss = await person(server, { isStaff: true });
  const account = await boss.client.call(createServiceAccount, {
    body: { last_name: "Roboter", is_staff: true, manages_users: true },
  });
  const path = { id: account.id };
  const says = { non_field_errors: [accessRefused.serviceAccount.message] };
  expect(await boss.client.refusal(resetPassword, { path, body: { own_password: boss.password } })).toEqual(says);
  expect(await boss.client.refusal(editUser, { path, body: { email: "mensch@example.com" } })).toEqual({
    email: [accessRefused.serviceAccount.message],
  });
  expect(await server.anonymous.refusal(login, { body: { username: account.email, password: "none" } })).toEqual({
    non_field_errors: [refused.login.message],
  });
  await expect(server.as(account)).rejects.toThrow("no sessions");
  const set = (values: object) =>
    db.write((tx) => tx.updateTable("users").set(values).where("id", "=", account.id).execute());
  await expect(set({ password_hash: "$argon2id$" })).rejects.toThrow("users_service");
  await expect(set({ init_password: true })).rejects.toThrow("users_service");
  await db.write((tx) =>
    tx
      .updateTable("users")
      .set({ manages_users: false })
      .where("id", "!=", boss.userId)
      .where("service", "=", false)
      .execute(),
  );
  expect(await boss.client.refusal(editUser, { path: { id: boss.userId }, body: { manages_users: false } })).toEqual({
    manages_users: [refused.lastManager.message],
  });
});

test("a service account is neither of two people", async () => {
  const [one, two] = [await a.user({ isStaff: true, service: true }), await a.user({ isStaff: true })];
  const { rows } = await sql<{ one: boolean }>`
    select may_be_one(${one.id}::bigint, ${two.id}::bigint) and may_be_one(${two.id}::bigint, ${one.id}::bigint) as one`.execute(
    db.read,
  );
  expect(rows).toEqual([{ one: true }]);
  const program = await programOf(server, one);
  const box = await a.box({ state: 7 });
  const batch = await a.batch({ owner: box.owner, boxes: [box], until: "confirmed" });
  const shred = { id: randomUUID(), kind: "shred", batch: batch.id, code: box.code };
  const answer = await program.send("POST", "/api/v1/scans/", {
    operations: [{ id: randomUUID(), kind: "release", code: box.code }, shred],
  });
  expect(said(answer)).toEqual([403, "by_person_only"]);
  const scanner = await programOf(server, two, { scopes: ["scans"] });
  expect(said(await scanner.send("POST", "/api/v1/scans/", { operations: [shred] }))).toEqual([403, "token_scope"]);
  expect((await db.read.selectFrom("boxes").select("state").where("id", "=", box.id).executeTakeFirst())?.state).toBe(
    7,
  );
});

test("a password that a program sends is not looked at", async () => {
  const user = await person(server, { isStaff: true });
  const program = await programOf(server, { id: user.userId });
  const { id } = await a.user();
  for (const own_password of [user.password, "falsch-falsch"]) {
    const answer = await program.ask(editUser, { path: { id }, body: { active: true, own_password } });
    expect(said(answer)).toEqual([403, "not_by_token"]);
  }
});

test("a key is its token's: the same one of the user's session or of another program is another one", async () => {
  const user = await person(server, { isStaff: true });
  const callers = [
    user.client,
    await programOf(server, { id: user.userId }),
    await programOf(server, { id: user.userId }),
  ];
  const answers = [];
  for (const [at, caller] of callers.entries()) {
    const body = JSON.stringify({ name: `Kunde ${at}`, address_name: "", code: "" });
    const headers = { "content-type": "application/json", [keyHeader]: "1" };
    for (const round of [1, 2]) {
      const answer = await caller.raw("POST", "/api/v1/customers/", { headers, body });
      expect([answer.status, round], answer.text).toEqual([201, round]);
      answers.push((answer.body as { id: number }).id);
    }
  }
  expect(new Set(answers).size).toBe(3);
  expect(createCustomer.path).toBe("/customers/");
});

test("the audit trail names the token that made, read, was refused and was ended, a refusal once an hour", async () => {
  const owner = await a.customer();
  await a.box({ owner, state: 1 });
  const user = await person(server, { isStaff: true });
  const made = await user.client.call(createToken, { body: { ...wish, scopes: ["read", "billing"] } });
  const program = new Client(server.url, made.token, user.userId);
  await program.download(exportCustomer, { path: { id: owner.id } });
  for (const _ of [1, 2, 3]) await program.send("POST", "/api/v1/areas/", { name: "Halle" });
  await user.client.call(endToken, { path: { id: made.id } });
  const { results } = await user.client.call(listAudit, { query: { person: user.userId, order_by: "at" } });
  const label = `„Warenwirtschaft“ (${made.prefix}…)`;
  expect(results.map(({ text }) => text)).toEqual([
    `Token ${label} angelegt: Lesen, Abrechnung`,
    `Gesamtexport (1), mit Token ${label}`,
    `Token abgelehnt: POST /areas/, mit Token ${label}`,
    `Token ${label} beendet`,
  ]);
});

test("when and where a token was used last is noted at its first use, and then once an hour", async () => {
  const { id, token } = await a.apiToken(await a.user());
  const use = async () => {
    await boxesWith(`Bearer ${token}`);
    const row = db.read.selectFrom("api_tokens").select(["last_used", "last_address"]).where("id", "=", id);
    return row.executeTakeFirstOrThrow();
  };
  const first = await use();
  expect(first).toEqual({ last_used: expect.any(String), last_address: "127.0.0.1" });
  expect(await use()).toEqual(first);
  await change(id, { last_used: sql`now() - interval '61 minutes'` });
  expect(Date.parse((await use()).last_used ?? "")).toBeGreaterThanOrEqual(Date.parse(first.last_used ?? ""));
});

test("what no token may be the database refuses, too", async () => {
  const { id } = await a.apiToken(await a.user());
  const wrong = [
    { scopes: [] },
    { scopes: ["root"] },
    { scopes: ["read", null] },
    { name: "" },
    { expires: sql`created` },
    { expires: sql`created + interval '400 days'` },
    { prefix: "ghp_abcd" },
  ];
  for (const values of wrong) await expect(change(id, values), JSON.stringify(values)).rejects.toThrow("api_tokens_");
});
