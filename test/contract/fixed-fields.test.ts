import { describe, expect, test } from "vitest";
import { editRow, getRow } from "#contract/calls/stock/rows.ts";
import type { FullRoute } from "#contract/route.ts";
import { testServer, urlOf } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { walked } from "#test/support/tiers.ts";
import { calls, exampleOf } from "./examples.ts";
import { jsonSchemaOf } from "./hostile.ts";
import { peopleOf } from "./people.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = peopleOf(server, () => ({ isStaff: true }));
const fixed = ["Kann nicht geändert werden."];

const fieldsOf = (schema: FullRoute["reply"] | undefined): string[] => {
  if (typeof schema !== "object" || schema === null) return [];
  const { properties, items } = jsonSchemaOf(schema);
  return Object.keys(properties ?? items?.properties ?? {});
};

/** The calls that write a thing, with the fields of it that they do not take. */
const writing = calls.flatMap(([name, route]) => {
  const { body, method, multipart, path, reply, thing, writes } = route;
  const answered = fieldsOf(thing ?? reply);
  if (!writes || method === "GET" || !answered.includes("id")) return [];
  const [, creation] =
    calls.find(([, other]) => other.method === "POST" && other.path === path.replace("{id}/", "")) ?? [];
  const taken = [...fieldsOf(body), ...(multipart ? [multipart] : [])];
  const others = [...new Set([...answered, ...fieldsOf(creation?.body)])].filter((field) => !taken.includes(field));
  return [[name, route, others] as const];
});

test("every call that writes a thing is looked at here, and each leaves something as it is", () => {
  expect(writing.map(([name]) => name)).toEqual(
    expect.arrayContaining(["editRow", "createBoxes", "editMeta", "startDelivery"]),
  );
  expect(writing.length).toBeGreaterThanOrEqual(20);
  for (const [name, , others] of writing) expect(others, name).toContain("id");
});

describe.each(walked(writing))("%s", (name, route, others) => {
  test("refuses every field of the thing that it cannot change, each by its name", async () => {
    const caller = await staff(name);
    const { path, body } = await exampleOf(name, a, caller);
    const url = urlOf(route, { path: path ?? {} });
    // a form takes few fields
    for (const fields of route.multipart ? others.map((field) => [field]) : [others]) {
      const each = <T>(value: T) => Object.fromEntries(fields.map((field) => [field, value]));
      const { status, body: said } = await caller.client.submit(route, url, { ...(body as object), ...each("anders") });
      expect([status, said]).toEqual([400, each(fixed)]);
    }
  });
});

const changing = walked(writing.filter(([, { method }]) => method === "PATCH"));

test.each(changing)("%s takes back the whole thing as it was read", async (name, route) => {
  const { client, ...caller } = await staff(name);
  const { path = {}, body } = await exampleOf(name, a, { ...caller });
  const url = urlOf(route, { path });
  const isRead = calls.some(([, other]) => other.method === "GET" && other.path === route.path);
  const read = isRead ? await client.raw("GET", url) : await client.send("PATCH", url, body);
  expect(read.status).toBe(200);
  const { status, text } = await client.send("PATCH", url, { ...(read.body as object), ...(body as object) });
  expect(status, text).toBe(200);
});

test("a call that is refused for one field changes none of the others", async () => {
  const row = await a.row();
  const { client } = await staff("editRow");
  const before = await client.call(getRow, { path: { id: row.id } });
  const sent = {
    number: 77,
    reverse: !row.reverse,
    created: "2020-01-01T00:00:00Z",
    qrcode: before.qrcode,
    area: row.area.id,
  };
  const { status, body } = await client.send("PATCH", urlOf(editRow, { path: { id: row.id } }), sent);
  expect([status, body]).toEqual([400, { created: fixed }]);
  expect(await client.call(getRow, { path: { id: row.id } })).toEqual(before);
});

test("what nobody knows is passed over still", async () => {
  const { client } = await staff("createArea");
  const sent = { name: "Halle der Unbekannten", colour: "grün", id: null };
  expect((await client.send("POST", "/api/v1/areas/", sent)).status).toBe(201);
});
