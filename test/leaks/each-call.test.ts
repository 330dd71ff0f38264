import { expect, test } from "vitest";
import { errors } from "#rules/texts/texts.ts";
import { calls, exampleOf } from "#test/contract/examples.ts";
import { person } from "#test/contract/people.ts";
import { type Client, testServer, urlOf } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";

// one question of every call, in every run: what of the walks each run asks of some calls only (test/support/tiers.ts)

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const nothing = 2_000_000_000;

/** The calls of each first word of a path, few at a time. */
const byNoun = (asked: typeof calls) =>
  [...Map.groupBy(asked, ([, { path }]) => path.split("/", 2).join("/"))].flatMap(([noun, all]) =>
    Array.from({ length: Math.ceil(all.length / 6) }, (_, at) => [noun, all.slice(at * 6, at * 6 + 6)] as const),
  );

/** The calls that do not answer this client with a 403 and this sentence alone. */
async function unrefused(client: Client, asked: typeof calls, detail: string): Promise<string[]> {
  const wrong: string[] = [];
  for (const [name, route] of asked) {
    const url = urlOf(route, { path: { id: nothing, row: nothing, session: nothing } });
    const { status, text } = await client.raw(route.method, url);
    if (status !== 403 || text !== JSON.stringify({ detail })) wrong.push(`${name} answers ${status}: ${text}`);
  }
  return wrong;
}

const closed = calls.filter(([, { access }]) => access !== "open");
const ofStaff = calls.filter(([, { access }]) => access === "staff");
const ofThings = calls.filter(([, { access, path }]) => access === "user" && path.includes("{id}"));

test("there are calls of every kind to be asked", () => {
  for (const [asked, least] of [
    [closed, 250],
    [ofStaff, 100],
    [ofThings, 50],
  ] as const)
    expect(asked.length).toBeGreaterThan(least);
});

test.each(byNoun(closed))("without a token every call below %s is refused, but the open ones", async (_noun, asked) => {
  expect(await unrefused(server.anonymous, asked, errors.forbidden)).toEqual([]);
});

const customerUser = await person(server);
test.each(byNoun(ofStaff))("a customer's user is refused every call of staff below %s", async (_noun, asked) => {
  expect(await unrefused(customerUser.client, asked, errors.staffOnly)).toEqual([]);
});

const [caller, other] = [await person(server, { customers: [await a.customer()] }), await person(server)];
test.each(byNoun(ofThings))(
  "every call below %s answers for another customer's thing exactly as for one that does not exist",
  async (_noun, asked) => {
    const wrong: string[] = [];
    for (const [name, route] of asked) {
      const { path, body } = await exampleOf(name, a, other);
      for (const id of [path?.["id"] ?? 0, nothing]) {
        const { status, text } = await caller.client.submit(route, urlOf(route, { path: { id } }), body);
        if (status !== 404 || text !== JSON.stringify({ detail: "Nicht gefunden!" }))
          wrong.push(`${name} answers ${status} for ${id}: ${text.slice(0, 200)}`);
      }
    }
    expect(wrong).toEqual([]);
  },
);
