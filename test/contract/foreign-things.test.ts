import { beforeAll, describe, expect, test } from "vitest";
import { testServer, urlOf } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { calls, exampleOf, successOf } from "./examples.ts";
import { password, type Person, person, submit } from "./people.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;

describe("other people's things", () => {
  let caller: Person;
  let other: Person;
  beforeAll(async () => {
    caller = await person(server, { customers: [await a.customer()] });
    other = await person(server);
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
    for (const [name, route] of calls.filter(([, { path }]) => path.includes("{id}"))) {
      const { body } = await exampleOf(name, a, staff);
      const url = urlOf(route, { path: { id: 2_000_000_000 } });
      const answer = await staff.client.submit(route, url, body);
      expect([answer.status, answer.body], name).toEqual([404, { detail: "Nicht gefunden!" }]);
    }
  });
});
