import { errors } from "#rules/texts/texts.ts";
import { describe, expect, test } from "vitest";
import * as refusals from "#rules/texts/refusal-texts.ts";
import { Client, testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { firstOfEach } from "#test/support/extent.ts";
import { walked } from "#test/support/tiers.ts";
import { calls, exampleOf, type Sent, successOf } from "./examples.ts";
import { expectForbidden, peopleOf, send, submit } from "./people.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;

const staff = peopleOf(server, () => ({ isStaff: true }));
const customerUser = peopleOf(server, () => ({}));
const userOfTwo = peopleOf(server, async () => ({ customers: [await a.customer()] }));
const beginners = [true, false].map((isStaff) => peopleOf(server, () => ({ isStaff, initPassword: true })));
const left = peopleOf(server, () => ({ isStaff: true }));
const absent = peopleOf(server, () => ({ isStaff: true }));

const withHeader = (authorization: string) => {
  const client = new Client(server.url);
  const raw = client.raw.bind(client);
  client.raw = (method, url, call) => raw(method, url, { ...call, headers: { ...call?.headers, authorization } });
  return client;
};

const asked = walked(calls);

/** The first reading and the first writing call of each access: they are all asked who calls in one place. */
const oneOfEach = new Set(firstOfEach(asked, ([, { access, writes }]) => `${access} ${writes}`).map(([name]) => name));

const strangeTokens = (token: string | null): [string, Client][] => [
  ["an unknown token", new Client(server.url, "x".repeat(43))],
  ["a token that is much too long", new Client(server.url, "x".repeat(5000))],
  ...["Token", `Basic ${token}`, `Token ${token} x`, `${token}`, "Token Token", "Basic YTpi", "Token \u00e4\u00f6"].map(
    (header): [string, Client] => [`Authorization: ${header}`, withHeader(header)],
  ),
];

describe.each(asked)("%s", (name, route) => {
  const call = [name, route] as const;
  const success = successOf(route);
  const open = route.access === "open";
  let refused: Promise<Sent> | undefined;
  /** Returns the input of the call, once for all who are refused: nobody takes anything away of it. */
  const forAll = () => (refused ??= staff(name).then((caller) => exampleOf(name, a, caller)));

  test("nobody gets in without a living token", async () => {
    const caller = await customerUser(name);
    const { token } = caller.client;
    const strangers: [string, Client][] = [
      ["no token", server.anonymous],
      ...(oneOfEach.has(name) ? strangeTokens(token) : []),
    ];
    for (const [what, client] of strangers) {
      const answer = await submit(client, route, open ? await exampleOf(name, a, caller) : await forAll());
      if (open) expect(answer.status, what).toBe(success);
      else expectForbidden(answer, what);
    }
  });

  test("a deactivated user is shut out", async () => {
    const caller = await left(name);
    await db.write((tx) => tx.updateTable("users").set({ active: false }).where("id", "=", caller.userId).execute());
    const answer = open ? await send(a, call, caller) : await submit(caller.client, route, await forAll());
    if (name === "login") expect(answer.body).toEqual({ non_field_errors: [refusals.login.message] });
    else if (name === "openCompanySession") expect(answer.headers.get("x-magazin-code")).toBe("company_unknown");
    else if (open) expect(answer.status).toBe(success);
    else expectForbidden(answer);
  });

  test("a token that was not used for 30 days is dead, one used yesterday lives", async () => {
    if (open) return;
    const caller = await absent(name);
    const used = (days: number) =>
      db.write((tx) =>
        tx
          .updateTable("tokens")
          .set({ used: new Date(Date.now() - days * 86_400_000).toISOString() })
          .where("user_id", "=", caller.userId)
          .execute(),
      );
    await used(31);
    expectForbidden(await submit(caller.client, route, await forAll()));
    await used(29);
    if (oneOfEach.has(name)) expect((await send(a, call, caller)).status).toBe(success);
  });

  test("a user with an initial password must change it first", async () => {
    for (const beginner of beginners) {
      const may = open || route.withInitialPassword;
      const caller = await beginner(name);
      const answer = may ? await send(a, call, caller) : await submit(caller.client, route, await forAll());
      if (may) expect(answer.status).toBe(success);
      else
        expect([answer.status, answer.body]).toEqual([
          400,
          { non_field_errors: ["Bitte zuerst das Passwort ändern."] },
        ]);
    }
  });

  test("a customer user may call it only if it is for users", async () => {
    for (const user of [customerUser, userOfTwo]) {
      const caller = await user(name);
      if (route.access === "staff") {
        expectForbidden(await submit(caller.client, route, await forAll()), name, errors.staffOnly);
        continue;
      }
      const answer = await send(a, call, caller);
      expect(answer.status, answer.text).toBe(success);
    }
  });

  test("staff may call it, with the word `token` in any case", async () => {
    const caller = await staff(name);
    const answer = await send(a, call, caller);
    expect(answer.status, answer.text).toBe(success);
    expect(answer.headers.get("cache-control")).toMatch(
      route.access === "open" && !route.writes ? /no-cache/ : /private/,
    );
    if (success === 204) expect(answer.text).toBe("");
    if (!oneOfEach.has(name)) return;
    const again = await staff(name);
    expect((await send(a, call, again, withHeader(`tOKEN   ${again.client.token}`))).status).toBe(success);
  });
});
