import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { apiHeader, apiLevel } from "#contract/api-level.ts";
import { type TokenScope, tokenScopes } from "#rules/access/token-scopes.ts";
import { aboutHeader, codeHeader, type RefusalCode, refusalStatus } from "#rules/texts/refusals.ts";
import { newApiToken } from "#server/http/token-text.ts";
import { anyDay, orderedAndPicked } from "#test/life/box-life-orders.ts";
import { type Answer, type Client, testServer } from "#test/support/client.ts";
import type { CountWish } from "#test/support/factories/stocktake-factories.ts";
import { testDatabase } from "#test/support/database.ts";
import type { Spot } from "#test/support/factories.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const strict = await testServer(db, { REQUIRE_TOTP: "staff" });
const { a, anonymous } = server;
const staff = await server.asStaff();

const api = (path: string) => `/api/v1${path}`;
const get = (path: string, client: Client = staff) => client.raw("GET", api(path));
const post = (path: string, body: unknown, client: Client = staff) => client.send("POST", api(path), body);
const patch = (path: string, body: unknown) => staff.send("PATCH", api(path), body);
const remove = (path: string) => staff.raw("DELETE", api(path));
const scan = (...operations: object[]) =>
  post("/scans/", { operations: operations.map((operation) => ({ id: randomUUID(), ...operation })) });
const store = async (code: string, { row, part, height }: Spot) =>
  scan({ kind: "store", code, row: row.id, part, height });
const nothing = 2_000_000_000;

/** An order of a customer whose boxes are delivered on any day. */
async function order(wish: object, options: object | null = anyDay) {
  const owner = await a.customer();
  const option = options && (await a.option({ owner, ...options }));
  const { id } = await a.box({ owner, state: 1 });
  return post("/deliveries/", { customer: owner.id, delivery_option: option?.id, boxes: [id], ...wish });
}

async function loginWith(user: { email: string }, password: string): Promise<Answer> {
  return post("/api-token-auth/", { username: user.email, password }, anonymous);
}

/** A picture whose file is gone. */
async function lostPicture() {
  const box = await a.box();
  const { id } = await a.image({ box });
  const image = db.read.selectFrom("images").select("sha256").where("id", "=", id);
  const hex = (await image.executeTakeFirstOrThrow()).sha256.toString("hex");
  rmSync(join(server.dataDir, "images", hex.slice(0, 2), hex));
  return { id, owner: box.owner };
}

async function failedLogins(): Promise<Answer> {
  const user = { email: "niemand@example.com" };
  for (let count = 0; count < 10; count++) await loginWith(user, "falsch-falsch");
  const answer = await loginWith(user, "falsch-falsch");
  await db.write((tx) => tx.deleteFrom("login_failures").execute());
  return answer;
}

/** Refusals because of others: tried with the pictures, their store, the lists, in under-load.test.ts, hanging.test.ts and once.test.ts. */
type Crowded =
  | "disk_full"
  | "document_too_large"
  | "busy"
  | "too_long"
  | "too_many_calls"
  | "key_running"
  | "unclear"
  | "storage_away"
  | "database_away";

/** A row with a box, counted to its end. */
async function counted(wish: CountWish = {}) {
  const { row } = (await a.box({ state: 1 })).place as Spot;
  return a.count({ ...wish, row, until: "ended" });
}

/** Refusals of the company's sign-in, which are tried in company-sign-in.test.ts. */
type OfTheCompany = Extract<RefusalCode, `company_${string}`>;
/** Sent by a program, with a token of this user. */
const byToken = async (owner: { readonly id: number }, path: string, scopes: readonly TokenScope[] = tokenScopes) => {
  const { token } = await a.apiToken(owner, { scopes });
  return server.anonymous.raw("POST", `/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } });
};

/** For every other name something that is refused so. */
const provoked: Record<Exclude<RefusalCode, Crowded | OfTheCompany>, () => Promise<Answer>> = {
  invalid: () => post("/areas/", { name: "" }),
  unknown_parameter: () => staff.raw("GET", "/api/v1/boxes/?owner_idd=1"),
  fixed: async () => patch(`/boxes/${(await a.box()).id}/`, { state: 7, size: 300 }),
  id_reused: async () => {
    const operation = { id: randomUUID(), kind: "release", code: (await a.box({ state: 1 })).code };
    await scan(operation);
    return scan({ ...operation, kind: "receive" });
  },
  password_link: () => post("/password-links/use/", { token: "none", new_password: "Quittenbaum-17" }),
  no_mails: () => post("/users/", { last_name: "Muster", email: "erika@example.com", invite: true }),
  open_months: async () => {
    const { id } = await a.customer();
    await db.write((tx) => tx.updateTable("customers").set({ created: "2020-01-01" }).where("id", "=", id).execute());
    const put = (body: object) => staff.send("PUT", `/api/v1/customers/${id}/terms/`, { price_list: null, ...body });
    await put({ minimum: "5", confirmed: true });
    return put({ minimum: "10", valid_from: "2020-01-01" });
  },
  unlikely: async () => {
    const { id } = await a.askedNumber();
    const { year } = await db.read
      .selectFrom("restored_numbers")
      .select("year")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    return staff.send("PUT", `/api/v1/billing/numbers/${id}/`, { number: `RE-${year}-12345` });
  },
  state: async () => patch(`/boxes/${(await a.box({ state: 6 })).id}/`, { state: 7 }),
  taken: async () => store((await a.box()).code, (await a.box({ state: 1 })).place as Spot),
  here: async () => {
    const { code, place } = await a.box({ state: 1 });
    return store(code, place as Spot);
  },
  elsewhere: async () => store((await a.box({ state: 1 })).code, { row: await a.row(), part: 1, height: 1 }),
  held: async () => {
    const box = await a.box({ state: 1 });
    await a.hold({ owner: box.owner, boxes: [box] });
    return patch(`/boxes/${box.id}/`, { state: 6 });
  },
  not_approved: async () => {
    const box = await a.box({ state: 7 });
    await a.procedure(box.owner);
    return patch(`/boxes/${box.id}/`, { state: 6 });
  },
  line: async () => {
    const box = await a.box({ state: 2 });
    await a.procedure(box.owner);
    return post("/destruction-batches/", { customer: { id: box.owner.id }, boxes: [box.id] });
  },
  not_in_batch: async () => {
    const box = await a.box({ state: 7 });
    const batch = await a.batch({ owner: box.owner, boxes: [box], until: "confirmed" });
    return scan({ kind: "shred", batch: batch.id, code: (await a.box()).code });
  },
  too_early: async () => {
    const box = await a.box({ state: 7 });
    const batch = await a.batch({ owner: box.owner, boxes: [box], until: "confirmed", waitingDays: 7 });
    return scan({ kind: "shred", batch: batch.id, code: box.code });
  },
  unknown_batch: async () => scan({ kind: "shred", batch: nothing, code: (await a.box()).code }),
  still_kept: async () => {
    const box = await a.box({ state: 1 });
    await a.kept({ owner: box.owner, boxes: [box], key: "bav", begins: "2020-03-05" });
    return patch(`/boxes/${box.id}/`, { state: 6 });
  },
  ordered: async () => patch(`/boxes/${(await a.box({ state: 4 })).id}/`, { state: 7 }),
  counting: async () => {
    const { stocktake, row } = await a.count({ until: "begun" });
    return post(`/stocktakes/${stocktake}/rows/${row.id}/begin/`, { again: false });
  },
  counted: async () => {
    const { stocktake, row } = await counted();
    return post(`/stocktakes/${stocktake}/rows/${row.id}/begin/`, { again: false });
  },
  second_person: async () => {
    const { stocktake, row } = await counted({ counter: { id: staff.userId }, secondPerson: true });
    return post(`/stocktakes/${stocktake}/accept/`, { row: row.id, classes: ["right"] });
  },
  unknown_stocktake: async () => scan({ kind: "count", session: nothing, row: (await a.row()).id, places: [] }),
  in_delivery: async () => {
    const { id, owner } = await a.box({ state: 2 });
    const back = { kind: 1, customer: owner.id, boxes: [id] };
    await post("/deliveries/", back);
    return post("/deliveries/", back);
  },
  not_in_delivery: async () => {
    const delivery = await a.delivery({ owner: (await a.box({ state: 1 })).owner });
    return scan({ kind: "pick", delivery: delivery.id, code: (await a.box({ state: 1 })).code });
  },
  picked_already: async () => {
    const box = await a.box({ state: 1 });
    const delivery = await orderedAndPicked({ a, client: staff }, box);
    return scan({ kind: "pick", delivery: delivery.id, code: box.code });
  },
  open_lines: async () => {
    const box = await a.box({ state: 1 });
    const { id } = await a.delivery({ owner: box.owner, boxes: [box] });
    await post(`/deliveries/${id}/start/`, {});
    return post(`/deliveries/${id}/complete/`, {});
  },
  exists: async () => post("/areas/", { name: (await a.area()).name }),
  in_use: async () => remove(`/areas/${(await a.row()).area.id}/`),
  used_up: async () => post("/boxes/", { owner: (await a.customer()).id, start: 999_999, amount: 2, size: 1 }),
  changed: async () => patch(`/customers/${(await a.customer()).id}/`, { name: "Neu", before: { name: "Alt" } }),
  too_late: async () => post("/boxes/meta/undo/", { customer: { id: (await a.customer()).id }, undo: "1" }),
  delivery_day: () => order({ date: "2020-02-29" }),
  no_options: () => order({}, null),
  last_staff: async () => {
    await db.write((tx) => tx.updateTable("users").set({ active: false }).where("id", "!=", staff.userId).execute());
    return patch(`/users/${staff.userId}/`, { is_staff: false });
  },
  unconfirmed: async () => {
    const old = await server.asStaff();
    await db.write((tx) => sql`update tokens set confirmed_at = '-infinity' where user_id = ${old.userId}`.execute(tx));
    return post("/boxes/destruction/", undefined, old);
  },
  login: async () => loginWith(await a.user({ password: "passwort1" }), "falsch-falsch"),
  password_first: async () => get("/boxes/", await server.as(await a.user({ isStaff: true, initPassword: true }))),
  password_ended: async () => {
    const user = await a.user({ password: "passwort1", initPassword: true });
    await db.write((tx) =>
      sql`update users set password_since = now() - interval '73 hours' where id = ${user.id}`.execute(tx),
    );
    return loginWith(user, "passwort1");
  },
  weak_password: async () => {
    const user = await a.user({ password: "passwort1" });
    const body = { old_password: "passwort1", new_password: "Passwort2!" };
    return (await server.as(user)).send("PUT", api(`/users/${user.id}/password/`), body);
  },
  second_factor: async () => {
    const user = await a.user({ password: "passwort1" });
    await a.secondFactor(user);
    return loginWith(user, "passwort1");
  },
  second_factor_first: async () => get("/boxes/", await strict.asStaff()),
  wrong_code: async () => {
    const user = await server.as(await a.user());
    await a.secondFactor({ id: user.userId }, { confirmed: false });
    return post("/second-factor/confirm/", { code: "abc" }, user);
  },
  too_many_codes: async () => {
    const user = await server.as(await a.user());
    await a.secondFactor({ id: user.userId }, { confirmed: false });
    for (let count = 0; count < 10; count++) await post("/second-factor/confirm/", { code: "abc" }, user);
    return post("/second-factor/confirm/", { code: "abc" }, user);
  },
  wrong_password: async () => {
    const user = await a.user({ password: "passwort1" });
    const body = { old_password: "falsch-falsch", new_password: "passwort2" };
    return (await server.as(user)).send("PUT", api(`/users/${user.id}/password/`), body);
  },
  lost_picture: async () => get(`/customers/${(await lostPicture()).owner.id}/contentimages/`),
  wrong_picture: async () => get(`/boximages/${(await lostPicture()).id}/file/`),
  unknown_class: async () => {
    const { id, owner } = await a.box();
    return post("/retention/assign/", { customer: { id: owner.id }, boxes: [id], retention_class: nothing });
  },
  no_right: async () => {
    const owner = await a.customer();
    return post("/holds/", { customer: { id: owner.id }, reason: "Prozess" }, await server.asCustomer(owner));
  },
  may_not_read: async () => get("/invoices/", await server.asCustomer(await a.customer())),
  unknown_area: () => post("/rows/", { areaId: nothing, number: 1, reverse: false }),
  unknown_box: () => post("/services/labelprintV2/", { codes: [{ code: "9999999999", amount: 1 }] }),
  unknown_content: () => scan({ kind: "receive", content: nothing }),
  unknown_customer: () => post("/boxes/", { owner: nothing, start: 0, amount: 1, size: 1 }),
  unknown_delivery: async () => scan({ kind: "pick", delivery: nothing, code: (await a.box()).code }),
  unknown_address: () => order({ address: nothing }),
  unknown_option: () => order({ delivery_option: nothing }),
  unknown_row: async () => {
    const place = await a.place();
    return store((await a.box()).code, { ...place, row: { ...place.row, id: nothing } });
  },
  unknown_user: async () => patch(`/customers/${(await a.customer()).id}/`, { user_ids: [nothing] }),
  signed_out: () => get("/boxes/", anonymous),
  wrong_token: () =>
    server.anonymous.raw("GET", "/api/v1/boxes/", { headers: { authorization: "Bearer mgz_abgeschnitten" } }),
  dead_token: () =>
    server.anonymous.raw("GET", "/api/v1/boxes/", { headers: { authorization: `Bearer ${newApiToken().plain}` } }),
  token_scope: async () => byToken(await a.user({ isStaff: true }), "/boxes/", ["read"]),
  not_by_token: async () => byToken(await a.user({ isStaff: true }), "/logout/"),
  by_person_only: async () =>
    byToken(await a.user({ isStaff: true, service: true }), `/destruction-batches/${nothing}/propose/`),
  staff_only: async () => get("/users/", await server.asCustomer(await a.customer())),
  forged: () => anonymous.raw("POST", api("/api-token-auth/"), { headers: { cookie: "csrftoken=abc" } }),
  not_found: () => get(`/boxes/${nothing}/`),
  not_allowed: () => remove("/boxes/"),
  key_reused: async () => {
    const headers = { "content-type": "application/json", "idempotency-key": "eins" };
    const create = () => staff.raw("POST", api("/areas/"), { headers, body: JSON.stringify({ name: randomUUID() }) });
    await create();
    return create();
  },
  too_large: () => post("/areas/", { name: "x".repeat(1024 * 1024) }),
  too_many_logins: failedLogins,
};

const cases = Object.entries(provoked) as [keyof typeof provoked, () => Promise<Answer>][];

test.each(cases)("a refusal says that it is %s", async (code, provoke) => {
  const answer = await provoke();
  const results = (answer.body as { results?: { code: string }[] }).results;
  expect(results ? results[0]?.code : answer.headers.get(codeHeader), answer.text).toBe(code);
  if (!results) expect(answer.status).toBe(refusalStatus[code]);
  expect(answer.headers.get(apiHeader), "without it a device takes it for a proxy's").toBe(String(apiLevel));
});

test("the body of an error is what the specification says, without the name", async () => {
  expect((await post("/areas/", { name: "" })).body).toEqual({ name: ["Bitte ausfüllen"] });
  expect((await get("/boxes/", anonymous)).body).toEqual({ detail: "Bitte melden Sie sich an." });
});

test("of several messages the first one gives the name", async () => {
  const answer = await post("/customers/", { name: "", code: (await a.customer()).code });
  expect([answer.status, answer.headers.get(codeHeader)]).toEqual([400, "invalid"]);
});

test("a box that must be found again is named", async () => {
  const codes = [(await a.box()).code, "9999000001"].map((code) => ({ code, amount: 1 }));
  const { headers } = await post("/services/labelprintV2/", { codes });
  expect([headers.get(codeHeader), headers.get(aboutHeader)]).toEqual(["unknown_box", "9999.000.001"]);
});

test("what is done has no name", async () => {
  const { status, headers } = await post("/areas/", { name: `Halle ${randomUUID()}` });
  expect([status, headers.has(codeHeader), headers.has(aboutHeader)]).toEqual([201, false, false]);
});
