import { expect, test } from "vitest";
import type { FullRoute } from "#contract/route.ts";
import { errors } from "#rules/texts/texts.ts";
import { calls, exampleOf } from "#test/contract/examples.ts";
import { person } from "#test/contract/people.ts";
import { type Answer, type Client, testServer, urlOf } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";

// one question of every call, in every run: what of the walks each run asks of some calls only (test/support/tiers.ts)

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const nothing = 2_000_000_000;

/** A call about what is not there, with a body that is none. */
function askNonsense(client: Client, route: FullRoute): Promise<Answer> {
  const url = urlOf(route, { path: { id: nothing, row: nothing, session: nothing } });
  const body = { headers: { "content-type": "application/json" }, body: "[nonsense" };
  return client.raw(route.method, url, route.method === "GET" ? {} : body);
}

/** The calls that do not answer this client with a 403 and this sentence alone. */
async function unrefused(client: Client, asked: typeof calls, detail: string): Promise<string[]> {
  const wrong: string[] = [];
  for (const [name, route] of asked) {
    const { status, text } = await askNonsense(client, route);
    if (status !== 403 || text !== JSON.stringify({ detail })) wrong.push(`${name} answers ${status}: ${text}`);
  }
  return wrong;
}

test("without a token every call but the open ones is refused, and says nothing of what is there", async () => {
  const closed = calls.filter(([, { access }]) => access !== "open");
  expect(closed.length).toBeGreaterThan(250);
  expect(await unrefused(server.anonymous, closed, errors.forbidden)).toEqual([]);
});

test("a customer's user is refused every call of staff, and is told nothing of what is there", async () => {
  const ofStaff = calls.filter(([, { access }]) => access === "staff");
  expect(ofStaff.length).toBeGreaterThan(100);
  expect(await unrefused((await person(server)).client, ofStaff, errors.staffOnly)).toEqual([]);
});

test("every call answers for another customer's thing exactly as for one that does not exist", async () => {
  const [caller, other] = [await person(server, { customers: [await a.customer()] }), await person(server)];
  const ofUsers = calls.filter(([, { access, path }]) => access === "user" && path.includes("{id}"));
  expect(ofUsers.length).toBeGreaterThan(50);
  const wrong: string[] = [];
  for (const [name, route] of ofUsers) {
    const { path, body } = await exampleOf(name, a, other);
    for (const id of [path?.["id"] ?? 0, nothing]) {
      const { status, text } = await caller.client.submit(route, urlOf(route, { path: { id } }), body);
      if (status !== 404 || text !== JSON.stringify({ detail: "Nicht gefunden!" }))
        wrong.push(`${name} answers ${status} for ${id}: ${text.slice(0, 200)}`);
    }
  }
  expect(wrong).toEqual([]);
});
