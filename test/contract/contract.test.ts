import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import type { FullRoute } from "#contract/route.ts";
import { refused } from "#rules/refusal-texts.ts";
import { errors } from "#rules/texts.ts";
import { Client, testServer, urlOf } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { type Caller, calls, exampleOf, successOf } from "./examples.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const password = "passwort1";

interface Person extends Caller {
  readonly client: Client;
}

async function person(wish: Parameters<typeof a.user>[0] = {}): Promise<Person> {
  const owner = await a.customer();
  const customers = wish.isStaff ? [] : [owner, ...(wish.customers ?? [])];
  const user = await a.user({ ...wish, password, customers });
  return { client: await server.as(user), userId: user.id, email: user.email, password, owner };
}

/** Sends the call's example as this caller, but with another client where one is given. */
async function send(name: string, route: FullRoute, caller: Person, client = caller.client) {
  const { path, query, body } = await exampleOf(name, a, caller);
  const url = urlOf(route, { ...(path && { path }), ...(query && { query }) });
  return client.submit(route, url, body);
}

const withHeader = (authorization: string) => {
  const client = new Client(server.url);
  const raw = client.raw.bind(client);
  client.raw = (method, url, call) => raw(method, url, { ...call, headers: { ...call?.headers, authorization } });
  return client;
};

describe.each(calls)("%s", (name, route) => {
  const success = successOf(route);
  const open = route.access === "open";

  test("nobody gets in without a living token", async () => {
    const caller = await person();
    const { token } = caller.client;
    const strangers: [string, Client][] = [
      ["no token", server.anonymous],
      ["an unknown token", new Client(server.url, "x".repeat(43))],
      ["a token that is much too long", new Client(server.url, "x".repeat(5000))],
      ...[
        "Token",
        `Bearer ${token}`,
        `Token ${token} x`,
        `${token}`,
        "Token Token",
        "Basic YTpi",
        "Token \u00e4\u00f6",
      ].map((header): [string, Client] => [`Authorization: ${header}`, withHeader(header)]),
    ];
    for (const [what, client] of strangers) {
      const answer = await send(name, route, caller, client);
      if (open) expect(answer.status, what).toBe(success);
      else expectForbidden(answer, what);
    }
  });

  test("a deactivated user is shut out", async () => {
    const caller = await person({ isStaff: true });
    await db.read.updateTable("users").set({ active: false }).where("id", "=", caller.userId).execute();
    const answer = await send(name, route, caller);
    if (name === "login") expect(answer.body).toEqual({ non_field_errors: [refused.login.message] });
    else if (open) expect(answer.status).toBe(success);
    else expectForbidden(answer);
  });

  test("a token that was not used for 30 days is dead, one used yesterday lives", async () => {
    if (open) return;
    const caller = await person({ isStaff: true });
    const used = (days: number) =>
      db.read
        .updateTable("tokens")
        .set({ used: new Date(Date.now() - days * 86_400_000).toISOString() })
        .where("user_id", "=", caller.userId)
        .execute();
    await used(31);
    expectForbidden(await send(name, route, caller));
    await used(29);
    expect((await send(name, route, caller)).status).toBe(success);
  });

  test("a user with an initial password must change it first", async () => {
    for (const isStaff of [true, false]) {
      const answer = await send(name, route, await person({ isStaff, initPassword: true }));
      if (open || route.withInitialPassword) expect(answer.status).toBe(success);
      else
        expect([answer.status, answer.body]).toEqual([
          400,
          { non_field_errors: ["Bitte zuerst das Passwort ändern."] },
        ]);
    }
  });

  test("a customer user may call it only if it is for users", async () => {
    for (const customers of [[], [await a.customer()]]) {
      const answer = await send(name, route, await person({ customers }));
      if (route.access === "staff") expectForbidden(answer);
      else expect(answer.status, answer.text).toBe(success);
    }
  });

  test("staff may call it, with the word `token` in any case", async () => {
    const caller = await person({ isStaff: true });
    const answer = await send(name, route, caller);
    expect(answer.status, answer.text).toBe(success);
    expect(answer.headers.get("cache-control")).toMatch(
      route.access === "open" && !route.writes ? /no-cache/ : /private/,
    );
    if (success === 204) expect(answer.text).toBe("");
    const again = await person({ isStaff: true });
    expect((await send(name, route, again, withHeader(`tOKEN   ${again.client.token}`))).status).toBe(success);
  });

  test("whoever may not call it learns nothing about what is there or what is wrong", async () => {
    if (open) return;
    const url = urlOf(route, { path: { id: 2_000_000_000 } });
    const callers = [server.anonymous, ...(route.access === "staff" ? [(await person()).client] : [])];
    for (const client of callers)
      expectForbidden(
        await client
          .send(route.method === "GET" ? "DELETE" : route.method, url, "[nonsense")
          .then(() => client.raw(route.method, url)),
      );
  });
});

function expectForbidden(answer: Awaited<ReturnType<Client["raw"]>>, what = ""): void {
  expect([answer.status, answer.body], what).toEqual([403, { detail: errors.forbidden }]);
}

describe("other people's things", () => {
  let caller: Person;
  let other: Person;
  beforeAll(async () => {
    caller = await person({ customers: [await a.customer()] });
    other = await person();
  });

  const mine = calls.filter(([, route]) => route.access === "user" && route.path.includes("{id}"));

  test.each(mine)("%s answers for a foreign object exactly as for one that does not exist", async (name, route) => {
    const { path, body } = await exampleOf(name, a, other);
    const ask = (id: number) => {
      const url = urlOf(route, { path: { id } });
      return caller.client.submit(route, url, body);
    };
    const [foreign, missing] = [await ask(path?.["id"] ?? 0), await ask(2_000_000_000)];
    expect([foreign.status, foreign.body]).toEqual([404, { detail: "Nicht gefunden!" }]);
    expect([missing.status, missing.text]).toEqual([foreign.status, foreign.text]);
  });

  test("are not there for a user without customers: every call answers as if nothing were", async () => {
    const user = await a.user({ password });
    const nobody = { userId: user.id, email: user.email, password, owner: other.owner };
    for (const [name, route] of calls.filter(([, { access }]) => access === "user")) {
      const client = await server.as(user);
      const { path, query, body } = await exampleOf(name, a, nobody);
      const url = urlOf(route, { ...(path && { path }), ...(query && { query }) });
      const answer = await client.submit(route, url, body);
      const own = path === undefined ? !route.writes || body === undefined : path["id"] === user.id;
      if (own) expect(answer.status, name).toBe(successOf(route));
      else if (path) expect([answer.status, answer.body], name).toEqual([404, { detail: "Nicht gefunden!" }]);
      else expect([400, 404], name).toContain(answer.status);
      expect(answer.text, name).not.toContain(other.owner.name);
    }
  });

  test("staff get a 404 for what does not exist", async () => {
    const staff = await person({ isStaff: true });
    for (const [name, route] of calls.filter(([, { path }]) => path.includes("{id}"))) {
      const { body } = await exampleOf(name, a, staff);
      const url = urlOf(route, { path: { id: 2_000_000_000 } });
      const answer = await staff.client.submit(route, url, body);
      expect([answer.status, answer.body], name).toEqual([404, { detail: "Nicht gefunden!" }]);
    }
  });
});

describe("methods and paths", () => {
  const paths = [...new Set(calls.map(([, { path }]) => path))];
  const allowed = (path: string) =>
    calls
      .filter(([, route]) => route.path === path)
      .flatMap(([, { method, writes }]) => (method === "GET" && !writes ? ["GET", "HEAD"] : [method]));

  test.each(paths)("%s refuses every method that it does not have, with a 405 that says which it has", async (path) => {
    const staff = await server.asStaff();
    const url = `/api/v1${path.replace("{id}", "1")}`;
    const others = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"].filter(
      (method) => !allowed(path).includes(method),
    );
    for (const method of others) {
      const answer = await staff.raw(method, url);
      expect(answer.status, `${method} ${url}`).toBe(405);
      expect(answer.headers.get("allow")?.split(", ").sort()).toEqual(allowed(path).sort());
      if (method !== "HEAD") expect(answer.body).toEqual({ detail: "Nicht erlaubt!" });
    }
  });

  test.each([
    "/api/v1/",
    "/api/v1/nothing/",
    "/api/v1/boxes",
    "/api/v1/boxes/1",
    "/api/v1/boxes/1/2/3/",
    "/api/v2/boxes/",
    "/api",
    "/api/v1//boxes/",
    "/api/v1/BOXES/",
  ])("%s does not exist, for any method", async (url) => {
    const staff = await server.asStaff();
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
      const answer = await staff.raw(method, url);
      expect([answer.status, answer.body], method).toEqual([404, { detail: "Nicht gefunden!" }]);
    }
  });

  const reading = calls.filter(([, { method, writes }]) => method === "GET" && !writes);

  test.each(reading)("HEAD of %s answers as GET does, without a body", async (name, route) => {
    const caller = await person({ isStaff: true });
    const { path, query } = await exampleOf(name, a, caller);
    const url = urlOf(route, { ...(path && { path }), ...(query && { query }) });
    const [got, head] = [await caller.client.raw("GET", url), await caller.client.raw("HEAD", url)];
    expect([head.status, head.text]).toEqual([200, ""]);
    expect(head.headers.get("content-type")).toBe(got.headers.get("content-type"));
    expect((await server.anonymous.raw("HEAD", url)).status).toBe(route.access === "open" ? 200 : 403);
  });

  test("HEAD, OPTIONS and GET never change anything", async () => {
    const staff = await person({ isStaff: true });
    const urls: string[] = [];
    for (const [name, route] of calls) urls.push(urlOf(route, { path: (await exampleOf(name, a, staff)).path ?? {} }));
    await a.box({ state: 7 });
    const before = await everything();
    for (const url of urls) for (const method of ["HEAD", "OPTIONS"]) await staff.client.raw(method, url);
    const actsOnGet = new Set(
      calls.flatMap(([, { method, writes, path }]) => (method === "GET" && writes ? [path] : [])),
    );
    for (const [index, [, { path }]] of calls.entries()) {
      if (!actsOnGet.has(path)) await staff.client.raw("GET", urls[index] ?? "");
    }
    expect(await everything()).toEqual(before);
  });
});

/** A fingerprint of every table that a call may change. */
async function everything() {
  const tables = [
    "users",
    "tokens",
    "customers",
    "customer_users",
    "areas",
    "rows",
    "boxes",
    "contents",
    "images",
    "history",
    "scans",
    "deliveries",
    "delivery_boxes",
    "delivery_contents",
    "delivery_events",
  ];
  const fingerprint = (table: string) =>
    sql`select md5(string_agg(t::text, chr(10) order by t::text)) from ${sql.table(table)} t`
      .execute(db.read)
      .then(({ rows }) => rows[0]);
  return Promise.all(tables.map(async (table) => [table, await fingerprint(table)]));
}
