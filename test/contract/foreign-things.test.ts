import { describe, expect, test } from "vitest";
import { testServer, urlOf } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { walked } from "#test/support/tiers.ts";
import { calls, exampleOf, successOf } from "./examples.ts";
import { password, person, submit } from "./people.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;

describe("other people's things", () => {
  test("are not there for a user without customers: every call answers as if nothing were", async () => {
    const [user, other] = [await a.user({ password }), await person(server)];
    const nobody = { userId: user.id, email: user.email, password, owner: other.owner };
    for (const [name, route] of walked(calls.filter(([, { access }]) => access === "user"))) {
      const client = await server.as(user);
      const sent = await exampleOf(name, a, nobody);
      const { path, body } = sent;
      const answer = await submit(client, route, sent);
      const isAboutOneself = /^\/(sessions?|second-factor|tokens|views|company-sign-in)\//.test(route.path);
      const own =
        isAboutOneself ||
        (path === undefined
          ? !route.writes || body === undefined
          : route.path.startsWith("/users/") && path["id"] === user.id);
      if (own) expect(answer.status, name).toBe(successOf(route));
      else if (path) expect([answer.status, answer.body], name).toEqual([404, { detail: "Nicht gefunden!" }]);
      else expect([400, 404], name).toContain(answer.status);
      expect(answer.text, name).not.toContain(other.owner.name);
    }
  });

  test("staff get a 404 for what does not exist", async () => {
    const staff = await person(server, { isStaff: true });
    for (const [name, route] of walked(calls.filter(([, { path }]) => path.includes("{id}")))) {
      const { body } = await exampleOf(name, a, staff);
      const url = urlOf(route, { path: { id: 2_000_000_000 } });
      const answer = await staff.client.submit(route, url, body);
      expect([answer.status, answer.body], name).toEqual([404, { detail: "Nicht gefunden!" }]);
    }
  });
});
