import { describe, expect, test } from "vitest";
import { testServer, urlOf } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { walked } from "#test/support/tiers.ts";
import { calls, exampleOf, successOf } from "./examples.ts";
import { password, peopleOf, person, submit } from "./people.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;

describe("other people's things", () => {
  const ofUsers = walked(calls.filter(([, { access }]) => access === "user"));
  const ofThings = walked(calls.filter(([, { path }]) => path.includes("{id}")));

  test.each(ofUsers)("are not there for a user without customers, who makes the call %s", async (name, route) => {
    const [user, other] = [await a.user({ password }), await person(server)];
    const sent = await exampleOf(name, a, { userId: user.id, email: user.email, password, owner: other.owner });
    const answer = await submit(await server.as(user), route, sent);
    const { path, body } = sent;
    const isAboutOneself = /^\/(sessions?|second-factor|tokens|views|company-sign-in)\//.test(route.path);
    const own =
      isAboutOneself ||
      (path === undefined
        ? !route.writes || body === undefined
        : route.path.startsWith("/users/") && path["id"] === user.id);
    if (own && route.right === "may_see_invoices") expect(answer.status).toBe(403);
    else if (own) expect(answer.status).toBe(successOf(route));
    else if (path) expect([answer.status, answer.body]).toEqual([404, { detail: "Nicht gefunden!" }]);
    else expect([400, 404]).toContain(answer.status);
    expect(answer.text).not.toContain(other.owner.name);
  });

  const staff = peopleOf(server, () => ({ isStaff: true }));
  test.each(ofThings)("staff get a 404 of %s for what does not exist", async (name, route) => {
    const caller = await staff(name);
    const { body } = await exampleOf(name, a, caller);
    const answer = await caller.client.submit(route, urlOf(route, { path: { id: 2_000_000_000 } }), body);
    expect([answer.status, answer.body]).toEqual([404, { detail: "Nicht gefunden!" }]);
  });
});
