import { describe, expect, test } from "vitest";
import { oneOf } from "#contract/fields/one-of.ts";
import type { FullRoute } from "#contract/route.ts";
import { testServer } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { walked } from "#test/support/tiers.ts";
import { calls, exampleOf, successOf } from "./examples.ts";
import { type JsonSchema, jsonSchemaOf } from "./hostile.ts";
import { peopleOf, submit } from "./people.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const staff = peopleOf(server, () => ({ isStaff: true }));

/** Returns the least that a schema says may be sent, with the values of an example. Of alternatives it takes the one that the example is of. */
function leastOf(schema: JsonSchema, example: unknown): unknown {
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) {
    const fits = ({ properties = {} }: JsonSchema) =>
      Object.entries(properties).every(
        ([name, { const: only }]) => only === undefined || only === fieldOf(example, name),
      );
    return leastOf(alternatives.find(fits) ?? {}, example);
  }
  if (Array.isArray(example))
    return example.slice(0, Math.max(1, schema.minItems ?? 0)).map((entry) => leastOf(schema.items ?? {}, entry));
  if (!schema.properties || typeof example !== "object" || example === null) return example;
  const { required = [], properties } = schema;
  return Object.fromEntries(required.map((name) => [name, leastOf(properties[name] ?? {}, fieldOf(example, name))]));
}

const fieldOf = (value: unknown, name: string) => (value as Readonly<Record<string, unknown>>)[name];

/** With one of the fields of which it says that one is sent. */
function withOne(route: FullRoute, least: unknown, example: unknown): unknown {
  const names = oneOf(route.body ?? {}).filter((name) => fieldOf(example, name) !== undefined);
  return names[0] === undefined ? least : { ...(least as object), [names[0]]: fieldOf(example, names[0]) };
}

describe("what the description calls optional may be left out", () => {
  test.each(walked(calls.filter(([, { body }]) => body !== undefined)))("of %s", async (name, route) => {
    const caller = await staff(name);
    const sent = await exampleOf(name, server.a, caller);
    const example = sent.body ?? {};
    const least = withOne(route, leastOf(route.body ? jsonSchemaOf(route.body) : {}, example), example);
    const { [route.multipart ?? ""]: file } = (sent.body ?? {}) as Record<string, unknown>;
    const body = route.multipart ? { ...(least as object), [route.multipart]: file } : least;
    const answer = await submit(caller.client, route, { ...sent, body });
    // what is wanted by what is there, such as a letter for a hold that the customer has set, is what the description names
    const wanted = answer.status === 400 ? Object.keys(answer.body as object) : [];
    if (wanted.length > 0) for (const field of wanted) expect(route.summary, answer.text).toContain(`\`${field}\``);
    else expect([answer.status, answer.text.slice(0, answer.status < 400 ? 0 : 500)]).toEqual([successOf(route), ""]);
  });
});
