import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { testServer, urlOf } from "#test/support/client.ts";
import { testDatabase } from "#test/support/database.ts";
import { allAtFirst } from "#test/support/extent.ts";
import { calls, exampleOf } from "./examples.ts";
import { person } from "./people.ts";

const { db } = await testDatabase();
const server = await testServer(db);
const { a } = server;
const staff = await person(server, { isStaff: true });
const methods = allAtFirst<string>();

describe("methods and paths", () => {
  const paths = [...new Set(calls.map(([, { path }]) => path))];
  const allowed = (path: string) =>
    calls
      .filter(([, route]) => route.path === path)
      .flatMap(([, { method, writes }]) => (method === "GET" && !writes ? ["GET", "HEAD"] : [method]));

  test.each(paths)("%s refuses every method that it does not have, with a 405 that says which it has", async (path) => {
    const url = `/api/v1${path.replaceAll(/\{\w+\}/g, "1")}`;
    const others = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"].filter(
      (method) => !allowed(path).includes(method),
    );
    // one hook refuses them all: by what a path has, the first is asked wholly
    for (const method of methods(allowed(path).join(), others, others.slice(-2))) {
      const answer = await staff.client.raw(method, url);
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
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
      const answer = await staff.client.raw(method, url);
      expect([answer.status, answer.body], method).toEqual([404, { detail: "Nicht gefunden!" }]);
    }
  });

  const reading = calls.filter(([, { method, writes }]) => method === "GET" && !writes);

  test.each(reading)("HEAD of %s answers as GET does, without a body", async (name, route) => {
    const { path, query } = await exampleOf(name, a, staff);
    const url = urlOf(route, { ...(path && { path }), ...(query && { query }) });
    const [got, head] = [await staff.client.raw("GET", url), await staff.client.raw("HEAD", url)];
    expect([head.status, head.text]).toEqual([200, ""]);
    expect(head.headers.get("content-type")).toBe(got.headers.get("content-type"));
    expect((await server.anonymous.raw("HEAD", url)).status).toBe(route.access === "open" ? 200 : 403);
  });

  test("HEAD, OPTIONS and GET never change anything", async () => {
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
