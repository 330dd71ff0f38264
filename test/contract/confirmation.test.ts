import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { getUser } from "#contract/calls/access/users.ts";
import { getCustomer } from "#contract/calls/customers/customers.ts";
import { confirmSession } from "#contract/calls/access/session.ts";
import { freshProof, proofHeader } from "#contract/proof-header.ts";
import type { FullRoute, Where } from "#contract/route.ts";
import { fieldsOf as schemaFields } from "#contract/schema-walk.ts";
import * as refused from "#rules/texts/refusal-texts.ts";
import { anyWord } from "#test/support/words.ts";
import { type Client, testServer, urlOf } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { walked } from "#test/support/tiers.ts";
import { calls, exampleOf, type Sent, successOf } from "./examples.ts";
import { type Person, person, submit } from "./people.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const unconfirmed = [400, { non_field_errors: [refused.unconfirmed.message] }];

/** As a session is that was opened eleven minutes ago, or at the end of the working day before. */
async function lapse({ userId }: Client, time = "10 minutes 1 second"): Promise<void> {
  await db.write((tx) =>
    sql`update tokens set confirmed_at = now() - ${time}::interval where user_id = ${userId}`.execute(tx),
  );
}
/** After what a call wants a proof again. */
const lapsesAfter = ({ signInCounts }: FullRoute) => (signInCounts ? "12 hours 1 second" : "10 minutes 1 second");

/** Values that mark a call where the contract says that they do, and that change something: the call is sent with them. */
const marks: Readonly<Record<string, () => unknown>> = {
  is_staff: () => true,
  user_ids: async () => [(await a.user()).id],
  price: () => "98.76",
};

async function marked(where: Where, sent: Sent): Promise<Sent> {
  const body = { ...(sent.body as object | undefined) } as Record<string, unknown>;
  delete body["own_password"];
  if (where !== true) {
    const [field = ""] = Object.keys(where);
    body[field] = (await marks[field]?.()) ?? body[field];
  }
  return { ...sent, ...(sent.body === undefined && where === true ? {} : { body }) };
}

const [guarded, managed] = (["confirms", "managers"] as const).map((mark) =>
  walked(calls.filter(([, call]) => call[mark])),
);

/**
 * Calls that give rights, destroy, say what is charged, or take everything of a customer along. They are found by the words of their path, and by the
 * fields that they take.
 */
const dangerousPath =
  /^\/(users|price-lists|procedure-changes|destruction-batches)\/|\/(rights|destruction|export|second-factor|terms|release|secret)\/$/;
const dangerousFields = [
  "is_staff",
  "active",
  "email",
  "user_ids",
  "manages_users",
  "may_approve_destruction",
  "price",
  "meter_price",
];
const fieldsOf = ({ body }: FullRoute) => Object.keys(schemaFields(body));
const isDangerous = (route: FullRoute) =>
  (route.writes || route.path.endsWith("/export/")) &&
  (dangerousPath.test(route.path) || fieldsOf(route).some((field) => dangerousFields.includes(field)));

/** Why a call that looks dangerous wants no proof. */
const harmless: Readonly<Record<string, string>> = {
  changePassword: "wants the old password itself",
  beginSecondFactor: "wants the own password itself",
  requestPasswordLink: "who has forgotten their password proves nothing; the link goes to the address that is known",
  exportSeals: "digests, and nothing of anybody",
  createPriceList: "nobody is charged by it before it is agreed on",
  deletePriceList: "only one by which nobody is charged",
  createServiceEntry:
    "one service by hand: its words, amount and price stand on a draft that somebody reads and issues",
  endUserSession: "only ends what a thief may have: it must go at once",
  withdrawChange: "what protects more goes on holding",
  createBatch: "a draft destroys nothing",
  editBatch: "a draft destroys nothing",
  proposeBatch: "its customer, and then another person, decide",
  attachLetter: "a paper",
  closeLines: "takes boxes out of a batch",
  completeBatch: "says who saw what the scans have destroyed; at the shredder, on the phone",
  certifyBatch: "a paper",
  abortBatch: "destroys nothing",
};

test("every call that gives rights, destroys or takes everything along wants a proof, or it is said why not", () => {
  const dangerous = calls.filter(([, route]) => isDangerous(route));
  const open = dangerous.filter(([name, { confirms }]) => !confirms && !(name in harmless)).map(([name]) => name);
  expect(open).toEqual([]);
  expect(
    Object.keys(harmless).filter((name) => !dangerous.some(([each, { confirms }]) => each === name && !confirms)),
  ).toEqual([]);
  expect(dangerous.length).toBeGreaterThan(15);
});

test("every call that makes users or gives them rights is for whoever manages users", () => {
  const open = calls.filter(([name, route]) => {
    const isTheirs = /^\/users\/|\/rights\/$/.test(route.path) && route.access === "staff" && name !== "endUserSession";
    return route.writes && !route.managers && (isTheirs || fieldsOf(route).includes("user_ids"));
  });
  expect(open.map(([name]) => name)).toEqual([]);
});

describe.each(guarded ?? [])("%s", (name, route) => {
  const example = async (caller: Person) => marked(route.confirms ?? true, await exampleOf(name, a, caller));

  test("is refused by a session that was not confirmed within ten minutes, and made by it once it was", async () => {
    const caller = await person(server, { isStaff: true });
    const sent = await exampleOf(name, a, caller);
    const wanted = await marked(route.confirms ?? true, sent);
    await lapse(caller.client, lapsesAfter(route));
    const before = await submit(caller.client, route, wanted);
    if (fieldsOf(route).includes("own_password") && route.confirms === true) {
      expect([before.status, before.body], "the password comes with it").toEqual([
        400,
        { own_password: ["Bitte ausfüllen"] },
      ]);
      const wrong = await submit(caller.client, route, { ...sent, body: { own_password: "falsch-falsch" } });
      expect([wrong.status, wrong.headers.get("x-magazin-code")]).toEqual([400, "wrong_password"]);
      expect((await submit(caller.client, route, sent)).status).toBe(successOf(route));
      return;
    }
    expect([before.status, before.body, before.headers.get("x-magazin-code")]).toEqual([...unconfirmed, "unconfirmed"]);
    await caller.client.call(confirmSession, { body: { own_password: caller.password } });
    const after = await submit(caller.client, route, wanted);
    expect(after.status, after.text).toBe(successOf(route));
  });

  test("keeps no refusal under its key: the same call under it is made once it is confirmed", async () => {
    if (!route.writes || fieldsOf(route).includes("own_password")) return;
    const caller = await person(server, { isStaff: true });
    const { path = {}, query = {}, body } = await example(caller);
    await lapse(caller.client, lapsesAfter(route));
    const again = () =>
      caller.client.raw(route.method, urlOf(route, { path, query }), {
        headers: { "idempotency-key": "einmal", ...(body ? { "content-type": "application/json" } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
    expect((await again()).headers.get("x-magazin-code")).toBe("unconfirmed");
    await caller.client.call(confirmSession, { body: { own_password: caller.password } });
    const first = await again();
    expect(first.status, first.text).toBe(successOf(route));
    await lapse(caller.client, lapsesAfter(route));
    expect((await again()).text, "what is answered already needs no proof").toBe(first.text);
  });
});

describe.each(managed ?? [])("%s", (name, route) => {
  test("is for whoever may manage users, and nobody else of the staff", async () => {
    const caller = await person(server, { isStaff: true, managesUsers: false });
    const sent = await exampleOf(name, a, caller);
    const body = { ...(sent.body as object), ...(route.managers !== true && { user_ids: [(await a.user()).id] }) };
    const answer = await submit(caller.client, route, { ...sent, body });
    expect([answer.status, answer.body, answer.headers.get("x-magazin-code")]).toEqual([
      400,
      { non_field_errors: [refused.notManager.message] },
      "no_right",
    ]);
    if (route.managers === true) return;
    const same = { ...body, user_ids: [] }; // as before: it gives nobody anything
    expect((await submit(caller.client, route, { ...sent, body: same })).status).toBe(successOf(route));
  });
});

/** Fields of a customer that the specification sends, besides the users. */
const customerFields = [
  "name",
  "notes",
  "address_name",
  "address_postcode",
  "address_city",
  "address_street",
  "meter_price",
  "code",
];

describe("a call of the specification, whose client knows no question", () => {
  const later = "9 hours"; // after signing in, on the same working day
  const fresh = { [proofHeader]: freshProof };
  const strictServer = testServer(db, { STEP_UP: "strict" });
  const send = (client: Client, [method, path, body]: readonly [string, string, object?], headers = {}) =>
    client.raw(method, `/api/v1${path}`, {
      headers: { ...headers, ...(body && { "content-type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  /** Calls that give something, in the payload of the specification. */
  const giving: Readonly<Record<string, () => Promise<readonly [string, string, object?]>>> = {
    "a user of the staff": async () => [
      "POST",
      "/users/",
      { last_name: "Neu", email: `${randomUUID()}@example.com`, is_staff: true },
    ],
    "a customer with users": async () => ["POST", "/customers/", { name: anyWord(), user_ids: [(await a.user()).id] }],
    "another user for a customer": async () => [
      "PATCH",
      `/customers/${(await a.customer()).id}/`,
      { user_ids: [(await a.user()).id] },
    ],
    "another address for invoices": async () => [
      "PATCH",
      `/customers/${(await a.customer()).id}/`,
      { address_street: anyWord() },
    ],
    "another price of a metre": async () => [
      "PATCH",
      `/customers/${(await a.customer()).id}/`,
      { meter_price: "98.76" },
    ],
    "a delivery at another price than the option's": async () => {
      const owner = await a.customer();
      const { id } = await a.option({ owner });
      const boxes = [(await a.box({ owner, state: 1 })).id];
      return ["POST", "/deliveries/", { kind: 0, customer: owner.id, delivery_option: id, boxes, price: 98.76 }];
    },
    "another price of a delivery": async () => [
      "PATCH",
      `/deliveries/${(await a.delivery({ owner: await a.customer() })).id}/`,
      { price: 98.76 },
    ],
    "a delivery option": async () => [
      "POST",
      "/deliveries/options/",
      {
        customer: (await a.customer()).id,
        description: "Express",
        days: "1,2",
        from: "08:00",
        to: "16:00",
        prior: 2,
        window: 4,
        price: 9.5,
      },
    ],
    "another price of a delivery option": async () => [
      "PATCH",
      `/deliveries/options/${(await a.option()).id}/`,
      { price: "98.76" },
    ],
    "the destruction of what is marked": async () => ["GET", "/boxes/destruction/"],
  };
  test.each(Object.keys(giving))(
    "is made on the day of the sign-in, and wants a proof where it is our own screen's: %s",
    async (name) => {
      const { client, ...caller } = await person(server, { isStaff: true });
      const wanted = () => giving[name]!();
      await lapse(client, later);
      expect((await send(client, await wanted())).status).toBeLessThan(300);
      expect((await send(client, await wanted(), fresh)).headers.get("x-magazin-code")).toBe("unconfirmed");
      const strict = await (await strictServer).as({ id: caller.userId });
      await lapse(client, later);
      expect((await send(strict, await wanted())).headers.get("x-magazin-code")).toBe("unconfirmed");
      await lapse(client, "12 hours 1 second");
      expect((await send(client, await wanted())).headers.get("x-magazin-code")).toBe("unconfirmed");
    },
  );

  /** Calls that give nothing, after however long. */
  const nothing: typeof giving = {
    "a user without rights": async () => [
      "POST",
      "/users/",
      { last_name: "Neu", email: `${randomUUID()}@example.com` },
    ],
    "a customer without users": async () => ["POST", "/customers/", { name: anyWord(), user_ids: [] }],
    "the users that a customer has": async () => {
      const owner = await a.customer();
      const users = [await a.user({ customers: [owner] }), await a.user({ customers: [owner] })];
      return ["PATCH", `/customers/${owner.id}/`, { user_ids: users.map(({ id }) => id).toReversed() }];
    },
    "no users where there are none": async () => ["PATCH", `/customers/${(await a.customer()).id}/`, { user_ids: [] }],
    "a customer sent back whole": async () => {
      const owner = await a.customer();
      const users = [await a.user({ customers: [owner] })];
      const { client } = await person(server, { isStaff: true });
      const seen = (await client.call(getCustomer, { path: owner })) as unknown as Record<string, unknown>;
      const sent = Object.fromEntries(customerFields.map((field) => [field, seen[field]]));
      return ["PATCH", `/customers/${owner.id}/`, { ...sent, user_ids: users.map(({ id }) => id) }];
    },
    "a delivery at its option's price": async () => {
      const owner = await a.customer();
      const { id, price } = await a.option({ owner });
      const boxes = [(await a.box({ owner, state: 1 })).id];
      return [
        "POST",
        "/deliveries/",
        { kind: 0, customer: owner.id, delivery_option: id, boxes, price: Number(price) },
      ];
    },
    "a delivery option at the price that it has": async () => {
      const { id, price } = await a.option();
      return ["PATCH", `/deliveries/options/${id}/`, { description: anyWord(), price: Number(price) }];
    },
    "the destruction of one box": async () => ["PATCH", `/boxes/${(await a.box({ state: 7 })).id}/`, { state: 6 }],
    "the rights that a user has": async () => [
      "PATCH",
      `/users/${(await a.user()).id}/`,
      { is_staff: false, active: true },
    ],
  };
  test.each(Object.keys(nothing))("wants no proof where it gives nothing: %s", async (name) => {
    const { client } = await person(server, { isStaff: true });
    await lapse(client, "30 days");
    const answer = await send(client, await nothing[name]!(), fresh);
    expect(answer.status, answer.text).toBeLessThan(300);
  });
});

describe("whoever has a session proves that it is them", () => {
  test("by signing in, for ten minutes, and no program is asked more than its password", async () => {
    const user = await a.user({ isStaff: true, password: "passwort1" });
    const { body } = await server.anonymous.send("POST", "/api-token-auth/", {
      username: user.email,
      password: "passwort1",
    });
    const client = await server.as(user);
    const by = (token: string) => ({ headers: { authorization: `Token ${token}` } });
    const { token } = body as { token: string };
    const destroy = () => client.raw("POST", "/api/v1/boxes/destruction/", by(token));
    expect((await destroy()).status).toBe(200);
    await lapse(client);
    const late = await destroy();
    expect([late.status, late.body]).toEqual(unconfirmed);
    expect((await client.raw("GET", "/api/v1/users/", by(token))).status, "the rest goes on").toBe(200);
  });

  test("by a code of the second factor as well, and each code once", async () => {
    const user = await a.user({ isStaff: true, password: "passwort1" });
    const client = await server.as(user);
    const code = await a.secondFactor({ id: user.id });
    await lapse(client);
    const { status, body } = await client.ask(confirmSession, { body: { code } });
    expect([status, Date.parse(body.confirmed_until) > Date.now()]).toEqual([200, true]);
    expect((await client.ask(confirmSession, { body: { code } })).headers.get("x-magazin-code")).toBe("wrong_code");
  });

  test("in this session and no other one", async () => {
    const user = await a.user({ isStaff: true, password: "passwort1" });
    const [one, other] = [await server.as(user), await server.as(user)];
    await lapse(one);
    await one.call(confirmSession, { body: { own_password: "passwort1" } });
    const destroy = (client: Client) => client.raw("POST", "/api/v1/boxes/destruction/");
    expect((await destroy(one)).status).toBe(200);
    expect((await destroy(other)).headers.get("x-magazin-code")).toBe("unconfirmed");
  });

  test("with something: an empty proof says what is missing, a wrong one proves nothing", async () => {
    const { client } = await person(server, { isStaff: true });
    await lapse(client);
    expect(await client.refusal(confirmSession, { body: {} })).toEqual({ own_password: ["Bitte ausfüllen"] });
    const wrong = { own_password: ["Ihr eigenes Passwort stimmt nicht."] };
    expect(await client.refusal(confirmSession, { body: { own_password: "falsch-falsch" } })).toEqual(wrong);
    expect((await client.raw("POST", "/api/v1/boxes/destruction/")).headers.get("x-magazin-code")).toBe("unconfirmed");
  });

  test("and ten wrong passwords are all for a minute, for them and for nobody else at their address", async () => {
    const [guessing, colleague] = [await person(server, { isStaff: true }), await person(server, { isStaff: true })];
    const own_password = "falsch-falsch";
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => guessing.client.ask(confirmSession, { body: { own_password } })),
    );
    expect(answers.filter(({ status }) => status === 400).length).toBe(10);
    expect(answers.filter(({ status }) => status === 429).length).toBe(2);
    expect((await colleague.client.ask(confirmSession, { body: { own_password: colleague.password } })).status).toBe(
      200,
    );
    const login = { username: colleague.email, password: colleague.password };
    expect((await server.anonymous.send("POST", "/api/v1/api-token-auth/", login)).status).toBe(200);
    expect((await guessing.client.call(getUser, { path: { id: guessing.userId } })).id).toBe(guessing.userId);
  });
});
